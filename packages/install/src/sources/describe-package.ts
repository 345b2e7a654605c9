import { parseVersion, SkillError } from '@skillwright/contract'
import type { SkillFiles } from '@skillwright/skill'
import { parsedPackage } from './parsed-package.ts'
import type { Offer } from './source.ts'

/** What a package says of itself, for sources that hand out packages and nothing about them. A skill that states no version is 0.0.0. */
export function describePackage(files: SkillFiles, folder: string): { readonly id: string; readonly offer: Offer } {
  const skill = parsedPackage(files, folder)
  const { id, version, dependencies, hermesVersion, toolsRequired, permissions, license } = skill
  return {
    id,
    offer: {
      version: readVersion(version),
      dependencies,
      tools: toolsRequired,
      permissions,
      ...(hermesVersion === undefined ? {} : { hostRange: hermesVersion }),
      ...(license === undefined ? {} : { license }),
    },
  }
}

/** Many write `1.0`; what is no version at all cannot be compared with a range. */
function readVersion(stated: string | undefined): string {
  if (stated === undefined) return '0.0.0'
  try {
    return parseVersion(stated, { short: true }).text
  } catch (thrown) {
    if (thrown instanceof SkillError) return '0.0.0'
    throw thrown
  }
}
