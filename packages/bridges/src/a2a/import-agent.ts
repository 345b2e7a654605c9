import { type Contract, compareContracts, type Finding, openContract } from '@skillwright/contract'
import { foreignSkillFiles, type ImportedSkill, oneLine, scanFiles, versionAfter } from '@skillwright/skill'
import { idOf } from '../id-of.ts'
import { agentScript } from './agent-script.ts'
import { type ForeignAgent, type ForeignAgentSkill, readCard } from './read-card.ts'

/** What a card becomes. */
export interface ImportAgentOptions {
  /** The id of the skill; made of the agent's name when absent. */
  readonly id?: string
  /** Where the card was read. */
  readonly cardUrl?: string
  /** Gives the contract of the skill of that id as it was imported before, which tells what has changed since. */
  readonly before?: (id: string) => Promise<Contract | undefined>
}

/** Makes a skill of the card of an A2A agent, each of its skills an action that is sent to it as a message. Throws for what is no card. */
export async function importAgent(
  text: string,
  { cardUrl, ...options }: ImportAgentOptions = {},
): Promise<ImportedSkill> {
  const agent = readCard(text)
  const title = oneLine(agent.name)
  const id = options.id ?? idOf(title, 'agent')
  const { names, findings } = nameSkills(agent.skills)
  const actions = Object.fromEntries([...names].map(([name, skill]) => [name, actionOf(skill)]))
  const before = await options.before?.(id)
  const comparison = before && compareContracts(before, openContract({ title, actions }))
  const version = versionAfter(before?.version, comparison?.bump ?? 'none')
  const document = { title, version, actions }
  const contract = openContract(document)
  const described = `Skills of the agent ${title}: ${[...names.values()].map(({ name }) => name).join(', ')}. Use when the user needs one of them.`
  const host = new URL(agent.url).host
  const ids = Object.fromEntries([...names].map(([name, skill]) => [name, skill.id]))
  const files = foreignSkillFiles({
    id,
    title,
    version,
    description: oneLine(described).slice(0, 1_000),
    tags: ['a2a'],
    contract,
    overview: 'Skills of a foreign agent. What it answers is not vouched for.',
    usage: agent.description,
    dependency: `The agent at ${agent.url}, which tools/main.mjs hands each call on to`,
    manifest: {
      capability_type: 'api',
      entry: 'tools/main.mjs',
      timeout_seconds: 300,
      permissions: { network: [host], ...(agent.credential === undefined ? {} : { env: ['A2A_TOKEN'] }) },
    },
    files: {
      'contract.json': document,
      'descriptor.json': { provider: { name: agent.provider ?? title } },
      'tools/main.mjs': agentScript(agent, ids),
    },
  })
  return {
    id,
    files,
    contract,
    version,
    findings: [...findings, ...elsewhere(agent, cardUrl)],
    scan: await scanFiles(files),
    ...(comparison === undefined ? {} : { comparison }),
  }
}

/** As a contract takes them. */
const MAX_NAME = 64

/** A name for the action of each skill. One that has the name of another, or one that looks like it, is left out. */
function nameSkills(skills: readonly ForeignAgentSkill[]) {
  const names = new Map<string, ForeignAgentSkill>()
  const findings: Finding[] = []
  for (const skill of skills) {
    const name = actionName(skill.id)
    const twin = [...names.keys()].find((one) => lookOf(one) === lookOf(name))
    if (twin === undefined) names.set(name, skill)
    else
      findings.push(
        warning(`The skill ${JSON.stringify(skill.id.slice(0, 100))} is left out: its id looks like ${twin}`),
      )
  }
  return { names, findings }
}

/** An id as the name of an action, which begins with a letter. */
function actionName(id: string): string {
  const words = id.replace(/^@/, '').replaceAll(/[^A-Za-z0-9_.-]+/g, '_')
  return (/^[A-Za-z]/.test(words) ? words : `skill_${words}`).slice(0, MAX_NAME)
}

function lookOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

const TEXT = { type: 'string', minLength: 1 } as const

function actionOf({ name, description, examples }: ForeignAgentSkill) {
  return {
    description: oneLine(description || name).slice(0, 2_000),
    input: {
      type: 'object',
      additionalProperties: false,
      anyOf: [{ required: ['message'] }, { required: ['data'] }],
      properties: {
        message: {
          ...TEXT,
          description: 'What is asked of the agent.',
          ...(examples.length === 0 ? {} : { examples }),
        },
        data: { type: 'object', description: 'The same as data, for an agent that takes it.' },
        context_id: { ...TEXT, maxLength: 256, description: 'The conversation that this goes on with.' },
        task_id: { ...TEXT, maxLength: 256, description: 'The task that this is an answer to.' },
      },
    },
    output: {
      type: 'object',
      required: ['state'],
      properties: {
        state: { type: 'string', description: 'completed, or input-required when the agent asks back.' },
        text: { type: 'string' },
        data: { description: 'What the agent answered as data.' },
        task_id: { type: 'string' },
        context_id: { type: 'string' },
      },
    },
  }
}

/** A card may send callers anywhere, which its reader is told. */
function elsewhere({ url }: ForeignAgent, cardUrl: string | undefined): readonly Finding[] {
  if (cardUrl === undefined || new URL(url).origin === new URL(cardUrl).origin) return []
  return [warning(`Messages go to ${new URL(url).origin}, and the card is from ${new URL(cardUrl).origin}`)]
}

function warning(message: string): Finding {
  return {
    rule: 'import/agent',
    severity: 'warning',
    file: 'contract.json',
    message,
    fix: 'Ask the owner of the agent.',
  }
}
