import { isObject, openSchema } from '@skillwright/contract'
import { FRONT_MATTER_SCHEMA } from '../schemas/front-matter-schema.ts'
import { SHARED_FIELDS } from '../schemas/known-fields.ts'
import { SKILL_JSON_SCHEMA } from '../schemas/skill-json-schema.ts'
import type { LintContext } from './lint-context.ts'
import { nearestName } from './nearest-name.ts'
import type { Report, Rule } from './rule.ts'

const MANIFEST = openSchema(SKILL_JSON_SCHEMA)
const MANIFEST_FIELDS = Object.keys(SKILL_JSON_SCHEMA.properties ?? {})
const FRONT_MATTER_FIELDS = Object.keys(FRONT_MATTER_SCHEMA.properties ?? {})
/** What is installed, under which terms, where and with what: here two answers are no answer. */
const DECIDES: ReadonlySet<string> = new Set([
  'id',
  'version',
  'license',
  'hermes_version',
  'tools_required',
  'tools_optional',
])

/** What skill.json must say. */
export const MANIFEST_RULES: readonly Rule[] = [
  {
    id: 'skill/manifest-missing',
    severity: { standard: 'error' },
    summary: 'There is no skill.json.',
    why: 'Machines read it: index and hub list a skill without opening its Markdown.',
    fix: 'Add one; `--fix` makes it of the front matter.',
    fixable: true,
    check({ files, frontMatter }, report) {
      if (!files.has('skill.json') && frontMatter.yaml !== '')
        report({ file: 'skill.json', line: 1 }, 'There is no skill.json')
    },
  },
  {
    id: 'skill/manifest-schema',
    severity: { standard: 'error' },
    summary: 'skill.json does not fit its schema.',
    why: 'What cannot be read is ignored, without a message to those who rely on it.',
    fix: 'Correct the place; `schemas/skill.schema.json` says what skill.json looks like.',
    check({ skill, inJson }, report) {
      if (skill.manifest === undefined) return
      for (const { path, message } of MANIFEST.check(skill.manifest, { policy: 'strict' }).issues)
        report(inJson('skill.json', path), message)
    },
  },
  {
    id: 'skill/manifest-differs',
    severity: { standard: 'error' },
    summary: 'A field that decides what is installed or run says something else in SKILL.md than in skill.json.',
    why: 'People read one and machines the other: they would talk about two different skills.',
    fix: 'Write the same in both; `--fix` takes what SKILL.md says.',
    fixable: true,
    check(context, report) {
      reportDifferences(context, report, ({ name }) => DECIDES.has(name))
    },
  },
  {
    id: 'skill/manifest-wording',
    severity: { standard: 'warning' },
    summary: 'A field that only describes the skill says something else in SKILL.md than in skill.json.',
    why: 'What people read differs from what is searched and listed.',
    fix: 'Write the same in both; `--fix` takes what SKILL.md says.',
    fixable: true,
    check(context, report) {
      reportDifferences(context, report, ({ name }) => !DECIDES.has(name))
    },
  },
  {
    id: 'skill/misspelt-field',
    severity: { standard: 'warning', clawhub: 'warning', hermes: 'warning' },
    summary: 'A field is not known, and looks like one that is.',
    why: 'A misspelt field is kept and never read: its author believes it is in effect.',
    fix: 'Correct the spelling.',
    check(context, report) {
      checkSpelling(Object.keys(context.frontMatter.fields), FRONT_MATTER_FIELDS, (name) => context.at(name), report)
      const manifest = Object.keys(context.skill.manifest ?? {})
      checkSpelling(manifest, MANIFEST_FIELDS, (name) => context.inJson('skill.json', `/${name}`), report)
    },
  },
]

function reportDifferences(context: LintContext, report: Report, isMeant: (difference: Difference) => boolean): void {
  for (const { name, front, json } of differences(context).filter(isMeant))
    report(
      context.inJson('skill.json', `/${name}`),
      `${name} is ${shown(front)} in ${context.skillFile}:${context.at(name).line} and ${shown(json)} in skill.json`,
    )
}

interface Difference {
  readonly name: string
  readonly front: unknown
  readonly json: unknown
}

/** The fields that SKILL.md and skill.json both state, and state differently. */
export function differences({ frontMatter, skill }: Pick<LintContext, 'frontMatter' | 'skill'>): Difference[] {
  const { fields } = frontMatter
  const manifest = isObject(skill.manifest) ? skill.manifest : {}
  // A SKILL.md of the open standard keeps the id in its name, and its title elsewhere.
  const isStandard = Object.hasOwn(fields, 'id')
  return Object.keys(SHARED_FIELDS)
    .filter((name) => isStandard || name !== 'name')
    .filter((name) => Object.hasOwn(fields, name) && Object.hasOwn(manifest, name))
    .map((name) => ({ name, front: fields[name], json: manifest[name] }))
    .filter(({ front, json }) => comparable(front) !== comparable(json))
}

/** A value as it is compared: white space is folded, lists know no order. */
function comparable(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify(value.map(String).toSorted())
  return typeof value === 'object' ? JSON.stringify(value) : String(value).trim().replaceAll(/\s+/g, ' ')
}

function checkSpelling(
  names: readonly string[],
  known: readonly string[],
  at: (name: string) => Parameters<Report>[0],
  report: Report,
): void {
  for (const name of names.slice(0, 500)) {
    const nearest = known.includes(name) ? undefined : nearestName(name, known)
    if (nearest !== undefined) report(at(name), `${name} is not a known field`, `Did you mean ${nearest}?`)
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
