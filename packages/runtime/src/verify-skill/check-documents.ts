import type { Finding } from '@skillwright/contract'
import {
  lintFiles,
  profileOf,
  readCases,
  readFiles,
  readTriggers,
  type Skill,
  type SkillFiles,
  scanFiles,
} from '@skillwright/skill'
import { type CheckResult, toCheck, type VerifyCheck, type VerifyFailure } from './verify-report.ts'

const LINK_RULES = new Set(['skill/broken-link', 'skill/link-outside'])

/**
 * What can be proven about a skill that is only text: its files are well formed and harmless, its links lead somewhere, its
 * examples can be read and fit its contract, and it says which messages are for it. Nothing is run.
 */
export async function checkDocuments(skill: Skill): Promise<VerifyCheck[]> {
  const { files } = await readFiles(skill.dir ?? '')
  const findings = lintFiles(files, { profile: profileOf(skill), folder: skill.id })
  const isLink = ({ rule }: Finding) => LINK_RULES.has(rule)
  const errors = findings.filter((finding) => finding.severity === 'error' && !isLink(finding))
  return [
    toCheck('lint', { passed: errors.length === 0 ? 1 : 0, failures: errors.map(toFailure) }),
    toCheck('scan', await scan(files)),
    toCheck('links', { passed: findings.some(isLink) ? 0 : 1, failures: findings.filter(isLink).map(toFailure) }),
    toCheck('examples', readExamples(skill, files)),
    toCheck('triggers', readMessages(files)),
  ]
}

async function scan(files: SkillFiles): Promise<CheckResult> {
  const { verdict, complete, findings } = await scanFiles(files)
  if (verdict === 'block') return { passed: 0, failures: findings.map(toFailure) }
  const obstacles = [
    ...(verdict === 'review' ? findings.map(({ message }) => `A person has to look at it: ${message}`) : []),
    ...(complete ? [] : ['Not every file was read to the end']),
  ]
  return { passed: obstacles.length === 0 ? 1 : 0, obstacles }
}

function readExamples({ contract, sections }: Skill, files: SkillFiles): CheckResult {
  const { cases, findings } = readCases(files)
  const wrong = cases.flatMap(({ name, action, input }): VerifyFailure[] => {
    const accepted = contract?.accept(input, { policy: 'strict', ...(action === undefined ? {} : { action }) })
    if (accepted === undefined || accepted.ok) return []
    return [{ problem: `${name} breaks the contract: ${accepted.issues[0]?.message}`, input }]
  })
  return {
    passed: cases.length - wrong.length + sections.examples.length,
    failures: [...wrong, ...findings.map(toFailure)],
  }
}

function readMessages(files: SkillFiles): CheckResult {
  const { triggers, findings } = readTriggers(files)
  const [wanted, unwanted] = [true, false].map((kind) => triggers.filter((test) => test.shouldTrigger === kind).length)
  const isSaid = wanted !== 0 && unwanted !== 0
  return {
    passed: isSaid ? triggers.length : 0,
    failures: findings.map(toFailure),
    obstacles: isSaid
      ? []
      : ['Nothing says which messages are for it and which are not: write both into tests/triggers.json'],
  }
}

function toFailure({ message, file, line }: Finding): VerifyFailure {
  return { problem: file === undefined ? message : `${file}:${line ?? 1}: ${message}` }
}
