import { type Finding, isObject } from '@skillwright/contract'
import { decodeText } from '../decode-text.ts'
import { readFrontMatter } from '../front-matter.ts'
import { sha256 } from '../pack/digest-files.ts'
import { findSkillFile } from '../parse-skill.ts'
import type { Skill } from '../skill.ts'
import type { SkillFiles } from '../skill-files.ts'
import { jsonFile, skillJson } from './skill-json.ts'

// Key of an exported skill.json under which the original stands.
const KEPT_KEY = 'x-exported'

/** What an export keeps of the skill that it was made from. */
interface KeptOriginal {
  readonly to: string
  /** SHA-256 of the front matter that was written: while it matches, the export is unedited. */
  readonly written: string
  /** The front matter as its author wrote it. */
  readonly front_matter: string
  /** Their skill.json, when they had one. */
  readonly skill_json?: Readonly<Record<string, unknown>>
}

/** The skill.json of an export: what the skill says, and the original front matter and skill.json to come back to. */
export function keepOriginal(
  files: SkillFiles,
  skill: Skill,
  { target, markdown, findings }: { target: string; markdown: Uint8Array; findings: Finding[] },
): Uint8Array {
  if (files.has('skill.json') && skill.manifest === undefined) {
    findings.push({
      rule: 'export/skill-json',
      severity: 'error',
      file: 'skill.json',
      message: 'skill.json could not be read and was replaced',
      fix: 'Correct it and export again.',
    })
  }
  const kept: KeptOriginal = {
    to: target,
    written: sha256(headOf(markdown)),
    front_matter: headOf(skillFileOf(files)),
    ...(skill.manifest === undefined ? {} : { skill_json: skill.manifest }),
  }
  return jsonFile({ ...skillJson(skill), [KEPT_KEY]: kept })
}

/** True for the skill.json of an export: its keys are those of the original, and tell nothing of how SKILL.md is written. */
export function isExportManifest(manifest: Readonly<Record<string, unknown>>): boolean {
  return isKept(manifest[KEPT_KEY])
}

/** Files that may be an export, as they should be read. */
export interface OpenedExport {
  /** The skill as its author wrote it; what it says now, when it was edited since. */
  readonly files: SkillFiles
  /** `restored` when the original came back, `edited` when SKILL.md was changed after the export. */
  readonly state: 'restored' | 'edited' | 'no-export'
  /** The original front matter of an edited export; empty otherwise. */
  readonly frontMatter: string
}

/** Takes an export back to the skill that it was made from. Any other files stay as they are. */
export function openExport(files: SkillFiles): OpenedExport {
  const manifest = manifestOf(files)
  const kept = manifest?.[KEPT_KEY]
  if (manifest === undefined || !isKept(kept)) return { files, state: 'no-export', frontMatter: '' }
  const opened = new Map(files)
  const markdown = skillFileOf(files)
  const head = headOf(markdown)
  if (sha256(head) !== kept.written) {
    const own = Object.entries(manifest).filter(([name]) => name !== KEPT_KEY)
    opened.set('skill.json', jsonFile(Object.fromEntries(own)))
    return { files: opened, state: 'edited', frontMatter: kept.front_matter }
  }
  const body = decodeText(markdown, 'SKILL.md').text.slice(head.length)
  opened.set('SKILL.md', new TextEncoder().encode(kept.front_matter + body))
  if (kept.skill_json === undefined) opened.delete('skill.json')
  else opened.set('skill.json', jsonFile(kept.skill_json))
  return { files: opened, state: 'restored', frontMatter: '' }
}

function manifestOf(files: SkillFiles): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(decodeText(files.get('skill.json') ?? new Uint8Array(), 'skill.json').text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isKept(value: unknown): value is KeptOriginal {
  return (
    isObject(value) &&
    typeof value.written === 'string' &&
    typeof value.front_matter === 'string' &&
    (value.skill_json === undefined || isObject(value.skill_json))
  )
}

/** Everything above the body: the front matter with its marks. */
function headOf(markdown: Uint8Array): string {
  const { text } = decodeText(markdown, 'SKILL.md')
  return text.slice(0, text.length - readFrontMatter(text).body.length)
}

function skillFileOf(files: SkillFiles): Uint8Array {
  return files.get(findSkillFile([...files.keys()]) ?? '') ?? new Uint8Array()
}
