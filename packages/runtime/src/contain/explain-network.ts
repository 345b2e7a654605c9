import type { SkillResponse } from '@skillwright/contract'

// What a resolver or a socket says in a network namespace with nothing in it: libc, Python, Node, curl, Go, wget.
const NO_NETWORK =
  /name resolution|name or service not known|nodename nor servname|no address associated with hostname|EAI_(?:AGAIN|NONAME|FAIL)|ENOTFOUND|could not resolve host|unable to resolve|no such host|lookup .{1,100} on |network is unreachable|ENETUNREACH|Errno 101\b/i
const HOST =
  /(?:resolve host:?|ENOTFOUND|EAI_AGAIN|lookup|host(?:name)?(?:='|: ?)?)\s*'?((?:[\w-]{1,63}\.){1,8}[a-z]{2,63})\b/i
// Enough for an error and its stack.
const MAX_TEXT = 20_000

/** Adds to an error that reads like a missing network what the skill would have to declare; other errors stay as they are. */
export function explainNetwork(response: SkillResponse, declared: readonly string[]): SkillResponse {
  const { errors } = response
  if (errors === undefined) return response
  return {
    ...response,
    errors: errors.map((error) => {
      const text = JSON.stringify([error.message, error.details]).slice(0, MAX_TEXT)
      if (!NO_NETWORK.test(text)) return error
      return { ...error, suggested_action: suggestion(HOST.exec(text)?.[1], declared) }
    }),
  }
}

function suggestion(host: string | undefined, declared: readonly string[]): string {
  if (host === undefined || !declared.includes(host))
    return `A skill reaches only hosts that it declares: add ${host === undefined ? 'the one it needs' : `"${host}"`} to permissions.network in its skill.json`
  return `${host} is declared, and reached by HTTP through the proxy that HTTPS_PROXY names: let the skill's client use it`
}
