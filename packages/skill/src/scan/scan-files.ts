import { readFrontMatter } from '../front-matter.ts'
import type { SkillFiles } from '../skill-files.ts'
import { createTrace } from './code/create-trace.ts'
import { loadParser } from './code/syntax.ts'
import type { Place, Trace } from './code/trace.ts'
import { judge, toFindings } from './combine.ts'
import { declaredPurpose, type Purpose } from './declared-purpose.ts'
import { at, type Evidence } from './evidence.ts'
import { judgeActiveMarkup } from './judge/concealment/judge-active-markup.ts'
import { judgeEncodedTexts } from './judge/concealment/judge-encoded-texts.ts'
import { judgeHiddenCharacters } from './judge/concealment/judge-hidden-characters.ts'
import { judgeHiddenFields } from './judge/concealment/judge-hidden-fields.ts'
import { judgeCaptureHosts } from './judge/credentials/judge-capture-hosts.ts'
import { judgeExfiltration } from './judge/credentials/judge-exfiltration.ts'
import { judgeKeysBesideHosts } from './judge/credentials/judge-keys-beside-hosts.ts'
import { judgeExecution } from './judge/execution/judge-execution.ts'
import { judgeUnreadCode } from './judge/execution/judge-unread-code.ts'
import { judgeFile, judgeFiles } from './judge/judge-file.ts'
import { judgeMachineChanges } from './judge/judge-machine-changes.ts'
import { judgeUnexplainedPowers } from './judge/judge-unexplained-powers.ts'
import { judgeDeclared } from './judge/package/judge-declared.ts'
import { judgePackage } from './judge/package/judge-package.ts'
import { judgeConcealedSteps } from './judge/prose/judge-concealed-steps.ts'
import { judgePrerequisites } from './judge/prose/judge-prerequisites.ts'
import { judgeProse } from './judge/prose/judge-prose.ts'
import { judgeStrings } from './judge/prose/judge-strings.ts'
import { judgePrinted, judgeTexts, textsIn } from './judge/prose/judge-texts.ts'
import { weighRole } from './judge/weigh-role.ts'
import { judgeLikeness } from './learnt/judge-likeness.ts'
import { openArchives } from './open-archives.ts'
import { type PackageView, type TextFile, viewPackage } from './package-view.ts'
import { readCode } from './read-code.ts'
import { readCommandLines, readConfig, readInstallEntries } from './read-config.ts'
import { readDocument } from './read-document.ts'
import { RULES } from './rules.ts'
import type { ScanReport } from './scan-report.ts'
import { readAllowances } from './suppressions.ts'
import type { Link, ProseBlock } from './text/split-markdown.ts'

/** What else is known about the files. */
export interface ScanOptions {
  /** What the reader of the folder could not read or did not follow. */
  readonly evidence?: readonly Evidence[]
}

/** Steps of reading a package and one file of it get: a step is about half a microsecond. */
const MAX_STEPS = 300_000
const MAX_FILE_STEPS = 80_000

