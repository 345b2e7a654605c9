import { compare, diff } from 'semver'
import { parseVersion, type Version } from './version.ts'

/** How far one version is from an earlier one, or how far it must be. */
export type Bump = 'major' | 'minor' | 'patch' | 'none'

const SIZE: Readonly<Record<Bump | 'downgrade', number>> = { downgrade: -1, none: 0, patch: 1, minor: 2, major: 3 }

/**
 * The step from one version to another. A pre-release promises nothing yet, so that a step out of or within it counts as
 * the whole step it prepares: 2.0.0-rc.1 to 2.0.0 is major. Build metadata is no step. Throws SkillError INVALID_INPUT
 * for what is no semantic version.
 */
export function bumpBetween(before: string, after: string): Bump | 'downgrade' {
  const [old, next] = [parseVersion(before), parseVersion(after)]
  if (compare(next.text, old.text) < 0) return 'downgrade'
  const step = diff(old.text, next.text)
  if (step === null) return 'none'
  if (step === 'prerelease') return preparedStep(next)
  return step.endsWith('major') ? 'major' : step.endsWith('minor') ? 'minor' : 'patch'
}

/**
 * True when the step between two versions is at least the required one. Before 1.0.0 the leftmost number that is not zero
 * is the major one, as `^` has it in npm: 0.2.5 to 0.3.0 is enough for a breaking change, 0.2.5 to 0.2.6 for a new feature.
 */
export function bumpIsEnough(before: string, after: string, required: Bump): boolean {
  return SIZE[promisedStep(parseVersion(before), bumpBetween(before, after))] >= SIZE[required]
}

function promisedStep(before: Version, step: Bump | 'downgrade'): Bump | 'downgrade' {
  if (before.major > 0 || step === 'none' || step === 'downgrade' || step === 'major') return step
  if (step === 'minor' || before.minor === 0) return 'major'
  return 'minor'
}

function preparedStep({ minor, patch }: Version): Bump {
  if (patch > 0) return 'patch'
  return minor > 0 ? 'minor' : 'major'
}
