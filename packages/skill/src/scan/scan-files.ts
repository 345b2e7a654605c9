import type { SkillFiles } from '../skill-files.ts'
import type { Trace } from './code/trace.ts'
import { judge, toFindings } from './combine.ts'
import { at, type Evidence } from './evidence.ts'
import { judgeCaptureHosts } from './judge/credentials/judge-capture-hosts.ts'
import { judgeExfiltration } from './judge/credentials/judge-exfiltration.ts'
import { judgeKeysBesideHosts } from './judge/credentials/judge-keys-beside-hosts.ts'
import { judgeExecution } from './judge/execution/judge-execution.ts'
import { judgeFiles } from './judge/judge-file.ts'
import { judgeMachineChanges } from './judge/judge-machine-changes.ts'
import { judgeUnexplainedPowers } from './judge/judge-unexplained-powers.ts'
import { judgeDeclared } from './judge/package/judge-declared.ts'
import { judgePackage } from './judge/package/judge-package.ts'
import { judgeConcealedSteps } from './judge/prose/judge-concealed-steps.ts'
import { judgePrerequisites } from './judge/prose/judge-prerequisites.ts'
import { judgeProse } from './judge/prose/judge-prose.ts'
import { judgePrinted } from './judge/prose/judge-texts.ts'
import { weighRole } from './judge/weigh-role.ts'
import { judgeLikeness } from './learnt/judge-likeness.ts'
import type { PackageView } from './package-view.ts'
import { readPackage } from './read-package.ts'
import { RULES } from './rules.ts'
import type { ScanReport } from './scan-report.ts'
import { readAllowances } from './suppressions.ts'

/** What else is known about the files. */
export interface ScanOptions {
  /** What the reader of the folder could not read or did not follow. */
  readonly evidence?: readonly Evidence[]
}

/** Scans a package in memory. Nothing of it is run, nothing is fetched; it waits only for the grammars to load. */
export async function scanFiles(files: SkillFiles, { evidence: given = [] }: ScanOptions = {}): Promise<ScanReport> {
  const { view, purpose, trace, documents, evidence: seen } = await readPackage(files)
  const evidence: Evidence[] = [...given, ...seen]
  const commands = new Set([
    ...trace.facts.flatMap((fact) => (fact.kind === 'program' ? fact.targets : [])),
    ...documents.flatMap((document) => document.firstWords),
  ])
  for (const { file, blocks, sentences, links } of documents) {
    evidence.push(
      ...judgeProse(file.path, blocks, purpose),
      ...judgePrerequisites(file.path, blocks, links, purpose, commands),
      // Code is full of words; in it only a whole order counts.
      ...[
        ...judgeProse(file.path, sentences, purpose),
        ...judgePrerequisites(file.path, sentences, links, purpose, commands),
      ].filter(({ rule }) => RULES[rule].effect === 'block' || rule === 'scan/working-attack'),
    )
  }
  const links = documents.flatMap((document) => document.links.map((link) => ({ ...link, file: document.file.path })))
  const judged = [
    ...judgeExecution(trace.facts, purpose),
    ...judgeExfiltration(trace.facts, purpose),
    ...judgeMachineChanges(trace.facts, purpose),
    ...judgeUnexplainedPowers(trace.facts, purpose),
    ...judgeDeclared(trace.facts, purpose),
    ...judgePackage(view, trace.facts, links, purpose),
    ...judgeCaptureHosts(view.files, trace.facts, purpose),
    ...judgeKeysBesideHosts(view.files, trace.facts, purpose),
    ...judgeFiles(view.files, purpose),
    ...judgeLikeness(view.files, trace.facts, purpose),
  ]
  evidence.push(...judgePrinted(trace.facts, purpose))
  evidence.push(...judged.map((found) => weighRole(found, purpose)), ...unreadEvidence(view, trace))
  for (const { file, blocks } of documents) evidence.push(...judgeConcealedSteps(file.path, blocks, evidence, purpose))
  const findings = toFindings(evidence, readAllowances(purpose.manifest))
  return {
    ...judge(findings),
    findings,
    complete:
      trace.unfinished.size === 0 &&
      view.unread.length === 0 &&
      !findings.some(
        (finding) =>
          finding.rule === 'scan/not-fully-scanned' ||
          finding.rule === 'scan/unread-code' ||
          finding.rule === 'scan/unreadable' ||
          finding.rule === 'scan/link-out',
      ),
    files: files.size,
  }
}

/** Files that are named when they were not read. */
const MAX_UNREAD = 50

/** What a package manager or a generator writes, and no agent takes its settings from. */
const DESCRIBES = /(?:-lock\.(?:json|ya?ml)|(?:open-?api|swagger)[\w.-]*\.(?:json|ya?ml))$/i

function unreadEvidence({ unread }: PackageView, { unfinished }: Trace): Evidence[] {
  const tangled = [...unfinished].map((path) => ({
    path,
    mayRun: !DESCRIBES.test(path),
    why: 'is longer or more tangled than the scanner reads',
  }))
  return [...tangled, ...unread]
    .toSorted((a, b) => Number(b.mayRun) - Number(a.mayRun))
    .slice(0, MAX_UNREAD)
    .map(({ path, mayRun, why }) =>
      at(mayRun ? 'scan/unread-code' : 'scan/not-fully-scanned', { file: path, line: 1, layers: [] }, why),
    )
}
