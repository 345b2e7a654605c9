import { isDeeperThan, isObject, SkillError } from '@skillwright/contract'

type Json = Readonly<Record<string, unknown>>

/** A foreign agent as its card describes it. */
export interface ForeignAgent {
  readonly name: string
  readonly description: string
  /** Where it speaks JSON-RPC. */
  readonly url: string
  readonly protocol: '1.0' | '0.3'
  /** The header that a credential goes into; undefined when none is asked for. */
  readonly credential?: { readonly header: string; readonly isBearer: boolean }
  readonly provider?: string
  readonly skills: readonly ForeignAgentSkill[]
}

/** What it says that it can do. */
export interface ForeignAgentSkill {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly examples: readonly string[]
}

const MAX_CHARACTERS = 1024 * 1024
const MAX_DEPTH = 30
const MAX_SKILLS = 100

/** Reads the card of an agent, of A2A 1.0 or 0.3. Throws INVALID_INPUT for what is none, and for an agent that does not speak JSON-RPC. */
export function readCard(text: string): ForeignAgent {
  const card = parse(text)
  const { name, description, provider, skills } = card
  if (typeof name !== 'string' || !Array.isArray(skills)) throw noCard('it has no name, or no list of skills')
  const found = skills.slice(0, MAX_SKILLS).filter(isObject).flatMap(skillOf)
  if (found.length === 0) throw noCard('it names no skill')
  return {
    name: textOf(name, 100) || 'agent',
    description: textOf(description, 2_000),
    ...interfaceOf(card),
    ...credentialOf(card),
    ...(isObject(provider) && typeof provider.organization === 'string'
      ? { provider: textOf(provider.organization, 100) }
      : {}),
    skills: found,
  }
}

function parse(text: string): Json {
  if (text.length > MAX_CHARACTERS)
    throw new SkillError('INPUT_TOO_LARGE', `The card is longer than ${MAX_CHARACTERS} characters`)
  try {
    const card: unknown = JSON.parse(text)
    if (isObject(card) && !isDeeperThan(card, MAX_DEPTH)) return card
  } catch {
    // Told below, with what else is no card.
  }
  throw noCard('it is no JSON object, or nested too deeply')
}

function skillOf({ id, name, description, examples }: Json): ForeignAgentSkill[] {
  if (typeof id !== 'string' || id === '' || id.length > 300) return []
  const words = Array.isArray(examples) ? examples.filter((one) => typeof one === 'string') : []
  return [
    {
      id,
      name: textOf(name, 100) || id,
      description: textOf(description, 2_000),
      examples: words.slice(0, 5).map((one) => textOf(one, 500)),
    },
  ]
}

/** The interface that is used: JSON-RPC, the newest protocol that it is spoken in. */
function interfaceOf(card: Json): Pick<ForeignAgent, 'url' | 'protocol'> {
  const { supportedInterfaces, additionalInterfaces, url, preferredTransport = 'JSONRPC' } = card
  const listed = [supportedInterfaces, additionalInterfaces].flatMap((list) =>
    Array.isArray(list) ? list.filter(isObject) : [],
  )
  const all = [
    ...listed.map((one) => ({
      url: one.url,
      binding: one.protocolBinding ?? one.transport,
      // Cards of before 1.0 do not say it of each.
      version: one.protocolVersion ?? (one.transport === undefined ? '1.0' : '0.3'),
    })),
    { url, binding: preferredTransport, version: '0.3' },
  ].filter(({ binding }) => binding === 'JSONRPC')
  for (const protocol of ['1.0', '0.3'] as const)
    for (const one of all)
      if (String(one.version).startsWith(protocol) && isAddress(one.url)) return { url: one.url, protocol }
  throw noCard('it names no address for JSON-RPC of A2A 1.0 or 0.3')
}

function isAddress(text: unknown): text is string {
  const url = typeof text === 'string' ? URL.parse(text) : null
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

const HEADER = /^[\w!#$%&'*+.^`|~-]{1,100}$/

function credentialOf({ securitySchemes, securityRequirements, security }: Json): Pick<ForeignAgent, 'credential'> {
  const needed = [securityRequirements, security].flat().filter(isObject)
  if (needed.length === 0) return {}
  const schemes = Object.values(isObject(securitySchemes) ? securitySchemes : {}).filter(isObject)
  // 1.0 says the kind with a key, 0.3 with a type.
  const keys = schemes.map(({ apiKeySecurityScheme: key, ...scheme }) => (isObject(key) ? key : scheme))
  const key = keys.find(
    ({ location, in: where, name }) =>
      (location ?? where) === 'header' && typeof name === 'string' && HEADER.test(name),
  )
  if (key !== undefined) return { credential: { header: String(key.name), isBearer: false } }
  return { credential: { header: 'authorization', isBearer: true } }
}

function textOf(value: unknown, most: number): string {
  return typeof value === 'string' ? value.slice(0, most).toWellFormed() : ''
}

function noCard(why: string): SkillError {
  return new SkillError('INVALID_INPUT', `Expected the card of an A2A agent: ${why}`, {
    hint: 'It mostly is at https://agent.example.com/.well-known/agent-card.json',
  })
}
