import { type Action, jsonEquals, parametersToSchema, SkillError, schemaToParameters } from '@skillwright/contract'
import type { Skill } from '../skill.ts'
import type { AccessPolicy, AuthConfig, ContractExtra, Descriptor, Provider } from './descriptor.ts'

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

/** Makes the descriptor of a skill that is served at a base URL. Throws when the skill has no contract or no version. */
export function describeSkill(skill: Skill, options: DescribeOptions): Descriptor {
  const { contract, version } = skill
  if (contract === undefined) {
    throw new SkillError('INVALID_CONTRACT', `${skill.id} has no contract, so nobody can be told how to call it`, {
      hint: 'Add a contract.json or a parameter table',
    })
  }
  if (version === undefined)
    throw new SkillError('INVALID_INPUT', `${skill.id} states no version`, { hint: 'Add version: 1.0.0 to SKILL.md' })
  const action = contract.action(options.action)
  const isOnly = contract.actions.size === 1
  const base = `${baseOf(options.baseUrl)}/skills/${skill.id.split('/').map(encodeURIComponent).join('/')}`
  const extra = contractExtra(action, contract.toolsRequired, isOnly)
  const description = action.description ?? (skill.description || skill.name)
  return {
    protocol: { version: '1.0.0' },
    id: skill.id,
    name: skill.name,
    version,
    capability_type: skill.capabilityType,
    description,
    provider: options.provider ?? { name: skill.author ?? 'unknown' },
    endpoint: {
      url: isOnly ? `${base}/invoke` : `${base}/actions/${encodeURIComponent(action.name)}/invoke`,
      method: 'POST',
      content_type: 'application/json',
      status_url: `${base}/status/{execution_id}`,
      result_url: `${base}/result/{execution_id}`,
      timeout_ms: Math.round((action.timeoutSeconds ?? 300) * 1000),
      // Only what may be repeated is worth a second try.
      retry: { max_attempts: action.idempotent ? 3 : 1, backoff_ms: 1000 },
    },
    inputs: schemaToParameters(action.input.schema).parameters,
    output: { content_type: 'application/json', schema: action.output.schema },
    auth: options.auth ?? { type: 'none' },
    access: options.access ?? 'public',
    ...(skill.tags.length > 0 ? { tags: skill.tags } : {}),
    ...(skill.homepage === undefined || !URL.canParse(skill.homepage) ? {} : { documentation_url: skill.homepage }),
    ...(Object.keys(extra).length > 0 ? { 'x-contract': extra } : {}),
  }
}

/** What of the action's contract the plain fields would lose; the input only where parameters cannot say it. */
function contractExtra(action: Action, toolsRequired: readonly string[], isOnly: boolean): ContractExtra {
  const { schema } = action.input
  const asParameters = parametersToSchema(schemaToParameters(schema).parameters).schema
  return {
    ...(isOnly && action.name === 'run' ? {} : { action: action.name }),
    ...(jsonEquals(asParameters, schema) ? {} : { input: schema }),
    ...(action.idempotent ? { idempotent: true } : {}),
    ...(action.timeoutSeconds === undefined ? {} : { timeout_seconds: action.timeoutSeconds }),
    ...(action.passThrough === undefined ? {} : { pass_through: action.passThrough }),
    ...(toolsRequired.length > 0 ? { tools_required: toolsRequired } : {}),
    ...(action.examples.length > 0 ? { examples: action.examples } : {}),
    ...(action.docs === undefined ? {} : { docs: action.docs }),
  }
}

function baseOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new SkillError('INVALID_INPUT', `Expected an http or https address, got ${JSON.stringify(text)}`, {
      hint: 'Write it as https://hub.example.com',
    })
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}
