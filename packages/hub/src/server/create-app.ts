import Fastify, { type FastifyInstance } from 'fastify'
import type { HubConfig } from '../hub-config.ts'
import { boundConnections } from './bound-connections.ts'
import { lateSerializers, lateValidators } from './compile-schemas.ts'
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
  app.setValidatorCompiler(lateValidators())
  app.setSerializerCompiler(lateSerializers())
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, parseJsonBody(app))
  return app
}
