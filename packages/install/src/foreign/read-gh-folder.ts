import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject, SkillError } from '@skillwright/contract'
import { readSkill } from '@skillwright/skill'
import type { ForeignLock, ForeignSkill } from './foreign-lock.ts'

/**
 * What `gh skill` installed into a folder of skills: it keeps no lock, and writes into each SKILL.md where it came from. Throws DATA_NOT_FOUND when there is nothing of it.
 */
export async function readGhFolder(dir: string): Promise<ForeignLock> {
  const names = (await readdir(dir)).filter((name) => !name.startsWith('.')).toSorted()
  const skills = (await Promise.all(names.map((name) => ghSkill(join(dir, name))))).filter((one) => one !== undefined)
  if (skills.length > 0) return { tool: 'gh', skills }
  throw new SkillError('DATA_NOT_FOUND', `No skill in ${dir} says that gh installed it`, {
    hint: 'Name the folder that gh put the skills into, such as .agents/skills, or the lock of another tool',
  })
}

async function ghSkill(dir: string): Promise<ForeignSkill | undefined> {
  const { id, frontMatter } = await readSkill(dir)
  const { metadata } = frontMatter
  if (!isObject(metadata)) return undefined
  const text = (key: string) => (typeof metadata[key] === 'string' ? metadata[key] : undefined)
  const repo = text('github-repo')
  if (repo === undefined) return undefined
  const address = /^https?:\/\//.test(repo) ? repo : `https://github.com/${repo}`
  const ref = text('github-ref')?.replace(/^refs\/(?:tags|heads)\//, '')
  const path = text('github-path')?.replace(/(?:^|\/)SKILL\.md$/i, '')
  const tail = [ref, path === undefined || path === '' ? undefined : `path:${path}`].filter(
    (part) => part !== undefined,
  )
  const source = `git+${address.replace(/(?:\.git)?\/*$/, '.git')}${tail.length === 0 ? '' : `#${tail.join('&')}`}`
  return { name: id, id, source }
}
