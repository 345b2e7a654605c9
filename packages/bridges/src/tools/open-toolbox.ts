import {
  type Action,
  failed,
  fromStrictArguments,
  openContract,
  readExactJson,
  SkillError,
  type SkillResponse,
  skillToolNames,
} from '@skillwright/contract'
import type { RunOptions, Runtime } from '@skillwright/runtime'
import type { Skill } from '@skillwright/skill'
import type { ToolApi } from './tool-api.ts'

/** The skills that a model is offered as tools, and how they are run. */
export interface ToolboxOptions extends Pick<RunOptions, 'signal' | 'onEvent' | 'principal'> {
  readonly skills: readonly Skill[]
  readonly runtime: Pick<Runtime, 'run'>
  /** Holds the model to the schema where its provider can. */
  readonly strict?: boolean
}

/** Tools for one API of a model, and the other half of the loop. */
export interface Toolbox<Tool, Call, Result> {
  /** For the request to the model. */
  readonly tools: readonly Tool[]
  /** Runs what a model asked for: checked, coerced, contained. Never throws for what the model or the skill did: the answer says so. */
  handleToolCall(call: Call): Promise<Result>
  /** Several at once; the answers in the order of the calls. */
  handleToolCalls(calls: readonly Call[]): Promise<Result[]>
}

interface Offered {
  readonly skill: Skill
  readonly action: Action
  readonly isOnly: boolean
}

/** Makes tools of skills for an API. A skill that has nothing to run is no tool. */
export function openToolbox<Tool, Call, Result>(
  api: ToolApi<Tool, Call, Result>,
  { skills, runtime, strict = false, ...options }: ToolboxOptions,
): Toolbox<Tool, Call, Result> {
  const offered = skills.flatMap(actionsOf)
  const names = skillToolNames(
    offered.map(({ skill, action, isOnly }) => ({ skillId: skill.id, action: isOnly ? undefined : action.name })),
  )
  const tools = offered.map((one, i) => {
    const name = names[i] ?? one.skill.id
    return { ...one, name, ...api.define(one.action, { name, description: describe(one), strict }) }
  })
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  const run = async (call: Call): Promise<SkillResponse> => {
    const { name, input } = api.read(call)
    const tool = byName.get(name)
    if (tool === undefined)
      throw new SkillError('UNKNOWN_ACTION', `There is no tool ${name.slice(0, 100)}`, {
        details: { supported_actions: [...byName.keys()] },
      })
    const values = typeof input === 'string' ? parse(input) : input
    const params = tool.isStrict ? fromStrictArguments(tool.action, values) : values
    const action = tool.skill.contract === undefined ? {} : { action: tool.action.name }
    return runtime.run(tool.skill, { ...action, params }, options)
  }
  const handleToolCall = async (call: Call) =>
    api.answer(call, await run(call).catch((thrown: unknown) => failed(thrown)))
  return {
    tools: tools.map(({ tool }) => tool),
    handleToolCall,
    handleToolCalls: (calls) => Promise.all(calls.map(handleToolCall)),
  }
}

/** A skill without a contract takes any object. */
const OPEN_ACTION = openContract({ input: { type: 'object' }, output: true }).action()

function actionsOf(skill: Skill): readonly Offered[] {
  if (skill.entry === undefined && skill.capabilityType === 'plugin') return []
  const actions = [...(skill.contract?.actions.values() ?? [OPEN_ACTION])]
  return actions.map((action) => ({ skill, action, isOnly: actions.length === 1 }))
}

function describe({ skill, action, isOnly }: Offered): string {
  const [first, second] = isOnly ? [skill.description, action.description] : [action.description, skill.description]
  return first || second || skill.name
}

const MAX_DEPTH = 1_000

/** The arguments as a value, where nothing of them would be lost. No text at all is what some models write for none. */
function parse(text: string): unknown {
  if (text.trim() === '') return {}
  const read = readExactJson(text, { maxDepth: MAX_DEPTH })
  if (!read.ok) throw new SkillError('INVALID_JSON', `The arguments of the call are not JSON: ${read.message}`)
  const [rounded] = read.rounded
  if (rounded === undefined) return read.value
  throw new SkillError('INVALID_INPUT', `The number ${rounded.text} at ${rounded.path} cannot be kept exactly`, {
    hint: 'Write it as text',
  })
}
