import { joinContinued } from './code/repair-lines.ts'
import type { Language, Place, Trace } from './code/trace.ts'
import { noteEnvironment } from './read-code.ts'
import { commandIn, isCommandLine, withoutPrompt } from './text/command-lines.ts'
import { farRight } from './text/far-right.ts'
import { lineAt } from './text/line-at.ts'
import { plainCode } from './text/plain-code.ts'
import { plainLetters } from './text/plain-letters.ts'
import { reversedOrder } from './text/reversed-order.ts'
import { shiftedOrder } from './text/shifted-order.ts'
import { type CodeBlock, type MarkdownViews, type ProseBlock, splitMarkdown } from './text/split-markdown.ts'
import { roleOf } from './text/text-role.ts'

const SHELL =
  /^(?:bash|sh|shell|zsh|console|terminal|shell-session|shellsession|fish|cmd|bat|batch|dos|command|cli|ksh|dash|sh-session)$/
const PYTHON = /^(?:python3?|py|ipython|pycon)$/
const SCRIPT = /^(?:js|javascript|ts|typescript|mjs|cjs|node|jsx|tsx)$/
const OTHER = /^(?:powershell|ps1?|pwsh|ruby|rb|perl|php|applescript|osascript|lua)$/
const PLAIN = /^(?:|text|txt|plaintext|plain|none|output|md|markdown|prompt)$/

/** Names without which Python or JavaScript code has no effect outside itself; an example with none of them is not parsed. */
const REACHES_OUT =
  /\b(?:os|sys|subprocess|socket|requests|httpx|aiohttp|urllib\w*|https?|ftplib|smtplib|paramiko|pty|ctypes|pickle|marshal|shutil|base64|binascii|codecs|zlib|gzip|importlib|builtins|eval|exec|compile|getattr|globals|__\w+__|environ|getenv|Popen|system|fetch|axios|got|require|process|child_process|fs|net|dns|Function|XMLHttpRequest|WebSocket|atob|Buffer|sendBeacon|localStorage|globalThis|Deno|Bun|boto3|keyring|pyperclip|pynput|from_file|read_text|open)\b/

const ENDS_IN_SHELL = /\|\s*(?:sudo\s+)?(?:ba|z|da|k)?sh(?:\s+-\S*)?\s*$/

/** A document taken apart, with the sentences that stand in its blocks of code. */
interface DocumentViews extends MarkdownViews {
  readonly sentences: readonly ProseBlock[]
}

/** Reads what a document would have the agent run; returns its parts for those who judge the words. */
export function readDocument(
  file: string,
  text: string,
  trace: Trace,
  { firstLine = 1, isTest = false }: { firstLine?: number; isTest?: boolean } = {},
): DocumentViews {
  const views = splitMarkdown(text, firstLine)
  if (views.isCut) trace.unfinished.add(file)
  for (const fence of views.fences) readFence(file, fence, trace, isTest)
  for (const code of views.inline)
    if (/\s/.test(code.text) && (isCommandLine(code.text) || ENDS_IN_SHELL.test(code.text)))
      runShell(code.text, placeOf(file, code, isTest), trace)
  for (const block of views.blocks) {
    // What only the agent gets to see is read as code too.
    if (block.isHidden) readFence(file, { ...block, language: '', said: '' }, trace, isTest)
    for (const [row, line] of block.text.split('\n').entries()) {
      const found = commandIn(line)
      if (found === undefined) continue
      const place = placeOf(file, { ...block, line: block.line + row, said: found.said }, isTest)
      for (const reading of found.readings) runShell(reading, { ...place, isHidden: block.isHidden }, trace)
    }
  }
  const turned = views.blocks.flatMap((block): ProseBlock[] => {
    const text = reversedOrder(block.text) ?? plainLetters(block.text) ?? shiftedOrder(block.text, block.context)
    return text === undefined ? [] : [{ ...block, text, isHidden: true }]
  })
  const aside = views.blocks.flatMap((block): ProseBlock[] => {
    const text = block.isHidden ? undefined : farRight(block.text)
    return text === undefined ? [] : [{ ...block, text, isHidden: true }]
  })
  return { ...views, blocks: [...views.blocks, ...turned, ...aside], sentences: views.fences.flatMap(sentencesIn) }
}

// A block of code may hold sentences, and the agent reads them as it reads the others.
function sentencesIn(fence: CodeBlock): ProseBlock[] {
  const found: ProseBlock[] = []
  let paragraph: { lines: string[]; line: number } | undefined
  for (const [row, line] of [...fence.text.split('\n'), ''].entries()) {
    const isItem = /^\s*(?:[-*+]|\d+[.)])\s/.test(line)
    if (paragraph !== undefined && (isItem || !isSentence(line))) {
      found.push({ text: paragraph.lines.join('\n'), line: paragraph.line, context: fence.context, isHidden: false })
      paragraph = undefined
    }
    if (isSentence(line)) {
      paragraph ??= { lines: [], line: fence.line + row }
      paragraph.lines.push(line)
    }
  }
  return found
}

