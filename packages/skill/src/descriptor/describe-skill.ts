import { type Action, type Contract, isObject, SkillError, schemaToParameters } from '@skillwright/contract'
import type { Skill } from '../skill.ts'
import { contractExtra, DEFAULT_TIMEOUT_MS } from './contract-extra.ts'
import type { AccessPolicy, AuthConfig, Descriptor, InvocationEndpoint, Provider } from './descriptor.ts'
import { isError } from './judge-descriptor.ts'
import { knowledgeContract } from './knowledge-contract.ts'
import { ownOfAction } from './own-action.ts'
import { contractOfDescriptor, descriptorFindings, isDescriptor, readDescriptor } from './read-descriptor.ts'

/** Options of describeSkill. */
export interface DescribeOptions {
  /** The address that takes the call. Only who serves the skill knows it; nothing is said of what it does not take. */
  readonly endpoint?: string
  /** Instead, the address of a server that answers at `/skills/<id>/invoke`, with status and result beside it. */
  readonly baseUrl?: string
  /** Which action, when the contract has several. */
  readonly action?: string
  readonly auth?: AuthConfig
  readonly access?: AccessPolicy
  readonly provider?: Provider
  /** The skill's own descriptor.json: whatever it says is said, unless an option says otherwise. */
  readonly own?: Readonly<Record<string, unknown>>
}

/** A descriptor of a skill without a known endpoint: it cannot be called. */
export type UnservedDescriptor = Omit<Descriptor, 'endpoint'> & Partial<Pick<Descriptor, 'endpoint'>>

// The longest a timer of JavaScript can wait, and the limit of the published schema.
const MAX_TIMEOUT_MS = 2_147_483_647

/**
 * Makes the descriptor of a skill. It has an endpoint only where an option or the skill's own descriptor.json names one: an
 * address that does not answer is worse than none. Throws when the skill lacks what a descriptor must say.
 */
export function describeSkill(
  skill: Skill,
  options: DescribeOptions & ({ readonly endpoint: string } | { readonly baseUrl: string }),
): Descriptor
export function describeSkill(skill: Skill, options?: DescribeOptions): UnservedDescriptor
export function describeSkill(skill: Skill, options: DescribeOptions = {}): UnservedDescriptor {
  const { own: stands = {} } = options
  const contract = skill.contract ?? contractOf(stands) ?? knowledgeContract(skill)
  const version = typeof stands.version === 'string' ? stands.version : skill.version
  if (contract === undefined)
    throw unfit(
      skill,
      'has no contract, so a descriptor cannot say how to call it',
      skill.dialect === 'script'
        ? 'Make a skill folder of the script (skillwright import), and add a contract.json'
        : 'Add a contract.json or a parameter table',
    )
  if (version === undefined) throw unfit(skill, 'states no version', 'Add version: 1.0.0 to SKILL.md')
  const action = contract.action(options.action)
  const { own, output } = ownOfAction(stands, action.name)
  const { endpoint: place, ...stated } = own
  const plain = plainDescriptor(skill, version, action, options)
  const made = {
    ...plain,
    output: { ...plain.output, ...output },
    ...stated,
    ...given(options),
  } as UnservedDescriptor
  const endpoint = endpointOf(skill, contract, action, { ...options, own }) ?? (place as InvocationEndpoint | undefined)
  const whole: Descriptor = { ...made, endpoint: endpoint ?? NOWHERE }
  // What its author wrote says all that it is to say; what was made of the contract may lack something.
  const extra = own.inputs === undefined ? contractExtra(whole, contract, action) : undefined
  const findings = descriptorFindings({ ...whole, ...optional('x-contract', extra) })
  const first = findings.find(isError)
  if (first === undefined) return { ...made, ...optional('endpoint', endpoint), ...optional('x-contract', extra) }
  throw new SkillError('INVALID_INPUT', `${skill.id} cannot be described: ${first.message}`, {
    findings,
    hint: first.fix ?? 'Correct it in SKILL.md, skill.json, descriptor.json or the options',
  })
}

// Stands in while the rest is checked.
const NOWHERE: InvocationEndpoint = { url: 'https://unserved.invalid/' }

