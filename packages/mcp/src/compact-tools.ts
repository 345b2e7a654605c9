import type { Tool } from '@modelcontextprotocol/server'
import {
  failed,
  inputError,
  isObject,
  openSchema,
  type SchemaObject,
  SkillError,
  type SkillResponse,
  succeeded,
} from '@skillwright/contract'
import type { CatalogRunOptions, SkillCatalog } from './skill-catalog.ts'
import { actionsOf, toolBody, toolSchema } from './skill-tools.ts'
import { skillUri } from './skill-uri.ts'

const MAX_INSTRUCTIONS = 20_000

const SKILL = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  description: 'Id of a skill, as find_skills gives it',
} as const

const INPUTS: Readonly<Record<'find_skills' | 'describe_skill' | 'run_skill', SchemaObject>> = {
  find_skills: {
    type: 'object',
    required: ['query'],
    additionalProperties: false,
    properties: {
      query: { type: 'string', minLength: 1, maxLength: 2000, description: "The task, in the user's own words" },
      limit: { type: 'integer', minimum: 1, maximum: 20, default: 5, description: 'How many at most' },
    },
  },
  describe_skill: { type: 'object', required: ['skill'], additionalProperties: false, properties: { skill: SKILL } },
  run_skill: {
    type: 'object',
    required: ['skill'],
    additionalProperties: false,
    properties: {
      skill: SKILL,
      action: { type: 'string', maxLength: 200, description: 'Which action; needed when the skill has several' },
      params: { type: 'object', default: {}, description: 'The parameters of the action' },
    },
  },
}

const FOUND: SchemaObject = {
  type: 'object',
  required: ['skill', 'name', 'description', 'score'],
  properties: {
    skill: { type: 'string' },
    name: { type: 'string' },
    description: { type: 'string' },
    score: { type: 'number' },
  },
}

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const
const RUNS = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true } as const

/** The three tools of a catalog that is too large to be listed: find one, learn how it is called, call it. */
export const COMPACT_TOOLS: readonly Tool[] = [
  {
    name: 'find_skills',
    title: 'Find skills',
    description:
      'Finds the skills that fit a task, in any language, the best first. Call it first whenever a task may need an ability you lack.',
    inputSchema: toolSchema({ ...INPUTS.find_skills }),
    outputSchema: toolSchema({
      type: 'object',
      required: ['skills'],
      properties: { skills: { type: 'array', items: FOUND } },
    }),
    annotations: READS,
  },
  {
    name: 'describe_skill',
    title: 'Describe a skill',
    description:
      'Says how a skill is used and called: its instructions, and the parameters and result of each of its actions.',
    inputSchema: toolSchema({ ...INPUTS.describe_skill }),
    annotations: READS,
  },
  {
    name: 'run_skill',
    title: 'Run a skill',
    description:
      'Runs an action of a skill with parameters as describe_skill states them, and answers with its result.',
    inputSchema: toolSchema({ ...INPUTS.run_skill }),
    annotations: RUNS,
  },
]

const CHECKERS = new Map(Object.entries(INPUTS).map(([name, schema]) => [name, openSchema(schema)]))

/** What a call of a compact tool asks for, checked and repaired like the input of any skill. Throws when it does not fit. */
export function compactInput(tool: string, values: unknown): Readonly<Record<string, unknown>> {
  const checked = CHECKERS.get(tool)?.check(values ?? {})
  if (checked === undefined) throw new SkillError('UNKNOWN_ACTION', `There is no tool ${tool.slice(0, 100)}`)
  if (!checked.ok || !isObject(checked.value)) throw inputError(checked.issues)
  return checked.value
}

/** Answers find_skills and describe_skill. Never throws for what the caller did. */
export async function answerCompact(
  catalog: SkillCatalog,
  tool: string,
  values: unknown,
  { signal }: CatalogRunOptions,
): Promise<SkillResponse> {
  try {
    const { query, limit, skill } = compactInput(tool, values)
    if (tool === 'describe_skill') return succeeded(await describe(catalog, String(skill)))
    const found = await catalog.find(String(query), {
      topK: Number(limit),
      ...(signal === undefined ? {} : { signal }),
    })
    const skills = found.map(({ id, name, description, score }) => ({ skill: id, name, description, score }))
    return succeeded({ skills })
  } catch (thrown) {
    return failed(thrown)
  }
}

async function describe(catalog: SkillCatalog, id: string): Promise<Readonly<Record<string, unknown>>> {
  const skill = await catalog.read(id)
  const instructions = [skill.systemPrompt, skill.body].filter((part) => part?.trim()).join('\n\n')
  return {
    skill: id,
    name: skill.name,
    description: skill.description,
    ...(skill.version === undefined ? {} : { version: skill.version }),
    actions: actionsOf(skill).map((action) => {
      const { inputSchema, outputSchema, annotations } = toolBody(skill, action)
      return {
        name: action?.name ?? 'run',
        ...(action?.description === undefined ? {} : { description: action.description }),
        params: inputSchema,
        ...(outputSchema === undefined ? {} : { result: outputSchema }),
        annotations,
      }
    }),
    instructions: instructions.slice(0, MAX_INSTRUCTIONS).toWellFormed(),
    ...(instructions.length > MAX_INSTRUCTIONS ? { instructions_cut: true } : {}),
    uri: skillUri(id, 'SKILL.md'),
  }
}
