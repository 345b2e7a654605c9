import type { Tool } from '@modelcontextprotocol/server'
import { COMPACT_TOOLS } from './compact-tools.ts'
import type { OfferedSkill, SkillCatalog } from './skill-catalog.ts'
import { type SkillTool, skillTools } from './skill-tools.ts'

/** The tools of a catalog as they are now. */
export interface Toolset {
  /** True when skills are found and run through three tools instead of being tools themselves. */
  readonly isCompact: boolean
  readonly tools: readonly Tool[]
  /** The tool of that name; none in compact form. */
  tool(name: string): SkillTool | undefined
}

/** Above so many skills a list of tools costs a model more than it gives: clients cut it off, or choose worse. */
const COMPACT_ABOVE = 40

/** Keeps the tools of a catalog, made anew after a change. */
export function openToolset(
  catalog: SkillCatalog,
  { compact = 'auto' }: { readonly compact?: boolean | 'auto' } = {},
): () => Promise<Toolset> {
  let current: Promise<Toolset> | undefined
  catalog.onChange(() => {
    current = undefined
  })
  return () => {
    if (current === undefined) {
      const made = makeToolset(catalog, compact)
      current = made
      made.catch(() => {
        if (current === made) current = undefined
      })
    }
    return current
  }
}

async function makeToolset(catalog: SkillCatalog, compact: boolean | 'auto'): Promise<Toolset> {
  const offered = await catalog.list()
  if (compact === true || (compact === 'auto' && offered.length > COMPACT_ABOVE))
    return { isCompact: true, tools: COMPACT_TOOLS, tool: () => undefined }
  const skills = await Promise.all(offered.map((one) => readOffered(catalog, one)))
  const tools = skillTools(skills.filter((one) => one !== undefined))
  const byName = new Map(tools.map((tool) => [tool.definition.name, tool]))
  return { isCompact: false, tools: tools.map(({ definition }) => definition), tool: (name) => byName.get(name) }
}

/** A skill that cannot be read any more is not offered any more. */
async function readOffered(catalog: SkillCatalog, offered: OfferedSkill) {
  const skill = await catalog.read(offered.id).catch(() => undefined)
  return skill === undefined ? undefined : { offered, skill }
}
