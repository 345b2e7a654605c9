import { isObject } from '@skillwright/contract'
import type { Skill } from '@skillwright/skill'

/** What a skill needs of its host. Absent is: nothing of that kind. */
export interface Needs {
  /** Range of host versions. */
  readonly hostRange?: string
  /** Tools the host must have. */
  readonly tools?: readonly string[]
  /** Tools in whose absence it is meant to help: with all of them it is not needed. */
  readonly insteadOf?: readonly string[]
  /** Programs that must be on the PATH. */
  readonly programs?: readonly string[]
  /** Programs of which one must be on the PATH. */
  readonly anyProgram?: readonly string[]
  /** Environment variables that must be set. */
  readonly variables?: readonly string[]
  /** Operating systems, by Node's names. */
  readonly systems?: readonly string[]
  /** True when its author lets only people invoke it. */
  readonly isForPeople?: true
}

type Fields = Readonly<Record<string, unknown>>

// A skill that names more than this is hostile.
const MAX_NAMES = 64
const MAX_NAME_LENGTH = 128

/** What a skill needs of its host, in whichever dialect it says so; undefined when it needs nothing. */
export function needsOf(
  skill: Pick<Skill, 'frontMatter' | 'manifest' | 'hermesVersion' | 'toolsRequired'>,
): Needs | undefined {
  const { frontMatter } = skill
  // Most need nothing, and thousands are asked.
  if (!mayNeed(skill)) return undefined
  const metadata = mapOf(frontMatter.metadata)
  const openclaw = mapOf(metadata.openclaw ?? metadata.clawdbot ?? metadata.clawdis)
  const hermes = mapOf(metadata.hermes)
  const requires = mapOf(openclaw.requires)
  const isForPeople = frontMatter['disable-model-invocation'] === true
  // OpenClaw's word for a skill that is offered whatever is missing.
  if (openclaw.always === true && !isForPeople) return undefined
  const needs = {
    hostRange: skill.hermesVersion ?? compatibleHermes(frontMatter.compatibility),
    tools: names(skill.toolsRequired, metadata['tools-required'], hermes.requires_tools, hermes.requires_toolsets),
    insteadOf: names(hermes.fallback_for_tools, hermes.fallback_for_toolsets),
    programs: names(requires.bins, mapOf(skill.manifest?.permissions).programs),
    anyProgram: names(requires.anyBins),
    variables: names(requires.env),
    systems: names(openclaw.os, frontMatter.platforms).map((name) => SYSTEMS[name.toLowerCase()] ?? name),
    isForPeople,
  }
  const stated = Object.entries(needs).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value))
  return stated.length === 0 ? undefined : (Object.fromEntries(stated) as Needs)
}

function mayNeed({ frontMatter, manifest, hermesVersion, toolsRequired }: Parameters<typeof needsOf>[0]): boolean {
  return (
    hermesVersion !== undefined ||
    toolsRequired.length > 0 ||
    manifest?.permissions !== undefined ||
    ['metadata', 'compatibility', 'platforms', 'disable-model-invocation'].some((key) =>
      Object.hasOwn(frontMatter, key),
    )
  )
}

const SYSTEMS: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  macos: 'darwin',
  mac: 'darwin',
  osx: 'darwin',
  windows: 'win32',
})

/** The range that an export to the standard leaves in `compatibility`. */
function compatibleHermes(compatibility: unknown): string | undefined {
  return typeof compatibility === 'string' ? /(?:^|; )Hermes ([^;]{1,200})/.exec(compatibility)?.[1]?.trim() : undefined
}

/** The names in lists, or in texts with spaces or commas between them. */
function names(...values: readonly unknown[]): string[] {
  const found = values.flatMap((value) =>
    typeof value === 'string' ? value.split(/[\s,，、]+/) : Array.isArray(value) ? value : [],
  )
  const words = found.filter((name): name is string => typeof name === 'string' && name !== '')
  return [...new Set(words.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_NAME_LENGTH)))]
}

/** A map, also one written as JSON text. */
function mapOf(value: unknown): Fields {
  if (isObject(value)) return value
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return {}
  try {
    return mapOf(JSON.parse(value))
  } catch {
    return {}
  }
}
