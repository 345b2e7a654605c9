import { SkillError, schemaToParameters } from '@skillwright/contract'
import type { Skill } from '../skill.ts'
import { contractExtra, DEFAULT_TIMEOUT_MS } from './contract-extra.ts'
import type { AccessPolicy, AuthConfig, Descriptor, Provider } from './descriptor.ts'
import { descriptorFindings } from './read-descriptor.ts'

/** Options of describeSkill. */
export interface DescribeOptions {
  /** Address under which the skill is called, such as `https://hub.example.com`. */
  readonly baseUrl: string
  /** Which action, when the contract has several. */
  readonly action?: string
  readonly auth?: AuthConfig
  readonly access?: AccessPolicy
  readonly provider?: Provider
}

// The longest a timer of JavaScript can wait, and the limit of the published schema.
const MAX_TIMEOUT_MS = 2_147_483_647

/** Makes the descriptor of a skill that is served at a base URL. Throws when the skill lacks what a descriptor must say. */
export function describeSkill(skill: Skill, options: DescribeOptions): Descriptor {
  const { contract, version } = skill
  if (contract === undefined)
    throw unfit(
      skill,
      'has no contract, so nobody can be told how to call it',
      'Add a contract.json or a parameter table',
    )
  if (version === undefined) throw unfit(skill, 'states no version', 'Add version: 1.0.0 to SKILL.md')
  const action = contract.action(options.action)
  const base = `${baseOf(options.baseUrl)}/skills/${skill.id.split('/').map(urlStep).join('/')}`
  const { schema: output } = action.output
  const plain: Descriptor = {
    protocol: { version: '1.0.0' },
    id: skill.id,
    name: skill.name,
    version,
    capability_type: skill.capabilityType,
    description: action.description || skill.description || skill.name,
    provider: options.provider ?? { name: skill.author ?? 'unknown' },
    endpoint: {
      url: contract.actions.size === 1 ? `${base}/invoke` : `${base}/actions/${urlStep(action.name)}/invoke`,
      method: 'POST',
      content_type: 'application/json',
      status_url: `${base}/status/{execution_id}`,
      result_url: `${base}/result/{execution_id}`,
      timeout_ms: timeoutMs(action.timeoutSeconds),
      // Only what may be repeated is worth a second try.
      retry: { max_attempts: action.idempotent ? 3 : 1, backoff_ms: 1000 },
    },
    // A parameter must have a name; one without stands in x-contract only.
    inputs: schemaToParameters(action.input.schema).parameters.filter(({ name }) => name !== ''),
    output: {
      content_type: 'application/json',
      schema: output,
      ...(typeof output === 'object' && typeof output.description === 'string'
        ? { description: output.description }
        : {}),
    },
    auth: options.auth ?? { type: 'none' },
    access: options.access ?? 'public',
    ...optional('tags', skill.tags.length > 0 ? skill.tags : undefined),
    ...optional('documentation_url', webAddress(skill.homepage)),
    ...optional('created_at', instant(skill.created)),
    ...optional('updated_at', instant(skill.updated)),
  }
  const descriptor = { ...plain, ...optional('x-contract', contractExtra(plain, contract, action)) }
  const findings = descriptorFindings(descriptor)
  const [first] = findings
  if (first === undefined) return descriptor
  throw new SkillError('INVALID_INPUT', `${skill.id} cannot be described: ${first.message}`, {
    findings,
    hint: first.fix ?? 'Correct it in SKILL.md, skill.json or the options',
  })
}

function timeoutMs(seconds: number | undefined): number {
  if (seconds === undefined) return DEFAULT_TIMEOUT_MS
  return Math.min(MAX_TIMEOUT_MS, Math.max(1, Math.ceil(seconds * 1000)))
}

function baseOf(text: string): string {
  const url = URL.parse(text)
  const isPlain = url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    throw new SkillError('INVALID_INPUT', `Expected a plain http or https address, got ${JSON.stringify(text)}`, {
      hint: 'Write it as https://hub.example.com, without name, password, ? or #',
    })
  }
  return url.href.replace(/\/+$/, '')
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
