import type { ListResourcesResult, ReadResourceResult, Resource } from '@modelcontextprotocol/server'
import { SkillError } from '@skillwright/contract'
import type { SkillFiles } from '@skillwright/skill'
import { agentFiles } from './agent-files.ts'
import { mediaType, textOf } from './media-type.ts'
import { pageOf } from './page-of.ts'
import type { OfferedSkill, SkillCatalog } from './skill-catalog.ts'
import { parseSkillUri, skillUri } from './skill-uri.ts'

/** Skills on one page of resources; each has mostly a dozen files. */
const SKILLS_PER_PAGE = 50

/** The files of all skills, a page of skills at a time. */
export async function listResources(catalog: SkillCatalog, cursor: string | undefined): Promise<ListResourcesResult> {
  const { items, nextCursor } = pageOf(await catalog.list(), cursor, SKILLS_PER_PAGE)
  const pages = await Promise.all(items.map((offered) => resourcesOf(catalog, offered)))
  return { resources: pages.flat(), ...(nextCursor === undefined ? {} : { nextCursor }) }
}

async function resourcesOf(catalog: SkillCatalog, offered: OfferedSkill): Promise<ListResourcesResult['resources']> {
  const files = await filesOf(catalog, offered.id)
  return [...files].map(([path, bytes]) => resourceOf(offered, path, bytes.length))
}

/** One file as a list names it; SKILL.md says what the skill is for. */
export function resourceOf({ id, name, description }: OfferedSkill, path: string, size: number): Resource {
  const mimeType = mediaType(path)
  return {
    uri: skillUri(id, path),
    ...(path === 'SKILL.md' ? { name: id.replace(/^.*\//, ''), title: name, description } : { name: `${id}/${path}` }),
    ...(mimeType === undefined ? {} : { mimeType }),
    size,
  }
}

/** The files of a skill that is offered; none for one that went away meanwhile. */
async function filesOf(catalog: SkillCatalog, id: string): Promise<SkillFiles> {
  try {
    return await agentFiles(await catalog.read(id))
  } catch (thrown) {
    if (thrown instanceof SkillError) return new Map()
    throw thrown
  }
}

/** A place inside a skill that is offered. */
export interface ResourcePlace {
  readonly offered: OfferedSkill
  readonly files: SkillFiles
  /** Below the skill's folder; empty for the folder itself. */
  readonly path: string
}

/** Where an address leads; undefined when no skill that is offered is there. */
export async function findResource(catalog: SkillCatalog, uri: string): Promise<ResourcePlace | undefined> {
  const parts = parseSkillUri(uri)
  if (parts === undefined) return undefined
  const prefix = `${skillUri(parts.join('/'))}/`
  const offered = (await catalog.list()).find(({ id }) => prefix.startsWith(`${skillUri(id)}/`))
  if (offered === undefined) return undefined
  const depth = parseSkillUri(skillUri(offered.id))?.length ?? 0
  return { offered, files: await filesOf(catalog, offered.id), path: parts.slice(depth).join('/') }
}

/** The content of a file: text where it is text, else base64. Undefined when there is none. */
export async function readResource(catalog: SkillCatalog, uri: string): Promise<ReadResourceResult | undefined> {
  const place = await findResource(catalog, uri)
  const bytes = place?.files.get(place.path)
  return place === undefined || bytes === undefined ? undefined : { contents: [contentOf(uri, place.path, bytes)] }
}

/** A file as it is sent. */
export function contentOf(uri: string, path: string, bytes: Uint8Array): ReadResourceResult['contents'][number] {
  const text = textOf(bytes)
  const mimeType = mediaType(path) ?? (text === undefined ? 'application/octet-stream' : 'text/plain')
  return text === undefined ? { uri, mimeType, blob: Buffer.from(bytes).toString('base64') } : { uri, mimeType, text }
}