function isSentence(line: string): boolean {
  const text = line.replace(/^[\s#/*>+\-\d.)"'_]+/, '')
  return (
    !isCommandLine(line) &&
    (/^[A-Za-z][\w*]*(?:[ ,:][^{}=;]*){3}/.test(text) || /[\u4e00-\u9fff]{6}/.test(text)) &&
    !/[{};]\s*$|^\s*[\w.[\]]+\s*=|\b(?:const|let|def|return|import)\s/.test(text)
  )
}

// The label says how a block is coloured, not what it is: it is read as what it says, as what it looks like, and every
// command in it as a command.
function readFence(file: string, fence: CodeBlock, trace: Trace, isTest: boolean): void {
  const place = placeOf(file, fence, isTest)
  const { language } = fence
  if (fence.text.length > 60_000) {
    trace.unfinished.add(file)
    return
  }
  // A document shown in a document has blocks of its own.
  if (/^\s*(?:`{3}|~{3})/m.test(fence.text))
    for (const inner of splitMarkdown(fence.text, fence.line).fences)
      readFence(file, { ...inner, context: `${fence.context}\n${inner.context}` }, trace, isTest)
  const text = plainCode(fence.text)
  const looks = looksLike(text)
  if (PYTHON.test(language) || looks.has('python')) readProgram('python', text, place, trace)
  if (SCRIPT.test(language) || looks.has('javascript')) readProgram('javascript', text, place, trace)
  if (OTHER.test(language) || looks.has('lexical')) trace.run('lexical', text, place)
  if (SHELL.test(language)) runShell(text, place, trace)
  else readCommands(text, place, trace, PLAIN.test(language) ? 0 : 0.5)
}

function readProgram(language: 'python' | 'javascript', text: string, place: Place, trace: Trace): void {
  if (!REACHES_OUT.test(text)) return
  noteEnvironment(text, trace, place)
  trace.run(language, text, place)
}

/** What the text itself says it is: imports and calls make Python, declarations make JavaScript, cmdlets PowerShell. */
function looksLike(text: string): ReadonlySet<Language> {
  const found = new Set<Language>()
  if (
    /^\s*(?:import \w|from \w[\w.]* import |def \w+\(|with open\()|\b(?:requests|httpx|subprocess|urllib\.request|os\.(?:system|environ|popen))\b/m.test(
      text,
    )
  )
    found.add('python')
  if (
    /^\s*(?:const|let|var)\s+[\w{[]|\brequire\(|=>|\bawait\s|\b(?:fetch|axios)\b\s*[.(]|\bprocess\.env\b|\bchild_process\b/m.test(
      text,
    )
  )
    found.add('javascript')
  if (/Invoke-|\biex\b|\$env:|New-Object|-EncodedCommand|DownloadString/i.test(text)) found.add('lexical')
  return found
}

// A block of commands is read as a whole, so that one line is known in the next; of others the lines that hold a command.
function readCommands(text: string, place: Place, trace: Trace, leastShare: number): void {
  const lines = joinContinued(text.split('\n'))
  const commands = lines.filter((line) => line.trim() !== '' && isCommandLine(line)).length
  if (commands > 0 && commands / lines.filter((line) => line.trim() !== '').length >= leastShare) {
    runShell(text, place, trace)
    return
  }
  for (const [row, line] of lines.entries()) {
    const found = commandIn(line, { isCode: true })
    for (const reading of found?.readings ?? []) runShell(reading, { ...place, line: place.line + row }, trace)
  }
}

function runShell(text: string, place: Place, trace: Trace): void {
  const script = text.split('\n').map(withoutPrompt).join('\n')
  trace.run('shell', script, place)
  if (
    /Invoke-(?:Expression|WebRequest|RestMethod)|\biex\b|\birm\b|\biwr\b|DownloadString|-EncodedCommand/i.test(script)
  )
    trace.run('lexical', script, place)
  // One line the grammar stumbles over without noticing must not hide the others.
  const risky = script
    .split('\n')
    .filter((line) => /\|\s*(?:sudo\s+)?(?:ba|z|da|k)?sh\b|\|\s*python|base64|\/dev\/tcp|\$\(curl|<\(curl/.test(line))
  if (script.includes('\n'))
    for (const line of risky.slice(0, 20))
      trace.run('shell', line, { ...place, line: place.line + lineIndex(script, line) })
}

function lineIndex(text: string, line: string): number {
  return lineAt(text, text.indexOf(line)) - 1
}

function placeOf(file: string, block: Pick<CodeBlock, 'line' | 'context' | 'said'>, isTest: boolean): Place {
  return {
    file,
    line: block.line,
    origin: isTest ? 'test' : 'document',
    role: roleOf(block.context, block.said),
    isHidden: false,
    layers: [],
    depth: 0,
  }
}
