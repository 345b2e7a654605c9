import { SkillError } from '@skillwright/contract'
import { checkPaths, type Digest, digestOfList, NO_PERMISSIONS, type Permissions } from '@skillwright/skill'
import { isFolderName } from '../place/folder-name.ts'
import { readSourceSpec } from '../sources/source-spec.ts'
import { type FactTree, readFacts } from './fact-tree.ts'
import type { Lock, LockedSkill } from './lock.ts'
import { LOCK_VERSION } from './write-lock.ts'

const HASH = /^[0-9a-f]{64}$/
// So deep that no relative path leads out of it.
const ANYWHERE = '/-'.repeat(200)

/**
 * Reads a lock. Throws INVALID_INPUT for what is none, and INTEGRITY_FAILED when it contradicts itself: the digest of a skill follows from the digests of
 * its files, so a changed line shows.
 */
export function readLock(text: string, file = 'skillwright.lock'): Lock {
  const facts = readFacts(text, file)
  const version = facts.get('lock')
  if (version !== LOCK_VERSION)
    throw new SkillError(
      'INVALID_INPUT',
      `Expected a lock of version ${LOCK_VERSION} in ${file}, got ${JSON.stringify(version) ?? 'none'}`,
      {
        hint: 'A newer skillwright wrote it: update, or delete it and run: skillwright install',
      },
    )
  const skills = [...treeAt(facts, 'skills', file)].map(([name, skill]) => readSkill(name, skill, file))
  const names = new Set(skills.map(({ name }) => name))
  const roots = [...treeAt(facts, 'roots', file)].map(([asked, found]) => {
    const locked = typeof found === 'string' ? found.split(' ') : []
    if (!locked.every((name) => names.has(name))) throw wrong(file, `${asked} is not among the skills`)
    return { asked, names: locked }
  })
  for (const { name, dependencies } of skills)
    for (const needed of dependencies.keys())
      if (!names.has(needed)) throw wrong(file, `${name} needs ${needed}, which is not among the skills`)
  return { roots, skills }
}

function readSkill(name: string, facts: string | FactTree, file: string): LockedSkill {
  if (typeof facts === 'string' || !isFolderName(name)) throw wrong(file, `${JSON.stringify(name)} is not a skill`)
  const text = (key: string): string | undefined => {
    const value = facts.get(key)
    if (value === undefined || typeof value === 'string') return value
    throw wrong(file, `${name}.${key} should be a text`)
  }
  const needed = (key: string): string => {
    const value = text(key)
    if (value === undefined || value === '') throw wrong(file, `${name}.${key} is missing`)
    return value
  }
  const files = [...treeAt(facts, 'files', file)].map(([path, sha256]) => {
    if (typeof sha256 !== 'string' || !HASH.test(sha256)) throw wrong(file, `${name}.files.${path} should be a SHA-256`)
    return { path, sha256 }
  })
  checkPaths(files.map(({ path }) => path))
  const digest = needed('digest')
  const found = digestOfList(files)
  if (digest !== found)
    throw new SkillError(
      'INTEGRITY_FAILED',
      `${file} says ${name} has the digest ${digest}, its list of files has ${found}`,
      {
        hint: 'The lock was changed by hand or by a merge: restore it, or delete it and run: skillwright install',
      },
    )
  // A source has one form; another one of it could pass for what it is not.
  const source = needed('source')
  if (readSourceSpec(source, ANYWHERE) !== source) throw wrong(file, `${name}.source is not in its one form`)
  const archive = text('archive')
  if (archive !== undefined && !HASH.test(archive)) throw wrong(file, `${name}.archive should be a SHA-256`)
  const log = text('log')
  if (log !== undefined && !/^\d{1,15}$/.test(log)) throw wrong(file, `${name}.log should be a number`)
  const optional = {
    revision: text('revision'),
    archive,
    signedBy: text('signed_by'),
    license: text('license'),
    forced: text('forced'),
    hostRange: text('host'),
  }
  return {
    name,
    id: needed('id'),
    version: needed('version'),
    source,
    digest: digest as Digest,
    ...(Object.fromEntries(
      Object.entries(optional).filter(([, value]) => value !== undefined),
    ) as Partial<LockedSkill>),
    ...(log === undefined ? {} : { logIndex: Number(log) }),
    dependencies: new Map([...treeAt(facts, 'dependencies', file)].map(([key, range]) => [key, String(range)])),
    tools: [...treeAt(facts, 'tools', file).keys()],
    permissions: readPermissions([...treeAt(facts, 'permissions', file).keys()], name, file),
    files,
  }
}

function readPermissions(granted: readonly string[], name: string, file: string): Permissions {
  const lists: Record<string, string[]> = Object.fromEntries(Object.keys(NO_PERMISSIONS).map((kind) => [kind, []]))
  for (const text of granted) {
    const [, kind = '', item = ''] = /^(\w+) (.*)$/s.exec(text) ?? []
    const list = Object.hasOwn(lists, kind) ? lists[kind] : undefined
    if (list === undefined)
      throw wrong(file, `${name}.permissions has ${JSON.stringify(text.slice(0, 80))}, which is no permission`)
    list.push(item)
  }
  return lists as unknown as Permissions
}

function treeAt(facts: FactTree, key: string, file: string): FactTree {
  const value = facts.get(key) ?? new Map<string, string>()
  if (typeof value !== 'string') return value
  throw wrong(file, `${key} should be a list of facts`)
}

function wrong(file: string, why: string): SkillError {
  return new SkillError('INVALID_INPUT', `${file} is not a lock: ${why}`, {
    hint: 'Restore it from version control, or delete it and run: skillwright install',
  })
}
