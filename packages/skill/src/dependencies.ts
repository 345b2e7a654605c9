import { type Finding, isObject, parseRange, SkillError } from '@skillwright/contract'

const NAME = /^(?:@?[a-z0-9]+(?:-[a-z0-9]+)*\/)?[a-z0-9]+(?:-[a-z0-9]+)*$/
const MOST = 100
const MAX_CHARACTERS = 140

/** Reads `dependencies` of skill.json: the skills it needs, each with a range of versions. What cannot be read is reported and needs nothing. */
export function readDependencies(value: unknown, findings: Finding[]): ReadonlyMap<string, string> {
  if (value === undefined) return new Map()
  if (!isObject(value)) {
    findings.push(wrong('dependencies should be a map of skills to ranges'))
    return new Map()
  }
  const entries = Object.entries(value)
  if (entries.length > MOST)
    findings.push(wrong(`dependencies should name at most ${MOST} skills, got ${entries.length}`))
  return new Map(
    entries.slice(0, MOST).flatMap(([name, range]): [string, string][] => {
      const why = whyWrong(name, range)
      if (why === undefined) return [[name, String(range)]]
      findings.push(wrong(why))
      return []
    }),
  )
}

function whyWrong(name: string, range: unknown): string | undefined {
  if (name.length > MAX_CHARACTERS || !NAME.test(name))
    return `dependencies has ${JSON.stringify(name.slice(0, 80))}, which is not the name of a skill`
  if (typeof range !== 'string') return `dependencies.${name} should be a range of versions, got ${typeof range}`
  try {
    parseRange(range)
    return undefined
  } catch (thrown) {
    if (thrown instanceof SkillError) return `dependencies.${name}: ${thrown.message}`
    throw thrown
  }
}

function wrong(message: string): Finding {
  return {
    rule: 'skill/dependencies',
    severity: 'error',
    file: 'skill.json',
    message,
    fix: 'Write {"@acme/pdf-reader": "^1.2"}: the skill with its scope, and a range of versions.',
  }
}
