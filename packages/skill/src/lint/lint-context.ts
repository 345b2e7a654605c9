import { estimateTokens } from '@skillwright/contract'
import { decodeText } from '../decode-text.ts'
import { fieldPlace } from '../field-place.ts'
import { type FrontMatter, readFrontMatter } from '../front-matter.ts'
import { jsonPlaces } from '../json-places.ts'
import { type MarkdownSection, markdownSections } from '../markdown-sections.ts'
import { findSkillFile, parseSkill } from '../parse-skill.ts'
import type { Skill } from '../skill.ts'
import type { SkillFiles } from '../skill-files.ts'
import { knownSections, type SectionName } from '../skill-sections.ts'
import { type Profile, profileOf } from './profile.ts'
import type { Place } from './rule.ts'

/** Options of the lint. */
export interface LintOptions {
  /** Whose rules hold; without it those of the dialect that the skill is written in. */
  readonly profile?: Profile | undefined
  /** Name of the folder; without it nothing is compared with it. */
  readonly folder?: string
  /** What the files were parsed into; they are parsed here when absent. */
  readonly skill?: Skill
  /** Counts the tokens of a text. The default is an estimate: see `estimateTokens`. */
  readonly countTokens?: (text: string) => number
}

/** Everything that a check may read. */
export interface LintContext {
  readonly profile: Profile
  /** The profile was asked for, and holds to the letter. */
  readonly isStrict: boolean
  readonly files: SkillFiles
  readonly folder: string | undefined
  readonly skill: Skill
  readonly skillFile: string
  readonly frontMatter: FrontMatter
  readonly headings: readonly MarkdownSection[]
  readonly sections: Readonly<Partial<Record<SectionName, MarkdownSection>>>
  readonly countTokens: (text: string) => number
  /** The text of a file; empty when there is none. */
  text(path: string): string
  /** Where a front matter field stands, or the next best one; the first line of the fields when none is there. */
  at(...fields: readonly string[]): Place
  /** The line on which a value of a JSON file stands; undefined when there is no such value. */
  lineOf(file: string, pointer: string): number | undefined
  /** Where a value of a JSON file stands. */
  inJson(file: string, pointer: string): Place
  /** Where a section begins; the first line of the body when it is absent. */
  atSection(name: SectionName): Place
  /** Where an example of the Examples section begins. */
  atExample(title: string): Place
}

/** Reads a package for the lint. */
export function lintContext(
  files: SkillFiles,
  {
    profile,
    folder,
    skill = parseSkill(files, folder === undefined ? {} : { folder }),
    countTokens = estimateTokens,
  }: LintOptions,
): LintContext {
  const texts = new Map<string, string>()
  const text = (path: string): string => {
    const known = texts.get(path)
    if (known !== undefined) return known
    const bytes = files.get(path)
    const decoded = bytes ? decodeText(bytes, path).text : ''
    texts.set(path, decoded)
    return decoded
  }
  const places = new Map<string, ReturnType<typeof jsonPlaces>>()
  const lineOf = (file: string, pointer: string): number | undefined => {
    const placeOf = places.get(file) ?? jsonPlaces(text(file))
    places.set(file, placeOf)
    return placeOf(pointer)?.line
  }
  const skillFile = findSkillFile([...files.keys()]) ?? 'SKILL.md'
  const frontMatter = readFrontMatter(text(skillFile), skillFile)
  const headings = markdownSections(frontMatter.body, frontMatter.bodyLine)
  const sections = knownSections(headings)
  return {
    profile: profile ?? profileOf(skill),
    isStrict: profile !== undefined,
    files,
    folder,
    skill,
    skillFile,
    frontMatter,
    headings,
    sections,
    countTokens,
    text,
    at: (...fields) => {
      const { yaml, yamlLine } = frontMatter
      for (const field of fields) {
        const place = fieldPlace(yaml, field, yamlLine)
        if (place) return { file: skillFile, line: place.line }
      }
      return { file: skillFile, line: yamlLine }
    },
    lineOf,
    inJson: (file, pointer) => ({ file, pointer, line: lineOf(file, pointer) ?? 1 }),
    atExample: (title) => {
      const start = sections.examples?.line ?? frontMatter.bodyLine
      const heading = headings.find((each) => each.line >= start && each.title === title)
      return { file: skillFile, line: heading?.line ?? start }
    },
    atSection: (name) => ({ file: skillFile, line: sections[name]?.line ?? frontMatter.bodyLine }),
  }
}

/** True when the front matter states a field: an empty text states nothing, an empty list does. */
export function isStated(fields: Readonly<Record<string, unknown>>, name: string): boolean {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  return value !== undefined && value !== null && (typeof value !== 'string' || value.trim() !== '')
}
