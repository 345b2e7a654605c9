import { type Finding, isObject, SkillError } from '@skillwright/contract'
import { cutText } from '../cut-text.ts'
import type { UnservedDescriptor } from './describe-skill.ts'
import type { AuthConfig, Descriptor } from './descriptor.ts'
import { isDescriptor, readDescriptor } from './read-descriptor.ts'

/** The document by which an MCP registry lists a server. */
export interface ServerJson {
  readonly $schema: string
  /** Reverse DNS, a slash and a name. */
  readonly name: string
  readonly description: string
  readonly version: string
  readonly websiteUrl?: string
  readonly remotes: readonly {
    readonly type: 'streamable-http'
    readonly url: string
    readonly headers?: readonly SecretHeader[]
  }[]
  readonly _meta?: Readonly<Record<string, unknown>>
}

interface SecretHeader {
  readonly name: string
  readonly description: string
  readonly isRequired: true
  readonly isSecret: true
}

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-09-29/server.schema.json'
const MAX_DESCRIPTION = 100
/** What registries keep of what a publisher adds, and how much of it. */
const PROVIDED = 'io.modelcontextprotocol.registry/publisher-provided'
const MAX_PROVIDED_BYTES = 4_096
const DESCRIPTOR = 'skillwright/descriptor'

/** The server.json of a skill that an MCP server offers at an address. The descriptor goes along, so that it can be read back. */
export function toServerJson(
  descriptor: UnservedDescriptor,
  { mcpUrl }: { readonly mcpUrl: string },
): { readonly document: ServerJson; readonly findings: readonly Finding[] } {
  const findings: Finding[] = []
  const { description, version, documentation_url, auth } = descriptor
  const provided = { [DESCRIPTOR]: descriptor }
  const fits = Buffer.byteLength(JSON.stringify(provided)) <= MAX_PROVIDED_BYTES
  if (!fits)
    findings.push(
      warning(
        'export/descriptor',
        'The descriptor is longer than a registry takes and was left out',
        'Shorten its schemas; what is written still works.',
      ),
    )
  if (description.length > MAX_DESCRIPTION)
    findings.push(
      warning(
        'export/shortened',
        `description has ${description.length} characters and was cut to ${MAX_DESCRIPTION}`,
        `Say it in ${MAX_DESCRIPTION} characters; the descriptor keeps the whole text.`,
      ),
    )
  const header = headerOf(auth)
  const document = {
    $schema: SCHEMA,
    name: `${namespaceOf(mcpUrl)}/${nameOf(descriptor.id)}`,
    description: cutText(description, MAX_DESCRIPTION),
    version,
    ...(documentation_url === undefined ? {} : { websiteUrl: documentation_url }),
    remotes: [
      { type: 'streamable-http' as const, url: mcpUrl, ...(header === undefined ? {} : { headers: [header] }) },
    ],
    ...(fits ? { _meta: { [PROVIDED]: provided } } : {}),
  }
  return { document, findings }
}

/** The descriptor that a server.json carries; undefined when it has none, or none that could be called. */
export function descriptorOfServerJson(document: unknown): Descriptor | undefined {
  const meta = isObject(document) && isObject(document._meta) ? document._meta[PROVIDED] : undefined
  const stated = isObject(meta) ? meta[DESCRIPTOR] : undefined
  return isDescriptor(stated) ? readDescriptor(stated) : undefined
}

/** The header that a caller of the server sends; an OAuth client learns from the server what to send. */
function headerOf({ type, header, description }: AuthConfig): SecretHeader | undefined {
  if (type !== 'api_key' && type !== 'custom') return undefined
  // An MCP server takes a token as OAuth does, whatever the address over HTTP takes.
  const name = type === 'custom' ? (header ?? 'Authorization') : 'Authorization'
  return { name, description: description ?? 'Bearer, a space and your token', isRequired: true, isSecret: true }
}

/** Whose server it is: the host, read backwards. */
function namespaceOf(mcpUrl: string): string {
  const url = URL.parse(mcpUrl)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.hash !== '')
    throw new SkillError('INVALID_INPUT', `Expected the address of an MCP server, got ${JSON.stringify(mcpUrl)}`, {
      hint: 'Write it as https://hub.example.com/mcp',
    })
  return url.hostname
    .replaceAll(/[^A-Za-z0-9.-]/g, '')
    .split('.')
    .toReversed()
    .join('.')
}

/** The id without what a name of a server cannot have: `@acme/translate` is `acme.translate`. */
function nameOf(id: string): string {
  return (
    id
      .replace(/^@/, '')
      .replaceAll('/', '.')
      .replaceAll(/[^A-Za-z0-9._-]+/g, '-') || 'skill'
  ).slice(0, 100)
}

function warning(rule: string, message: string, fix: string): Finding {
  return { rule, severity: 'warning', message, fix }
}
