import { parse } from 'semver'
import { preview } from './json.ts'
import { SkillError } from './skill-error.ts'

/** A semantic version that was read. */
export interface Version {
  /** The version as it is written: `1.2.0-rc.1`, without `v` and without build metadata. */
  readonly text: string
  readonly major: number
  readonly minor: number
  readonly patch: number
  /** The parts after the hyphen; empty for a release. */
  readonly prerelease: readonly (string | number)[]
}

/** Options of parseVersion. */
export interface VersionOptions {
  /** Also read what is not quite semver: `3.1` and `3` (absent parts are 0) and Python's `3.1.0rc1`. */
  readonly short?: boolean
}

// The semver package refuses more than 256 characters too; looking first keeps a megabyte out of every regular expression.
const MAX_CHARACTERS = 256
const PYTHON_PRERELEASES: Readonly<Record<string, string>> = { a: 'alpha', b: 'beta', c: 'rc', rc: 'rc' }

/** Reads a semantic version, with or without a leading `v`. Throws SkillError INVALID_INPUT that says what was expected. */
export function parseVersion(text: string, options: VersionOptions = {}): Version {
  const version = readVersion(text, options)
  if (version !== undefined) return version
  const expected = options.short ? 'a version such as 1.2.0 or 1.2' : 'a semantic version such as 1.2.0'
  throw new SkillError('INVALID_INPUT', `Expected ${expected}, got ${preview(text)}`, { hint: `Write ${expected}.` })
}

// Nearly every version is of this form, and to load the semver package takes longer than to read all that a command has to read.
const PLAIN = /^v?(0|[1-9]\d{0,9})\.(0|[1-9]\d{0,9})\.(0|[1-9]\d{0,9})$/

/** Reads a semantic version as parseVersion does; undefined when it is none. */
export function readVersion(text: string, { short = false }: VersionOptions = {}): Version | undefined {
  if (typeof text !== 'string' || text.length > MAX_CHARACTERS) return undefined
  const plain = PLAIN.exec(text)
  if (plain !== null) {
    const [major = 0, minor = 0, patch = 0] = plain.slice(1).map(Number)
    return { text: `${major}.${minor}.${patch}`, major, minor, patch, prerelease: [] }
  }
  const read = parse(short ? completeVersion(text) : text)
  if (read === null) return undefined
  const { version, major, minor, patch, prerelease } = read
  return { text: version, major, minor, patch, prerelease: [...prerelease] }
}

/** A version with its absent parts as zeros and a Python pre-release suffix as semver writes it; anything else as it is. */
export function completeVersion(text: string): string {
  const match = /^\s*v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:(a|b|c|rc)(\d+))?([-+].*)?$/i.exec(text.trimEnd())
  if (match === null) return text
  const [, major, minor = '0', patch = '0', phase, number, rest = ''] = match
  const prerelease = phase === undefined ? '' : `-${PYTHON_PRERELEASES[phase.toLowerCase()]}.${number}`
  return `${major}.${minor}.${patch}${prerelease}${rest}`
}
