import { basename, resolve } from 'node:path'
import { type Finding, lintContract, SkillError } from '@skillwright/contract'
import { readJson } from '../decode-text.ts'
import { readFiles } from '../read-files.ts'
import type { Skill } from '../skill.ts'
import { readCases } from '../skill-cases.ts'
import { inJson } from '../skill-contract.ts'
import type { SkillFiles } from '../skill-files.ts'
import { folderOf } from '../skill-folder.ts'
import { descriptorFile } from './descriptor-file.ts'
import { type LintContext, type LintOptions, lintContext } from './lint-context.ts'
import { PROFILES, type Profile } from './profile.ts'
import { RULES, SKILL_RULES } from './skill-rules.ts'
import { tolerate } from './tolerate.ts'

/**
 * Everything that could be better about a skill, by the rules of its own dialect or of a profile that is named. Never throws
 * for bad content. Throws when there is no such folder.
 */
export async function lintSkill(
  skill: string | Skill,
  options: Omit<LintOptions, 'folder' | 'skill'> = {},
): Promise<readonly Finding[]> {
  const dir = resolve(folderOf(skill))
  const { files, findings } = await readFiles(dir)
  return lintFiles(files, { ...options, folder: basename(dir), findings })
}

/** The same for files in memory. `findings` is what was noticed while they were read. Pure. */
export function lintFiles(
  files: SkillFiles,
  { findings: before = [], ...options }: LintOptions & { readonly findings?: readonly Finding[] } = {},
): readonly Finding[] {
  const context = lintContext(files, { ...options, profile: knownProfile(options.profile) })
  const { profile } = context
  const findings = [...before, ...context.skill.findings, ...caseFindings(context)]
    .filter(({ rule, file }) => !(file === 'contract.json' && !rule.startsWith('skill/')))
    .flatMap((finding) => judged(finding, profile))
  for (const { id, severity: severities, why, fix, check } of RULES) {
    const severity = severities[profile]
    if (severity === undefined) continue
    check?.(context, (place, message, advice = fix) =>
      findings.push({ rule: id, severity, ...place, message, why, fix: advice }),
    )
  }
  findings.push(
    ...[...contractFindings(context), ...descriptorFile(context)].flatMap((finding) => judged(finding, profile)),
  )
  const sorted = findings.toSorted(byPlace)
  return options.profile === undefined ? tolerate(sorted, profile) : sorted
}

function knownProfile(profile: Profile | undefined): Profile | undefined {
  if (profile === undefined || PROFILES.includes(profile)) return profile
  throw new SkillError('INVALID_INPUT', `Expected one of the profiles ${PROFILES.join(', ')}, got ${String(profile)}`)
}

/** A finding of reading or of the contract with the severity it has in a profile; none when it does not matter there. */
function judged(finding: Finding, profile: Profile): Finding[] {
  const rule = SKILL_RULES[finding.rule]
  if (rule) {
    const severity = rule.severity[profile]
    return severity === undefined ? [] : [{ why: rule.why, ...finding, severity }]
  }
  // A parameter table is a contract by document C; in other dialects it is text for people.
  if (profile !== 'standard' && finding.rule.startsWith('contract/notation-')) return []
  // Only document C's own profile requires a contract: in the others a wrong one is no error.
  return [profile === 'standard' || finding.severity !== 'error' ? finding : { ...finding, severity: 'warning' }]
}

function contractFindings({ files, lineOf, countTokens }: LintContext): Finding[] {
  const bytes = files.get('contract.json')
  const document = bytes && readJson(bytes, 'contract.json', [])
  if (document === undefined) return []
  return lintContract(document, { countTokens }).map((finding) =>
    inJson(finding, 'contract.json', (pointer) => lineOf('contract.json', pointer)),
  )
}

/** What cannot be read under prompts/examples is said once, by reading. */
function caseFindings({ files, inJson: place }: LintContext): Finding[] {
  return readCases(files)
    .findings.filter(({ file }) => !file?.startsWith('prompts/'))
    .map((finding) => ({ ...finding, ...place(finding.file ?? '', finding.pointer ?? '') }))
}

function byPlace(a: Finding, b: Finding): number {
  const [fileA, fileB] = [a.file ?? '', b.file ?? '']
  if (fileA !== fileB) return fileA < fileB ? -1 : 1
  return (a.line ?? 0) - (b.line ?? 0)
}
