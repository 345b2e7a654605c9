import type { Place, Trace } from './code/trace.ts'
import { noteEnvironment } from './read-code.ts'
import { type CodeBlock, type MarkdownViews, splitMarkdown } from './text/split-markdown.ts'
import { aroundCommand, isShownAsBad } from './text/text-role.ts'

const SHELL = /^(?:bash|sh|shell|zsh|console|terminal|shell-session|shellsession|fish|cmd|bat|batch|dos|command|cli)$/
const PYTHON = /^(?:python3?|py|ipython|pycon)$/
const SCRIPT = /^(?:js|javascript|ts|typescript|mjs|cjs|node|jsx|tsx)$/
const OTHER = /^(?:powershell|ps1?|pwsh|ruby|rb|perl|php|applescript|osascript|lua)$/
const PLAIN = /^(?:|text|txt|plaintext|plain|none|output|md|markdown|prompt)$/

/** Names without which Python or JavaScript cannot reach beyond itself; an example with none of them is not worth parsing. */
const REACHES_OUT =
  /\b(?:os|sys|subprocess|socket|requests|httpx|aiohttp|urllib\w*|https?|ftplib|smtplib|paramiko|pty|ctypes|pickle|marshal|shutil|base64|binascii|codecs|zlib|gzip|importlib|builtins|eval|exec|compile|getattr|globals|__\w+__|environ|getenv|Popen|system|fetch|axios|got|require|process|child_process|fs|net|dns|Function|XMLHttpRequest|WebSocket|atob|Buffer|sendBeacon|localStorage|globalThis|Deno|Bun|boto3|keyring|pyperclip|pynput|from_file|read_text|open)\b/

