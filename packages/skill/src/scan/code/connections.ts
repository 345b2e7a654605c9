import { isHostName } from '../text/urls.ts'
import { request } from './effects.ts'
import type { Place, Trace } from './trace.ts'
import { type Call, listValue, marksOf, type Value } from './value.ts'

/** Where what a library made is connected to: databases, queues, shells, whatever their methods are called. */
const hosts = new WeakMap<Value, string>()

/** Names of the argument that says where to connect to. */
const WHERE =
  /^(?:host|hostname|server|servers|addr|address|url|uri|dsn|broker|endpoint|endpoint_url|base_url|baseURL|connection_?string|bootstrap_servers)$/i
/** Functions whose first argument is a host. */
const CONNECTS = /(?:connect\w*|client|transport|session|pool|redis|connection|producer|proxy|channel|dial|socket)$/i
const DOTTED = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?$/
const SCHEME = /^[a-z][a-z0-9+.-]{1,30}:\/\/[^/\s]/i

/** Remembers where a call connects to: what it makes, or what it is a method of. */
export function noteConnection(ref: string, call: Call, made: Value): void {
  const host = hostGiven(ref, call) ?? [call.self, ...call.args].map(connectionOf).find((each) => each !== undefined)
  if (host === undefined) return
  hosts.set(made, host)
  if (call.self?.ref?.endsWith(')') === true && hostGiven(ref, call) !== undefined) hosts.set(call.self, host)
}

/** What a method of a connection is given goes to its host. Only secrets are of interest: anything else is its daily work. */
export function sendOver(ref: string, call: Call, trace: Trace, place: Place): void {
  const host = connectionOf(call.self)
  if (host === undefined) return
  const body = listValue([...call.args, ...call.named.values()])
  const isSecret = marksOf(body).some((mark) => mark === 'env:*' || /^(?:file|field|secret):/.test(mark))
  const named = call.args.flatMap(({ texts }) => texts.filter((text) => /^(?:~|\/home|\/root)\//.test(text)))
  if (!isSecret && (named.length === 0 || !/\.(?:put|upload\w*|fput\w*|send\w*)$/.test(ref))) return
  const given = { ...body, marks: [...body.marks, ...named.map((path) => `file:${path}` as const)] }
  request(trace, place, {
    url: { texts: [host], marks: [] },
    body: given,
    what: `${ref.slice(ref.lastIndexOf('.') + 1)} over a connection`,
  })
}

// A method of a member of a connection is one of the connection.
function connectionOf(value: Value | undefined): string | undefined {
  let each = value
  for (let depth = 0; each !== undefined && depth < 8; depth++) {
    const host = hosts.get(each)
    if (host !== undefined) return host
    each = each.self
  }
  return undefined
}

function hostGiven(ref: string, { args, named }: Call): string | undefined {
  const [first] = args
  const options = [...named, ...args.slice(0, 2).flatMap((arg) => [...(arg.fields ?? [])])]
  const said = options.flatMap(([name, value]) => (WHERE.test(name) ? (value.items?.[0] ?? value).texts : []))
  const pair = CONNECTS.test(ref) ? (first?.items?.[0]?.texts ?? []) : []
  const alone = CONNECTS.test(ref) ? (first?.texts ?? []) : []
  const host =
    [...said, ...pair].find((text) => SCHEME.test(text) || DOTTED.test(text)) ??
    alone.find((text) => SCHEME.test(text) || isHostName(text.replace(/:\d+$/, ''))) ??
    first?.texts.find((text) => SCHEME.test(text) && !/^(?:https?|file|data):/i.test(text))
  return host === undefined || SCHEME.test(host) ? host : `tcp://${host.replace(/:\d+$/, '')}`
}
