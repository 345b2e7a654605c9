import { parseRange, parseVersion, SkillError } from '@skillwright/contract'
import { isStated } from './lint-context.ts'
import type { Profile } from './profile.ts'
import { everywhere, type Rule } from './rule.ts'

const REQUIRED: Readonly<Record<Profile, readonly string[]>> = {
  standard: ['id', 'version', 'name', 'description', 'tools_required', 'hermes_version'],
  agentskills: ['name', 'description'],
  clawhub: ['name', 'description'],
  hermes: ['name', 'description'],
}

const RECOMMENDED: Readonly<Record<Profile, readonly string[]>> = {
  standard: ['author', 'license', 'tags'],
  // The standard recommends none: a licence is mostly stated once for a whole collection.
  agentskills: [],
  clawhub: ['version'],
  hermes: ['version', 'author', 'license', 'platforms'],
}

// How an absent field is written.
const SAMPLES: Readonly<Record<string, string>> = {
  id: 'id: my-skill',
  version: 'version: 1.0.0',
  name: 'name: My Skill',
  description: 'description: What it does, and when to use it.',
  tools_required: 'tools_required: []',
  hermes_version: 'hermes_version: ">=3.0.0"',
  author: 'author: your-name',
  license: 'license: MIT',
  tags: 'tags: [research]',
  platforms: 'platforms: [macos, linux, windows]',
}

/** What the fields of the front matter must say. */
export const FIELD_RULES: readonly Rule[] = [
  {
    id: 'skill/required-field',
    severity: everywhere('error'),
    summary: 'A required field is missing from the front matter.',
    why: 'Index, search and hub know a skill by these fields; without one it cannot be found, compared or installed.',
    fix: 'Add the field.',
    fixable: true,
    check({ profile, frontMatter, at }, report) {
      // Without front matter all are missing, and that has been said.
      if (frontMatter.yaml === '') return
      for (const name of REQUIRED[profile]) {
        if (!isStated(frontMatter.fields, name))
          report(at(name), `The required field ${name} is missing`, `Add ${SAMPLES[name]}`)
        else if (name !== 'tools_required' && typeof frontMatter.fields[name] === 'object')
          report(at(name), `The required field ${name} is not a text`, `Write ${SAMPLES[name]}`)
      }
    },
  },
  {
    id: 'skill/recommended-field',
    severity: { ...everywhere('info'), hermes: 'warning' },
    summary: 'A recommended field is missing from the front matter.',
    why: 'It is shown to users who decide whether to install the skill.',
    fix: 'Add the field.',
    check({ profile, frontMatter, at }, report) {
      if (frontMatter.yaml === '') return
      for (const name of RECOMMENDED[profile].filter((field) => !isStated(frontMatter.fields, field)))
        report(at(name), `The recommended field ${name} is missing`, `Add ${SAMPLES[name]}`)
    },
  },
  {
    id: 'skill/version-format',
    severity: { standard: 'error', clawhub: 'error', hermes: 'warning' },
    summary: 'The version is not a semantic one.',
    why: 'Ranges, updates and the changelog compare versions; one that cannot be compared is never updated.',
    fix: 'Write three numbers: 1.2.0.',
    check({ skill, at }, report) {
      if (skill.version === undefined || isRead(() => parseVersion(skill.version ?? ''))) return
      report(at('version'), `version should be a semantic version such as 1.2.0, got ${skill.version}`)
    },
  },
  {
    id: 'skill/host-range',
    severity: { standard: 'error' },
    summary: 'hermes_version is not a range of versions.',
    why: 'A host that cannot read it must either refuse the skill or hope.',
    fix: 'Write a range: ">=3.0.0", "^3.1" or ">=3.0.0,<4.0.0".',
    check({ skill, at }, report) {
      if (skill.hermesVersion === undefined || isRead(() => parseRange(skill.hermesVersion ?? ''))) return
      report(at('hermes_version'), `hermes_version should be a range of versions, got ${skill.hermesVersion}`)
    },
  },
  {
    id: 'skill/date-format',
    severity: { standard: 'warning' },
    summary: 'A date is not written as a day, or the skill was updated before it was created.',
    why: 'Lists are sorted by these days.',
    fix: 'Write year, month and day: 2024-03-15.',
    check({ skill, at }, report) {
      const { created, updated } = skill
      for (const [name, value] of Object.entries({ created, updated }))
        if (value !== undefined && !isDay(value))
          report(at(name), `${name} should be a day such as 2024-03-15, got ${value}`)
      if (created !== undefined && updated !== undefined && isDay(created) && isDay(updated) && updated < created)
        report(at('updated'), `updated is ${updated}, before created, which is ${created}`, 'Correct one of them.')
    },
  },
]

function isRead(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch (thrown) {
    if (thrown instanceof SkillError) return false
    throw thrown
  }
}

function isDay(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