/** Scans a package in memory. Nothing of it is run, nothing is fetched; it waits only for the grammars to load. */
export async function scanFiles(files: SkillFiles, { evidence: given = [] }: ScanOptions = {}): Promise<ScanReport> {
  const parse = await loadParser()
  const opened = await openArchives(files)
  const view = viewPackage(opened.files)
  const purpose = declaredPurpose(view.texts)
  const trace = createTrace(parse, view.texts, view.closed)
  trace.stepsLeft = MAX_FILE_STEPS
  const evidence: Evidence[] = [...given, ...opened.evidence, ...readInstallEntries(purpose, trace)]
  let stepsLeft = MAX_STEPS
  const documents = view.files.flatMap((file) => {
    // Each file gets its share, so that one that keeps the scanner busy cannot hide the next.
    const granted = Math.min(stepsLeft, MAX_FILE_STEPS)
    trace.stepsLeft = granted
    const read = readFile(file, trace, purpose, evidence)
    stepsLeft -= granted - Math.max(0, trace.stepsLeft)
    return read
  })
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
    ...judgeLikeness(view.files),
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

// Commands and agents in other files have one too.
function frontMatterOf(text: string): Readonly<Record<string, unknown>> {
  return text.startsWith('---') ? readFrontMatter(text).fields : {}
}

/** Files that are named when they were not read. */
const MAX_UNREAD = 50

function unreadEvidence({ unread }: PackageView, { unfinished }: Trace): Evidence[] {
  const tangled = [...unfinished].map((path) => ({
    path,
    mayRun: true,
    why: 'is longer or more tangled than the scanner reads',
  }))
  return [...tangled, ...unread]
    .toSorted((a, b) => Number(b.mayRun) - Number(a.mayRun))
    .slice(0, MAX_UNREAD)
    .map(({ path, mayRun, why }) =>
      at(mayRun ? 'scan/unread-code' : 'scan/not-fully-scanned', { file: path, line: 1, layers: [] }, why),
    )
}

/** Files whose lines other programs run: services, starters, hooks, plans. */
const RUN_BY_OTHERS =
  /\.(?:service|timer|desktop|tf|hcl|exp|xsh|sql|nix)$|(?:^|\/)(?:Procfile|crontab|\.husky\/[\w-]+|\.?(?:git-?)?hooks\/[\w-]+)$/i

function askedIn(file: TextFile): Place {
  return file.isTest ? shownIn(file) : { ...shownIn(file), origin: 'config', role: 'asked' }
}

// It is not known whether it is run.
function shownIn({ path, isTest }: TextFile): Place {
  return {
    file: path,
    line: 1,
    origin: isTest ? 'test' : 'document',
    role: 'forbidden',
    isHidden: false,
    layers: [],
    depth: 0,
  }
}

// What a patch adds is what a file will say.
function addedText({ path, text }: TextFile): string {
  return /\.(?:diff|patch)$/i.test(path) ? text.replace(/^\+(?!\+\+ )/gm, '') : text
}

interface ReadDocument {
  readonly file: TextFile
  readonly blocks: readonly ProseBlock[]
  readonly sentences: readonly ProseBlock[]
  readonly links: readonly Link[]
  /** The first word of every line of code: what the text calls, whether known or not. */
  readonly firstWords: readonly string[]
}

function readFile(file: TextFile, trace: Trace, purpose: Purpose, evidence: Evidence[]): ReadDocument[] {
  evidence.push(...judgeHiddenCharacters(file), ...judgeFile(file, purpose))
  if (file.kind !== 'document' && !file.isTest)
    evidence.push(...judgeEncodedTexts(file), ...judgeStrings(file.path, file.text, purpose))
  switch (file.kind) {
    case 'document': {
      const isGuide = /^skill\.md$/i.test(file.path)
      const fields = isGuide ? purpose.fields : frontMatterOf(file.text)
      const { name: _name, description: _description, ...others } = fields
      evidence.push(...judgeHiddenFields(file, fields), ...judgeTexts(file, others, purpose))
      const views = readDocument(file.path, isGuide ? purpose.body : file.text, trace, {
        firstLine: isGuide ? purpose.bodyLine : 1,
        isTest: file.isTest,
      })
      // The description is always in front of the agent, so it is read like the first paragraph; commands in other fields too.
      if (isGuide) readDocument(file.path, purpose.description, trace)
      for (const text of textsIn(others)) if (text.includes('`')) readDocument(file.path, text, trace)
      const described: ProseBlock[] =
        isGuide && purpose.description !== ''
          ? [{ text: purpose.description, line: 1, context: '', isHidden: false }]
          : []
      const firstWords = [...views.inline, ...views.fences].flatMap(({ text }) =>
        text
          .split('\n')
          .flatMap((line) => /^\s*(?:\$ |sudo )?([\w.-]{2,40})\s/.exec(`${line} `)?.[1]?.toLowerCase() ?? []),
      )
      const { sentences, links } = views
      // The label of a picture is not shown, and read by agents all the same.
      for (const { label, line } of links)
        if (label.length > 20) readCommandLines(label, { ...shownIn(file), line }, trace)
      return [{ file, blocks: [...described, ...views.blocks], sentences, links, firstWords }]
    }
    case 'config':
      evidence.push(...readConfig(file, trace, purpose))
      return []
    case 'markup':
      evidence.push(...judgeActiveMarkup(file), ...judgeTexts(file, undefined, purpose))
      return []
    case 'text':
      evidence.push(...judgeTexts(file, undefined, purpose))
      readCommandLines(addedText(file), RUN_BY_OTHERS.test(file.path) ? askedIn(file) : shownIn(file), trace)
      return []
    default:
      readCode(file, trace)
      if (file.kind === 'lexical') readCommandLines(file.text, shownIn(file), trace)
      evidence.push(...judgeUnreadCode(file, purpose))
      return []
  }
}