/** Programs whose name at the start of a line makes it a command. */
const COMMAND_START =
  /^(?:\$\s+|#\s+|>\s+|PS[^>]{0,40}>\s*)?(?:sudo\s+|env\s+|export\s+|\w+=\S*\s+){0,3}(?:curl|wget|bash|sh|zsh|echo|printf|python3?|node|deno|bun|powershell|pwsh|iex|irm|iwr|base64|nc|ncat|npx|pip3?|npm|pnpm|yarn|uv|uvx|pipx|eval|osascript|perl|ruby|php|cat|chmod|crontab|rm|tar|zip|unzip|7z|env|printenv|dig|nslookup|host|openssl|xxd|mshta|certutil|cmd|git|launchctl|systemctl|source|exec|cp|mv|tee|find|ssh|scp|rsync|brew|apt|apt-get|docker|go|cargo|make|xattr|spctl|\.\/[\w./-]+|~\/[\w./-]+)\b/
const SHELL_IN_PROSE =
  /(?:^|[\s:：>"'“(`])((?:sudo\s+)?(?:curl|wget|bash|sh|zsh|echo|printf|python3?|node|powershell|pwsh|iex|irm|iwr|eval|osascript|perl|nc|cat|env|printenv|openssl|base64|npx|pip3?|mshta|certutil|dig|nslookup|tar|rm|crontab)\s[^\n]{6,2000})/

/** Reads what a document would have the agent run; returns its parts for those who judge the words. */
export function readDocument(
  file: string,
  text: string,
  trace: Trace,
  { firstLine = 1, isTest = false }: { firstLine?: number; isTest?: boolean } = {},
): MarkdownViews {
  const views = splitMarkdown(text, firstLine)
  for (const fence of views.fences) readFence(file, fence, trace, isTest)
  for (const code of views.inline)
    if (/\s/.test(code.text) && COMMAND_START.test(code.text)) runShell(code.text, placeOf(file, code, isTest), trace)
  for (const block of views.blocks) {
    for (const [row, line] of block.text.split('\n').entries()) {
      const command = SHELL_IN_PROSE.exec(line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, ''))?.[1]
      // A sentence about curl is no command; a pipe, a substitution or an address makes it one.
      if (command === undefined || !/\||\$\(|&&|https?:|\/dev\/|\s-[a-zA-Z]/.test(command)) continue
      const start = line.indexOf(command)
      const said = aroundCommand(line, Math.max(0, start), start + (/`/.exec(command)?.index ?? command.length))
      const place = {
        ...placeOf(file, { ...block, language: '', context: `${block.context}\n${said}` }, isTest),
        line: block.line + row,
        isHidden: block.isHidden,
      }
      const clean = command.replace(/`\s*[.,;:]?\s*$|`/g, ' ')
      runShell(clean, place, trace)
      // The sentence goes on after the command.
      const piped = /^.*\|\s*(?:sudo\s+)?(?:ba|z|da|k)?sh\b(?=\s+[a-z])/.exec(clean)?.[0]
      if (piped !== undefined) runShell(piped, place, trace)
    }
  }
  return views
}

function readFence(file: string, fence: CodeBlock, trace: Trace, isTest: boolean): void {
  const place = placeOf(file, fence, isTest)
  const { language, text } = fence
  if (text.length > 60_000) {
    trace.unfinished.add(file)
    return
  }
  if (SHELL.test(language)) runShell(text, place, trace)
  else if ((PYTHON.test(language) || SCRIPT.test(language)) && !REACHES_OUT.test(text)) return
  else if (PYTHON.test(language) || SCRIPT.test(language)) noteEnvironment(text, trace, place)
  if (PYTHON.test(language)) trace.run('python', text.replace(/^(?:>>>|\.\.\.) ?/gm, ''), place)
  else if (SCRIPT.test(language)) trace.run('javascript', text, place)
  else if (OTHER.test(language)) {
    trace.run('lexical', text, place)
    if (/^\s*(?:powershell|pwsh|cmd|curl|wget)\b/im.test(text)) runShell(text, place, trace)
  } else if (PLAIN.test(language) || language.length > 12) readUnlabelled(text, place, trace)
}

// Without a label the text itself tells: imports make Python, commands make a shell session.
function readUnlabelled(text: string, place: Place, trace: Trace): void {
  if (/^\s*(?:import|from)\s+\w+/m.test(text) && /^\s*(?:import \w|from \w+ import|def |print\()/m.test(text))
    trace.run('python', text, place)
  else if (/^\s*(?:const|let|var)\s+\w+\s*=|require\(|=>/m.test(text) && /[;{}]/.test(text))
    trace.run('javascript', text, place)
  else if (/Invoke-|\biex\b|\$env:|New-Object|-EncodedCommand/i.test(text)) trace.run('lexical', text, place)
  if (text.split('\n').some((line) => COMMAND_START.test(line.trim()))) runShell(text, place, trace)
}

function runShell(text: string, place: Place, trace: Trace): void {
  const script = text
    .replace(/^\s*(?:\$|%|❯|➜|#(?=\s*(?:curl|wget|bash|sudo)))\s+/gm, '')
    .replace(/^PS[^>\n]{0,40}>\s*/gm, '')
  trace.run('shell', script, place)
  // One line the grammar stumbles over must not hide the others.
  if (
    /Invoke-(?:Expression|WebRequest|RestMethod)|\biex\b|\birm\b|\biwr\b|DownloadString|-EncodedCommand/i.test(script)
  )
    trace.run('lexical', script, place)
  const risky = script
    .split('\n')
    .filter((line) => /\|\s*(?:sudo\s+)?(?:ba|z|da|k)?sh\b|\|\s*python|base64|\/dev\/tcp|\$\(curl|<\(curl/.test(line))
  if (script.includes('\n'))
    for (const line of risky.slice(0, 20))
      trace.run('shell', line, { ...place, line: place.line + lineIndex(script, line) })
}

function lineIndex(text: string, line: string): number {
  return text.slice(0, text.indexOf(line)).split('\n').length - 1
}

function placeOf(file: string, block: CodeBlock, isTest: boolean): Place {
  const comment = /^\s*(?:#|\/\/)\s*(.*)$/m.exec(block.text.slice(0, 300))?.[1] ?? ''
  return {
    file,
    line: block.line,
    origin: isTest ? 'test' : 'document',
    isQuoted: isShownAsBad(block.context, comment),
    isHidden: false,
    layers: [],
    depth: 0,
  }
}
