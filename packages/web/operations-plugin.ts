import { pathToFileURL } from 'node:url'
import type { Operation } from '@skillwright/hub-api'
import type { Plugin } from 'vite'

/**
 * Leaves the schemas out of the hub's operations: pages never check what their own hub answers (`isOwnPage`), so of an operation
 * they need only how it is asked, what it counts against, and what is sent as it is.
 */
export function operationsWithoutSchemas(): Plugin {
  return {
    name: 'operations-without-schemas',
    load: {
      filter: { id: /\/hub-api\/src\/operations\/.+\.ts$/ },
      async handler(id) {
        const exported = (await import(/* @vite-ignore */ pathToFileURL(id).href)) as Readonly<Record<string, unknown>>
        return Object.entries(exported)
          .map(([name, value]) => [name, withoutSchemas(value)] as const)
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
          .join('\n')
      },
    },
  }
}

/** Undefined for what pages cannot have: the build refuses a page that imports it. */
function withoutSchemas(value: unknown): unknown {
  if (typeof value === 'string' || Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null) return undefined
  if (isOperation(value)) {
    const { method, url, config, schema } = value
    const { operationId, body, response } = schema
    return {
      method,
      url,
      config: { rate: config.rate },
      schema: { operationId, body: body && sentAsIs(body), response: mapValues(response, sentAsIs) },
    }
  }
  return 'type' in value ? {} : undefined
}

function isOperation(value: object): value is Operation {
  return 'method' in value && 'url' in value && 'schema' in value
}

/** By which media types something is sent as it is, and which of them are bytes; JSON says nothing more. */
function sentAsIs(sent: object): object {
  if (!('content' in sent)) return {}
  const { content } = sent as {
    readonly content: Readonly<Record<string, { readonly schema: { readonly format?: string } }>>
  }
  return { content: mapValues(content, ({ schema: { format } }) => ({ schema: { format } })) }
}

function mapValues<Value>(record: Readonly<Record<string, Value>>, change: (value: Value) => unknown): object {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}
