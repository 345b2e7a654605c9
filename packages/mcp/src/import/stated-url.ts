import { isObject, SkillError } from '@skillwright/contract'

/**
 * The address of the server that a server.json names, or settings with `mcpServers` under the id. Throws for one that is a program: a
 * program of others is started by who was told which it is, so the message says how.
 */
export function statedUrl(document: unknown, id: string): string {
  const stated = isObject(document) ? (document.mcpServers ?? document.servers) : undefined
  if (isObject(stated)) return urlOf(chosen(stated, id), id)
  const { remotes, packages } = isObject(document) ? document : {}
  const remote = listOf(remotes).find(({ type }) => type === 'streamable-http') ?? listOf(remotes)[0]
  if (remote !== undefined) return plainUrl(remote.url)
  const [program] = listOf(packages)
  if (program !== undefined) throw isProgram(id, packageCommand(program))
  throw new SkillError('INVALID_INPUT', 'Expected a server.json, or settings with mcpServers', {
    hint: `Name the server itself: skillwright import mcp ${id} --url https://example.com/mcp`,
  })
}

type Values = Readonly<Record<string, unknown>>

function chosen(servers: Values, id: string): Values {
  const own = Object.hasOwn(servers, id) ? servers[id] : undefined
  const [only, ...others] = Object.values(servers)
  const server = own ?? (others.length === 0 ? only : undefined)
  if (isObject(server)) return server
  throw new SkillError('DATA_NOT_FOUND', `The settings have no server ${id}`, {
    hint: `Use one of: ${Object.keys(servers).join(', ').slice(0, 300)}`,
  })
}

function urlOf(server: Values, id: string): string {
  const url = server.url ?? server.httpUrl ?? server.serverUrl
  if (url !== undefined) return plainUrl(url)
  const args = Array.isArray(server.args) ? server.args.map(String) : []
  throw isProgram(id, [String(server.command ?? ''), ...args])
}

/** An address with nothing left to be filled in. */
function plainUrl(url: unknown): string {
  if (typeof url === 'string' && URL.canParse(url) && !/[{}]/.test(url)) return url
  throw new SkillError('INVALID_INPUT', `Expected a whole address, got ${JSON.stringify(url)?.slice(0, 200)}`, {
    hint: 'Fill it in, and name it with --url',
  })
}

/** How registries say that a package is started. */
function packageCommand({ registryType, identifier, version, packageArguments }: Values): readonly string[] {
  const [name, at] = [String(identifier ?? ''), String(version ?? '')]
  const words = listOf(packageArguments).flatMap(argumentWords)
  switch (registryType) {
    case 'npm':
      return ['npx', '-y', `${name}@${at}`, ...words]
    case 'pypi':
      return ['uvx', `${name}@${at}`, ...words]
    case 'oci':
      return ['docker', 'run', '-i', '--rm', at === '' ? name : `${name}:${at}`, ...words]
    case 'nuget':
      return ['dnx', `${name}@${at}`, '--', ...words]
    default:
      return [name, ...words]
  }
}

function argumentWords({ type, name, value, default: fallback, valueHint }: Values): readonly string[] {
  const said = value ?? fallback ?? (valueHint === undefined ? undefined : `<${String(valueHint)}>`)
  const words = said === undefined ? [] : [String(said)]
  return type === 'named' ? [String(name ?? ''), ...words] : words
}

function isProgram(id: string, words: readonly string[]): SkillError {
  const line = words.map((word) => (/^[\w@%+=:,./<>-]+$/.test(word) ? word : JSON.stringify(word))).join(' ')
  return new SkillError('INVALID_INPUT', 'The server is a program, which is not started because a file says so', {
    hint: `If you trust it: skillwright import mcp ${id} -- ${line.slice(0, 500)}`,
  })
}

function listOf(value: unknown): readonly Values[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
