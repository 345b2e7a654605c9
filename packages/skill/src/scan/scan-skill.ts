import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Finding, SkillError } from '@skillwright/contract'
import { readFiles } from '../read-files.ts'
import { at, type Evidence } from './evidence.ts'
import { mayHoldCode } from './package-view.ts'
import type { RuleId } from './rules.ts'
import { scanFiles } from './scan-files.ts'
import type { ScanReport } from './scan-report.ts'

/** Scans a skill folder. Links are findings and are never followed. Throws DATA_NOT_FOUND when it holds no SKILL.md. */
export async function scanSkill(dir: string): Promise<ScanReport> {
  return scanFolder(dir, { needsGuide: true })
}

/** Scans a folder, with `needsGuide` only when it holds a skill. */
export async function scanFolder(dir: string, { needsGuide = false } = {}): Promise<ScanReport> {
  const { files, findings, skipped } = await readFiles(dir)
  const isGuide = (path = ''): boolean => /(?:^|\/)skill\.md$/i.test(path)
  if (needsGuide && ![...files.keys(), ...findings.map(({ file }) => file)].some(isGuide))
    throw new SkillError('DATA_NOT_FOUND', `${dir} holds no SKILL.md`, { hint: 'Name the folder that holds SKILL.md' })
  // Not packed, but a folder that is used in place runs what is in them.
  const installed = skipped
    .filter((path) => /(?:^|\/)(?:node_modules|\.?venv)$/.test(path))
    .map((path) => at('scan/not-fully-scanned', placeOf(path), 'holds installed packages that were not read'))
  const repositories = skipped.filter((path) => /(?:^|\/)\.git$/.test(path))
  const hooks = await Promise.all(repositories.map((path) => gitHooks(dir, path)))
  return scanFiles(files, { evidence: [...leftOutEvidence(findings), ...installed, ...hooks.flat()] })
}

/** What reading files left out, as evidence: a file that may hold code, and every place of which nothing is known, asks for a review. */
export function leftOutEvidence(findings: readonly Finding[]): Evidence[] {
  return findings.map(({ rule, file = '.', message }) =>
    at(ruleOf(rule, file), placeOf(file), message.slice(file.length + 1)),
  )
}

function ruleOf(rule: string, file: string): RuleId {
  if (rule === 'skill/link') return 'scan/link-out'
  if (rule === 'skill/unreadable' || rule === 'skill/special-file') return 'scan/unreadable'
  return rule !== 'skill/too-large' || mayHoldCode(file) ? 'scan/unread-code' : 'scan/not-fully-scanned'
}

/** Settings under which git itself runs a program. */
const RUNS_PROGRAM =
  /^\s*(fsmonitor|hookspath|sshcommand|gitproxy|editor|pager|askpass|textconv|command|helper|clean|smudge|process|driver|cmd|program)\s*=\s*(.+)$/im

// A repository in the folder is no part of the package; commands that it makes git run are reported.
async function gitHooks(dir: string, path: string): Promise<Evidence[]> {
  const file = `${path}/config`
  const config = await readFile(join(dir, file), 'utf8').catch(() => '')
  const [, name, value = ''] = RUNS_PROGRAM.exec(config) ?? []
  if (name === undefined || /^(?:true|false)\s*$/i.test(value)) return []
  return [at('scan/lifecycle-hook', placeOf(file), `has git run a program: ${name}`, value)]
}

function placeOf(file: string): { file: string; line: number; layers: readonly string[] } {
  return { file, line: 1, layers: [] }
}
