import { isObject, SkillError } from '@skillwright/contract'
import {
  type Descriptor,
  describeSkill,
  isDescriptor,
  parseSkill,
  readDescriptor,
  type SkillFiles,
} from '@skillwright/skill'

/**
 * The descriptor that descriptor.json of a package states, every field of it kept; what it leaves out comes from the rest of
 * the package. Undefined when it names no endpoint, or the skill cannot be called by it.
 */
export function statedDescriptor(files: SkillFiles): Descriptor | undefined {
  const own = readOwnDescriptor(files)
  if (own?.endpoint === undefined) return undefined
  if (isDescriptor(own)) return readDescriptor(own)
  try {
    return readDescriptor(describeSkill(parseSkill(files), { own }))
  } catch (thrown) {
    if (thrown instanceof SkillError) return undefined
    throw thrown
  }
}

/** What descriptor.json of a package says; undefined when there is none, or it is no object. */
export function readOwnDescriptor(files: SkillFiles): Readonly<Record<string, unknown>> | undefined {
  // By the one name whose addresses were looked at when it was published.
  const own = readJson(files.get('descriptor.json'))
  return isObject(own) ? own : undefined
}

function readJson(bytes: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(bytes ?? []).toString())
  } catch {
    return undefined
  }
}
