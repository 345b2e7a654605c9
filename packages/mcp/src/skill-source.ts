import type { Resource } from '@modelcontextprotocol/server'
import { type Skill as SkillEntry, type SkillSource, skillEntry } from '@modelcontextprotocol/server/ext/skills'
import type { SkillFiles } from '@skillwright/skill'
import { agentFiles } from './agent-files.ts'
import { textOf } from './media-type.ts'
import { pageOf } from './page-of.ts'
import type { OfferedSkill, SkillCatalog } from './skill-catalog.ts'
import { findResource, resourceOf } from './skill-resources.ts'
import { skillUri } from './skill-uri.ts'

const SKILLS_PER_PAGE = 50

/** The skills of a catalog for the skills extension (SEP-2640), as folders that agents install or read. */
export function skillSource(catalog: SkillCatalog): SkillSource {
  return {
    async list({ cursor }) {
      const { items, nextCursor } = pageOf(await catalog.list(), cursor, SKILLS_PER_PAGE)
      const entries = await Promise.all(items.map((offered) => readEntry(catalog, offered)))
      return {
        skills: entries.filter((entry) => entry !== undefined),
        ...(nextCursor === undefined ? {} : { nextCursor }),
      }
    },
    async get(uri) {
      const place = await findResource(catalog, uri)
      return place?.path === 'SKILL.md' ? readEntry(catalog, place.offered) : undefined
    },
    async read(uri) {
      const place = await findResource(catalog, uri)
      const bytes = place?.files.get(place.path)
      const text = bytes && textOf(bytes)
      return text === undefined ? bytes && { bytes } : { text }
    },
    async readDirectory(uri) {
      const place = await findResource(catalog, uri)
      const children = place && childrenOf(place.offered, place.files, place.path)
      return children === undefined || children.length === 0 ? undefined : { resources: children }
    },
  }
}

const entries = new WeakMap<SkillFiles, Promise<SkillEntry | undefined>>()

/** A skill with every file of it by digest and size; undefined for one that the standard has no name for, or that is too large for it. */
async function readEntry(catalog: SkillCatalog, { id }: OfferedSkill): Promise<SkillEntry | undefined> {
  const skill = await catalog.read(id).catch(() => undefined)
  const files = skill && (await agentFiles(skill).catch(() => undefined))
  if (files === undefined) return undefined
  const entry = entries.get(files) ?? makeEntry(id.replace(/^@/, ''), files)
  entries.set(files, entry)
  return entry
}

async function makeEntry(path: string, files: SkillFiles): Promise<SkillEntry | undefined> {
  const entry = await skillEntry(path, Object.fromEntries(files)).catch(() => undefined)
  // The address of a skill ends in its name.
  return entry?.frontmatter.name === path.split('/').at(-1) ? entry : undefined
}

/** What lies directly in a folder of a skill: files, and folders by their own media type. */
function childrenOf(offered: OfferedSkill, files: SkillFiles, folder: string) {
  const prefix = folder === '' ? '' : `${folder}/`
  const children = new Map<string, Resource>()
  for (const [path, content] of files) {
    if (!path.startsWith(prefix)) continue
    const [name = '', ...below] = path.slice(prefix.length).split('/')
    if (below.length === 0) children.set(name, resourceOf(offered, path, content.length))
    else if (!children.has(name))
      children.set(name, { uri: skillUri(offered.id, `${prefix}${name}`), name, mimeType: 'inode/directory' })
  }
  return [...children.values()]
}
