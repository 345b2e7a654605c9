import type { Tool } from '@modelcontextprotocol/server'
import {
  type Action,
  type SchemaObject,
  SkillError,
  skillToolNames,
  type ToolTarget,
  toMcpTool,
} from '@skillwright/contract'
import type { Skill } from '@skillwright/skill'
import type { OfferedSkill } from './skill-catalog.ts'
import { toolAnnotations } from './tool-annotations.ts'

/** A tool that a client sees, and the action that it stands for. */
export interface SkillTool extends ToolTarget {
  readonly definition: Tool
}

/** The tools of skills, one for each action, under names that differ. */
export function skillTools(
  skills: readonly { readonly offered: OfferedSkill; readonly skill: Skill }[],
): readonly SkillTool[] {
  const calls = skills.flatMap(({ offered, skill }) =>
    actionsOf(skill).map((action) => {
      const isOnly = (skill.contract?.actions.size ?? 1) === 1
      return { skill, action, target: { skillId: offered.id, action: isOnly ? undefined : action?.name } }
    }),
  )
  const names = skillToolNames(calls.map(({ target }) => target))
  return calls.map(({ skill, action, target }, i) => ({
    ...target,
    definition: { ...toolBody(skill, action), name: names[i] ?? target.skillId },
  }))
}

/** The actions of a skill that can be tools: those of its contract that take an object, one without a contract where something answers, else none. */
export function actionsOf(skill: Skill): readonly (Action | undefined)[] {
  if (skill.entry === undefined && skill.capabilityType === 'plugin') return []
  return skill.contract === undefined
    ? [undefined]
    : [...skill.contract.actions.values()].filter((action) => canBeTool(skill, action))
}

function canBeTool(skill: Skill, action: Action): boolean {
  try {
    toolBody(skill, action)
    return true
  } catch (thrown) {
    if (thrown instanceof SkillError) return false
    throw thrown
  }
}

// Schemas are made once for each skill as it stands, however often tools are listed.
const bodies = new WeakMap<Skill, Map<Action | undefined, Omit<Tool, 'name'>>>()

/** What a tool says but for its name, which depends on the others. */
export function toolBody(skill: Skill, action: Action | undefined): Omit<Tool, 'name'> {
  const known = bodies.get(skill) ?? new Map()
  bodies.set(skill, known)
  const body = known.get(action) ?? makeBody(skill, action)
  known.set(action, body)
  return body
}

function makeBody(skill: Skill, action: Action | undefined): Omit<Tool, 'name'> {
  const isOnly = (skill.contract?.actions.size ?? 1) === 1
  const [first, second] = isOnly ? [skill.description, action?.description] : [action?.description, skill.description]
  const { inputSchema, outputSchema } = action === undefined ? UNSTATED : toMcpTool(action).tool
  return {
    title: isOnly ? skill.name : `${skill.name}: ${action?.name}`,
    description: first || second || skill.name,
    // Stated where the contract states it: most clients hand schemas on to models whose APIs do not know the word.
    inputSchema: toolSchema({ ...statedDraft(action), ...inputSchema }),
    ...(outputSchema === undefined ? {} : { outputSchema: toolSchema({ ...outputSchema }) }),
    annotations: toolAnnotations(skill, action),
  }
}

const UNSTATED: { readonly inputSchema: SchemaObject; readonly outputSchema?: SchemaObject } = {
  inputSchema: { type: 'object' },
}

/** A schema as the SDK types it; the ids of two versions of a skill would meet in a client's validator. */
export function toolSchema({ $id, ...schema }: Readonly<Record<string, unknown>>): Tool['inputSchema'] {
  return { ...schema, type: 'object' }
}

function statedDraft(action: Action | undefined): { readonly $schema?: string } {
  const schema = action?.input.schema
  return typeof schema === 'object' && typeof schema.$schema === 'string' ? { $schema: schema.$schema } : {}
}
