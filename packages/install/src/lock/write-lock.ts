import type { Permissions } from '@skillwright/skill'
import { type FactTree, writeFacts } from './fact-tree.ts'
import type { Lock, LockedSkill } from './lock.ts'

/** The form of locks that this program writes. */
export const LOCK_VERSION = '1'

/** A lock as text. */
export function writeLock({ roots, skills }: Lock): string {
  const tree = new Map<string, string | FactTree>([
    ['lock', LOCK_VERSION],
    ['roots', new Map(roots.map(({ asked, names }) => [asked, names.toSorted().join(' ')]))],
    ['skills', new Map(skills.map((skill) => [skill.name, factsOf(skill)]))],
  ])
  return `# Written by skillwright; to change it, change the manifest and run: skillwright install\n${writeFacts(tree)}`
}

function factsOf(skill: LockedSkill): FactTree {
  const { archive, revision, logIndex, signedBy, license, forced, hostRange: host } = skill
  const optional = { archive, revision, log: logIndex?.toString(), signed_by: signedBy, license, forced, host }
  const dependencies = new Map(skill.dependencies)
  const permissions = permissionFacts(skill.permissions)
  const tools = new Map(skill.tools.map((tool) => [tool, 'needed']))
  return new Map<string, string | FactTree>([
    ['id', skill.id],
    ['version', skill.version],
    ['source', skill.source],
    ['digest', skill.digest],
    ...Object.entries(optional).flatMap(([key, value]): [string, string][] =>
      value === undefined ? [] : [[key, value]],
    ),
    ...(dependencies.size === 0 ? [] : ([['dependencies', dependencies]] as const)),
    ...(permissions.size === 0 ? [] : ([['permissions', permissions]] as const)),
    ...(tools.size === 0 ? [] : ([['tools', tools]] as const)),
    ['files', new Map(skill.files.map(({ path, sha256 }) => [path, sha256]))],
  ])
}

/** One line for each thing that is allowed: `"network api.example.com": "granted"`. */
function permissionFacts(permissions: Permissions): FactTree {
  return new Map(
    Object.entries(permissions).flatMap(([kind, items]: [string, readonly string[]]) =>
      items.map((item): [string, string] => [`${kind} ${item}`, 'granted']),
    ),
  )
}
