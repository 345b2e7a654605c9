import AjvCompiler from '@fastify/ajv-compiler'
import Fastify, { type FastifyInstance } from 'fastify'
import type { HubConfig } from '../hub-config.ts'
import { boundConnections } from './bound-connections.ts'
import { CountedMessage } from './counted-message.ts'
import { answerClientError, answerFrameworkError } from './handle-errors.ts'
import { type LogStream, loggerOptions, RequestLog } from './hub-logger.ts'
import { parseJsonBody } from './parse-json-body.ts'
import { requestIds } from './request-id.ts'

const MAX_JSON_BYTES = 1024 * 1024
const MAX_HEADER_BYTES = 16 * 1024
const KEEP_ALIVE_MS = 65_000

/** Makes the HTTP server with its limits, before it has any route. */
export function createApp(config: HubConfig, { logTo = process.stderr }: { logTo?: LogStream } = {}): FastifyInstance {
  const { headers, request } = config.timeouts
  const app: FastifyInstance = Fastify({
    logger: config.logLevel === 'silent' ? false : loggerOptions(config.logLevel, logTo),
    logController: new RequestLog(),
    genReqId: requestIds(),
    // Addresses that the proxy was sent are not verified: only the one it saw itself counts, which is the last.
    trustProxy: config.trustProxy && ((_address: string, hop: number) => hop === 0),
    http: {
      IncomingMessage: CountedMessage,
      headersTimeout: headers,
      maxHeaderSize: MAX_HEADER_BYTES,
      // How often slow clients are looked for.
      connectionsCheckingInterval: Math.ceil(headers / 4),
    },
    requestTimeout: request,
    connectionTimeout: request,
    keepAliveTimeout: KEEP_ALIVE_MS,
    bodyLimit: MAX_JSON_BYTES,
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerClientError,
    routerOptions: { maxParamLength: 300 },
  })
  boundConnections(app.server, config.maxConnections)
  app.setValidatorCompiler(validators())
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, parseJsonBody(app))
  return app
}

/** Numbers and flags in an address are text and are read as what the schema says; those in a body must be what it says. Unknown keys are refused in both. */
function validators(): Parameters<FastifyInstance['setValidatorCompiler']>[0] {
  const build = AjvCompiler()
  const options = { removeAdditional: false, useDefaults: true, allErrors: false } as const
  const exact = build({}, { customOptions: { ...options, coerceTypes: false } })
  const friendly = build({}, { customOptions: { ...options, coerceTypes: 'array' } })
  return (route) => {
    // What is not JSON is bytes here, and checked by what reads them.
    if ('contentType' in route && route.contentType !== 'application/json') return () => true
    return (route.httpPart === 'body' ? exact : friendly)(route)
  }
}