function plainDescriptor(
  skill: Skill,
  version: string,
  action: Action,
  {
    own,
    access,
    auth = defaultAuth(access ?? own?.access),
    provider = { name: skill.author ?? 'unknown' },
  }: DescribeOptions,
): Omit<Descriptor, 'endpoint'> {
  const { schema: output } = action.output
  return {
    protocol: { version: '1.0.0' },
    id: skill.id,
    name: skill.name,
    version,
    capability_type: skill.capabilityType,
    description: action.description || skill.description || skill.name,
    provider,
    // A parameter must have a name; one without stands in x-contract only.
    inputs: schemaToParameters(action.input.schema).parameters.filter(({ name }) => name !== ''),
    output: {
      content_type: 'application/json',
      schema: output,
      ...(typeof output === 'object' && typeof output.description === 'string'
        ? { description: output.description }
        : {}),
    },
    auth,
    access: access ?? 'public',
    ...optional('tags', skill.tags.length > 0 ? skill.tags : undefined),
    ...optional('documentation_url', webAddress(skill.homepage)),
    ...optional('created_at', instant(skill.created)),
    ...optional('updated_at', instant(skill.updated)),
  }
}

/** Callers of what is restricted have to authenticate somehow; document D's way is a key. */
function defaultAuth(access: unknown): AuthConfig {
  return access === 'restricted' ? { type: 'api_key', header: 'X-API-Key' } : { type: 'none' }
}

/** The caller's options override the skill's own fields. */
function given({ auth, access, provider }: DescribeOptions): Partial<Descriptor> {
  return { ...optional('auth', auth), ...optional('access', access), ...optional('provider', provider) }
}

function endpointOf(
  skill: Skill,
  contract: Contract,
  action: Action,
  { endpoint, baseUrl, own = {} }: DescribeOptions,
): InvocationEndpoint | undefined {
  if (endpoint === undefined && baseUrl === undefined) return undefined
  const base = baseUrl === undefined ? '' : `${addressOf(baseUrl)}/skills/${skill.id.split('/').map(urlStep).join('/')}`
  const url = contract.actions.size === 1 ? `${base}/invoke` : `${base}/actions/${urlStep(action.name)}/invoke`
  return {
    url: endpoint === undefined ? url : addressOf(endpoint, { query: true }),
    method: 'POST',
    content_type: 'application/json',
    ...(endpoint === undefined
      ? { status_url: `${base}/status/{execution_id}`, result_url: `${base}/result/{execution_id}` }
      : {}),
    timeout_ms: timeoutMs(action.timeoutSeconds),
    // Only what may be repeated is worth a second try.
    retry: { max_attempts: action.idempotent ? 3 : 1, backoff_ms: 1000 },
    ...(endpoint === undefined ? {} : howToCall(own.endpoint)),
  }
}

/** What an endpoint says beside its addresses: it holds at another address too. */
function howToCall(stated: unknown): Partial<InvocationEndpoint> {
  if (!isObject(stated)) return {}
  const { url: _url, status_url: _status, result_url: _result, ...how } = stated
  return how
}

/** The contract that a whole descriptor states; undefined for one that only says a few things. */
function contractOf(own: Readonly<Record<string, unknown>>): Contract | undefined {
  return own.inputs === undefined || !isDescriptor(own) ? undefined : contractOfDescriptor(readDescriptor(own))
}

function timeoutMs(seconds: number | undefined): number {
  if (seconds === undefined) return DEFAULT_TIMEOUT_MS
  return Math.min(MAX_TIMEOUT_MS, Math.max(1, Math.ceil(seconds * 1000)))
}

function addressOf(text: string, { query = false } = {}): string {
  const url = URL.parse(text)
  const isPlain = url !== null && url.username === '' && url.password === '' && url.hash === ''
  if (!isPlain || !/^https?:$/.test(url.protocol) || (url.search !== '' && !query)) {
    throw new SkillError('INVALID_INPUT', `Expected a plain http or https address, got ${JSON.stringify(text)}`, {
      hint: `Write it as https://hub.example.com, without name, password${query ? '' : ', ?'} or #`,
    })
  }
  return query ? url.href : url.href.replace(/\/+$/, '')
}

function urlStep(step: string): string {
  return encodeURIComponent(step.toWellFormed())
}

function webAddress(text: string | undefined): string | undefined {
  const url = text === undefined ? null : URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined
}

/** A date of the front matter as a point in time; undefined when it is none. */
function instant(text: string | undefined): string | undefined {
  if (text === undefined || !/^\d{4}-\d\d-\d\d/.test(text)) return undefined
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

function optional<Key extends string, Value>(key: Key, value: Value | undefined): { [name in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [name in Key]: Value })
}

function unfit(skill: Skill, reason: string, hint: string): SkillError {
  return new SkillError('INVALID_CONTRACT', `${skill.id} ${reason}`, { hint })
}
