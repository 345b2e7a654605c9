import { Range, satisfies as rangeHolds, SemVer } from 'semver'
import { preview } from './json.ts'
import { SkillError } from './skill-error.ts'
import { completeVersion, parseVersion, type Version } from './version.ts'

/** A range of versions that was read, in npm form (`^1.2`) or comma form (`>=3.0.0,<4.0.0`). */
export interface VersionRange {
  /** The range as it was written. */
  readonly text: string
  includes(version: Version): boolean
}

/** What one side of `||` says: an npm range, and what `!=` takes out of it again; each is made by its first use. */
interface Alternative {
  readonly range: () => Range
  readonly excluded: readonly (() => Range)[]
}

const MAX_CHARACTERS = 1_000
const EXPECTED = 'a version range such as ^1.2, 1.x, ">=1.0.0 <2.0.0" or ">=3.0.0,<4.0.0"'
const HYPHEN_RANGE = /^\S+\s+-\s+\S+$/
const COMPARATOR = /^(===|==|~=|!=|>=|<=|~>|[<>=~^])?\s*v?([0-9xX*][0-9A-Za-z.*+-]*)\s*/

/**
 * Reads a range. npm's and Python's operators are both understood, also side by side. Where they differ (`>3.1`, `<=3.1`)
 * a comma or a Python operator (`==`, `~=`, `!=`) makes it Python's reading, otherwise it is npm's.
 * Throws SkillError INVALID_INPUT that says what was expected.
 */
export function parseRange(text: string): VersionRange {
  if (typeof text !== 'string' || text.length > MAX_CHARACTERS) throw wrongRange(text)
  const sides = text.split('||')
  // npm takes an empty side for "anything", so that one slip of the keyboard would open the range to every version.
  if (sides.length > 1 && sides.some((side) => side.trim() === '')) throw wrongRange(text, 'one side of || is empty')
  const alternatives = sides.map((side) => readAlternative(side, text))
  return {
    text,
    includes: (given) => {
      const version = semverOf(given)
      return alternatives.some(
        ({ range, excluded }) =>
          range().test(version) && !excluded.some((out) => rangeHolds(version, out(), { includePrerelease: true })),
      )
    },
  }
}

const READ = new WeakMap<Version, SemVer>()

/** A version as the library has it; read once, since a solver asks about the same ones thousands of times. */
function semverOf(version: Version): SemVer {
  const read = READ.get(version) ?? new SemVer(version.text)
  READ.set(version, read)
  return read
}

/**
 * True when the version lies in the range. A pre-release lies only in a range that names a pre-release of the same
 * `major.minor.patch`, in both forms (npm's rule, the narrower one). Throws SkillError INVALID_INPUT for what is neither.
 */
export function satisfies(version: string | Version, range: string | VersionRange): boolean {
  const read = typeof range === 'string' ? parseRange(range) : range
  return read.includes(typeof version === 'string' ? parseVersion(version) : version)
}

function readAlternative(side: string, text: string): Alternative {
  const isPython = /,|[=~!]=/.test(side)
  const included: string[] = []
  const excluded: string[] = []
  for (const part of side.split(',').map((piece) => piece.trim())) {
    if (HYPHEN_RANGE.test(part)) {
      included.push(openRange(part, text)().range)
      continue
    }
    for (let rest = part; rest !== ''; ) {
      const match = COMPARATOR.exec(rest)
      if (match === null) throw wrongRange(text, `cannot read ${preview(rest)}`)
      const [whole, operator = '', version = ''] = match
      if (operator === '!=') excluded.push(exactly(version))
      else included.push(toNpm(operator, version, isPython, text))
      rest = rest.slice(whole.length)
    }
  }
  return { range: openRange(included.join(' '), text), excluded: excluded.map((range) => openRange(range, text)) }
}

function toNpm(operator: string, version: string, isPython: boolean, text: string): string {
  if (operator === '==' || operator === '===') return exactly(version)
  if (operator === '~=') return compatibleRelease(version, text)
  // `>=3` and `<3` say the same in both forms, `>3` and `<=3` do not.
  const isComplete = isPython ? /^[<>]/.test(operator) : operator === '>=' || operator === '<'
  return operator + (isComplete ? completeVersion(version) : version)
}

/** Python's `==3.1` is 3.1.0 and nothing else; `==3.1.*` is npm's `3.1.*`. */
function exactly(version: string): string {
  return version.includes('*') ? version : `=${completeVersion(version)}`
}

/** Python's `~=3.1` is 3.1 or later before 4, `~=3.1.2` is 3.1.2 or later before 3.2. */
function compatibleRelease(version: string, text: string): string {
  const [, major, minor, patch] = /^(\d+)\.(\d+)(\.\d+)?(?![.*\d])/.exec(version) ?? []
  if (major === undefined) throw wrongRange(text, `~= needs at least two numbers, as in ~=3.1`)
  const end = patch === undefined ? `${Number(major) + 1}.0.0-0` : `${major}.${Number(minor) + 1}.0-0`
  return `>=${completeVersion(version)} <${end}`
}

// What the semver package refuses has another form. Only to read a range, as lint does, the package need not be loaded.
const PLAIN = /^(?:(?:[<>]=?|[=~^])?(?:0|[1-9]\d{0,9})(?:\.(?:0|[1-9]\d{0,9})){0,2}(?: |$))+$/

function openRange(range: string, text: string): () => Range {
  let made: Range | undefined
  const make = () => {
    made ??= new Range(range)
    return made
  }
  if (PLAIN.test(range)) return make
  try {
    make()
    return make
  } catch (cause) {
    throw wrongRange(text, cause instanceof Error ? cause.message : undefined)
  }
}

function wrongRange(text: unknown, why?: string): SkillError {
  const message = `Expected ${EXPECTED}, got ${preview(text)}${why === undefined ? '' : `: ${why}`}`
  return new SkillError('INVALID_INPUT', message, { hint: `Write ${EXPECTED}.` })
}
