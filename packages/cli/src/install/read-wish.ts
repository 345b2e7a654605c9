import { existsSync, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { parseReference } from '@skillwright/hub-api'
import { type Installer, type InstallRequest, isPath, readSourceSpec, readState } from '@skillwright/install'

type Wish = Pick<InstallRequest, 'add' | 'addCollections'>

/** What a user wants installed, from what they typed: a skill of a hub, a collection, or a source that is no hub. */
export async function readWish(text: string, installer: Installer, as?: string): Promise<Wish> {
  const alias = as === undefined ? {} : { as }
  const collection = /^collections?[:/](?<name>.+)$/.exec(text)?.groups?.name
  if (collection !== undefined) return { addCollections: [readCollection(collection)] }
  if (isPath(text) || /^[\w+-]+:|^[\w.-]+@[\w.-]+:/.test(text)) {
    const found = await lookAt(text, installer)
    return { add: [{ ...found, version: '*', ...alias }] }
  }
  const { prefix, isScope, name, range = '*' } = parseReference(text)
  if (prefix === undefined && existsSync(`${text}/SKILL.md`) && statSync(text).isDirectory())
    throw new SkillError('INVALID_INPUT', `${text} is a folder here, and could be the name of a skill of a hub`, {
      hint: `For the folder write ./${basename(text)}; for the hub's skill write its scope too: @scope/${name}`,
    })
  const id = prefix === undefined ? name : `${isScope ? '@' : ''}${prefix}/${name}`
  return { add: [{ id, version: range, ...alias }] }
}

function readCollection(text: string): { readonly id: string; readonly version: string } {
  const { prefix, name, range = '*' } = parseReference(text)
  if (prefix !== undefined) return { id: `@${prefix}/${name}`, version: range }
  throw new SkillError('INVALID_INPUT', `Expected a collection with its scope, got ${JSON.stringify(text)}`, {
    hint: `Write collection:@official/${name}; to see which there are: skillwright collection list`,
  })
}

/** Asks a source what it has: of a site or registry the name after `#`, of all others the one skill there is. */
async function lookAt(
  text: string,
  { project, sourcesOf, signal }: Installer,
): Promise<{ id: string; source: string }> {
  const source = readSourceSpec(isPath(text) ? resolve(text.replace(/^file:/, '')) : text, project.root)
  const [site = '', name = ''] = /^(?:well-known|clawhub)\+/.test(source) ? source.split('#') : [source]
  const { manifest } = await readState(project)
  const offers = await sourcesOf(manifest).open(site).offers([name], { signal })
  const { id = name, problem } = offers.get(name) ?? {}
  if (problem !== undefined) throw new SkillError('DATA_NOT_FOUND', problem)
  return { id, source: site }
}
