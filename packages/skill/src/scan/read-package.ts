import { readFrontMatter } from '../front-matter.ts'
import type { SkillFiles } from '../skill-files.ts'
import { createTrace } from './code/create-trace.ts'
import { loadParser } from './code/syntax.ts'
import type { Place, Trace } from './code/trace.ts'
import { declaredPurpose, type Purpose } from './declared-purpose.ts'
import type { Evidence } from './evidence.ts'
import { judgeActiveMarkup } from './judge/concealment/judge-active-markup.ts'
import { judgeEncodedTexts } from './judge/concealment/judge-encoded-texts.ts'
import { judgeHiddenCharacters } from './judge/concealment/judge-hidden-characters.ts'
import { judgeHiddenFields } from './judge/concealment/judge-hidden-fields.ts'
import { judgeUnreadCode } from './judge/execution/judge-unread-code.ts'
import { judgeFile } from './judge/judge-file.ts'
import { judgeStrings } from './judge/prose/judge-strings.ts'
import { judgeTexts, textsIn } from './judge/prose/judge-texts.ts'
import { openArchives } from './open-archives.ts'
import { type PackageView, type TextFile, viewPackage } from './package-view.ts'
import { readCode } from './read-code.ts'
import { readCommandLines, readConfig, readInstallEntries } from './read-config.ts'
import { readDocument } from './read-document.ts'
import type { Link, ProseBlock } from './text/split-markdown.ts'

/** A package that has been read, before it is judged as a whole. */
interface ReadPackage {
  readonly view: PackageView
  readonly purpose: Purpose
  readonly trace: Trace
  readonly documents: readonly ReadDocument[]
  /** What was seen in single files. */
  readonly evidence: readonly Evidence[]
}

/** Steps of reading a package and one file of it get: a step is about half a microsecond. */
const MAX_STEPS = 1_200_000
const MAX_FILE_STEPS = 320_000

/** Reads all files of a package: what its texts say, and what its code would do. */
export async function readPackage(files: SkillFiles): Promise<ReadPackage> {
  const parse = await loadParser()
  const opened = await openArchives(files)
  const view = viewPackage(opened.files)
  const purpose = declaredPurpose(view.texts)
  const trace = createTrace(parse, view.texts, view.closed)
  trace.stepsLeft = MAX_FILE_STEPS
  const evidence: Evidence[] = [...opened.evidence, ...readInstallEntries(purpose, trace)]
  let stepsLeft = MAX_STEPS
  const documents = view.files.flatMap((file) => {
    // Each file gets its share, so that one that keeps the scanner busy cannot hide the next.
    const granted = Math.min(stepsLeft, MAX_FILE_STEPS)
    trace.stepsLeft = granted
    const read = readFile(file, trace, purpose, evidence)
    stepsLeft -= granted - Math.max(0, trace.stepsLeft)
    return read
  })
  return { view, purpose, trace, documents, evidence }
}

// Commands and agents in other files have one too.
function frontMatterOf(text: string): Readonly<Record<string, unknown>> {
  return text.startsWith('---') ? readFrontMatter(text).fields : {}
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
