import type { Fact } from '../../code/trace.ts'
import { HOLE, marksOf } from '../../code/value.ts'
import type { Purpose } from '../../declared-purpose.ts'
import { type Evidence, fromFact } from '../../evidence.ts'
import type { RuleId } from '../../rules.ts'
import { type HostRelation, nameWords, registrableDomain } from '../../text/host-relation.ts'
import { anyOf } from '../../text/join-patterns.ts'
import { isReservedHost } from '../../text/placeholder-host.ts'
import { parseUrl } from '../../text/urls.ts'
import { isHiddenBy, layersOf } from '../hidden-layers.ts'
import { isUnsaidHost } from '../strange-host.ts'
import { worstRelation } from '../worst-relation.ts'

/** Reading a text as code inside of the running program. */
const IN_ITSELF = /^(?:exec|eval|Function|vm\.\w+|new Function|builtins\.exec)$/

/** Programs that start a page or a library from afar: nobody installs with them. */
const NO_INSTALLER = /^(?:mshta|regsvr32|rundll32|cscript|wscript)\b/

/** A library starts a command. */
const AS_COMMAND = /^(?:subprocess\.\w+|os\.(?:system|popen)|child_process\.\w+)$/

/** Places of well-known services where people write: what stands there is no program, but orders of whoever wrote it. */
const WRITTEN_BY_ANYBODY = anyOf(
  '',
  /api\.github\.com\/(?:repos\/[^/]+\/[^/]+\/(?:issues|comments|pulls|discussions)|gists)\b/,
  /discord(?:app)?\.com\/api\/\S{0,20}channels|api\.telegram\.org\/bot|slack\.com\/api\/conversations/,
  /reddit\.com\/r\/|(?:twitter|x)\.com\/\w/,
  /api\.notion\.com|docs\.google\.com\/(?:document|spreadsheets)/,
)

/** Code that comes over the network and is run. */
export function judgeFetchedCode(fact: Fact, purpose: Purpose): Evidence[] {
  const urls = marksOf(fact.value).flatMap((mark) => (mark.startsWith('net:') ? [mark.slice(4)] : []))
  if (urls.length === 0) return []
  const { relation, url } = worstRelation(urls, purpose)
  if (fact.what.trim() === '') return []
  if (AS_COMMAND.test(fact.what) && fact.value.texts.length > 0 && fact.value.texts.every(isArgument))
    return [
      fromFact(
        'scan/unsafe-code',
        fact,
        `puts what ${url.replaceAll(HOLE, '…') || 'a request'} answers into a command`,
        url,
      ),
    ]
  if (isValueIn(fact)) {
    const detail = `puts what ${url.replaceAll(HOLE, '…') || 'a request'} answers into code that it runs`
    const isKnown = relation === 'own' || relation === 'vendor'
    return [fromFact(isKnown ? 'scan/unsafe-code' : 'scan/remote-installer', fact, detail, url)]
  }
  const rule = ruleFor(fact, isInstaller(fact, relation, url, purpose) ? 'affine' : relation, url, purpose)
  const detail = `runs what ${url.replaceAll('\uFFFC', '…') || 'a request'} answers (${fact.what})`
  return rule === undefined ? [] : [fromFact(rule, fact, detail, url)]
}

/** Programs that run what they are given. */
const RUNS_ARGUMENTS =
  /^(?:(?:ba|z|da|k|fi)?sh|eval|exec|source|\.|sudo|doas|su|env|nice|nohup|time|timeout|xargs|parallel|watch|script|ssh|docker|podman|kubectl|npx|bunx|uvx|pipx?|npm|node|deno|bun|python[\d.]*|perl|ruby|php|lua|awk|sed|find|git|make|vim?|osascript|powershell|pwsh|cmd|start|wsl|crontab|at|tmux|screen)$/

// An answer in the place of a word for a program that runs none of its words.
function isArgument(command: string): boolean {
  return withoutQuoted(command)
    .split(/\|\|?|&&?|;|\n|`|\$\(/)
    .every((part) => {
      const [program = ''] = part.trim().split(/\s+/)
      return !part.includes(HOLE) || (/^[\w-]+$/.test(program) && !RUNS_ARGUMENTS.test(program))
    })
}

// What stands between quotes ends no command, unless the shell reads it first.
function withoutQuoted(command: string): string {
  return command.replaceAll(/"[^"`$\\]*"|'[^']*'/g, (quoted) => quoted.replaceAll(/[|&;\n]/g, ' '))
}

/** An interpreter that is given code on its command line or by a pipe. */
const READS_CODE = /^(?:python[\d.]*|node|perl|ruby)\b/
/** An answer in the place of a text or of a number in code that is known. */
const AS_TEXT = new RegExp(`(["'])[^"'\n]{0,200}${HOLE}[^"'\n]{0,200}\\1`, 'g')
const AS_NUMBER = new RegExp(`[(,<>*/+-]\\s*${HOLE}[\\d.]*(?=\\s*(?:[),<>*/+-]|$))`, 'gm')
const RUNS_TEXTS =
  /\b(?:exec|eval|compile|require|import\s*\(|__import__|getattr|pickle|marshal|system|popen|subprocess|spawn\w*|b64decode|Function)/

// Careless, and no code of somebody else: the program stands here, and the answer is a value in it.
function isValueIn({ what, value: { texts } }: Fact): boolean {
  return (
    READS_CODE.test(what) &&
    texts.some((text) => text.includes(HOLE)) &&
    texts.every(
      (text) => !RUNS_TEXTS.test(text) && !text.replaceAll(AS_TEXT, '').replaceAll(AS_NUMBER, '').includes(HOLE),
    )
  )
}

// The installer of a tool that the text is about, or that its commands use, is a matter for a reviewer.
function isInstaller({ place, what }: Fact, relation: HostRelation, url: string, purpose: Purpose): boolean {
  return (
    (relation === 'unrelated' || relation === 'hosting') &&
    !isHiddenBy(place.layers) &&
    place.origin !== 'config' &&
    namesInText(url, place.origin === 'script' ? '' : what, purpose)
  )
}

// A script reads what a page of the reader's choice assigns, in a frame that gives it back.
function isDataOfPage({ value: { texts } }: Fact, url: string): boolean {
  return (
    url === '' &&
    texts.length > 0 &&
    texts.every((text) => /^[^\uFFFC]{0,80}\uFFFC\s*;?\s*return\s+[\w.\uFFFC]+;?\s*$/.test(text))
  )
}

function ruleFor(fact: Fact, relation: HostRelation, url: string, purpose: Purpose): RuleId | undefined {
  const { place, what } = fact
  const isScript = place.origin === 'script'
  // An installer is run by a shell; a script that reads an answer as its own code can become anything, whatever the host is called.
  const isKnown = relation === 'local' || relation === 'vendor' || isDataOfPage(fact, url)
  if (isScript && IN_ITSELF.test(what) && !isKnown) return 'scan/remote-code'
  // A program that runs words of an answer as commands takes orders from a host that its reader hears nothing of.
  if (isScript && AS_COMMAND.test(what) && relation === 'affine' && isUnsaidHost(url, purpose))
    return 'scan/remote-code'
  if (isScript && WRITTEN_BY_ANYBODY.test(url)) return 'scan/remote-code'
  switch (relation) {
    case 'ip':
    case 'capture':
    case 'paste':
    case 'unrelated':
      return 'scan/remote-code'
    case 'hosting':
      return place.origin === 'test' ? 'scan/remote-installer' : 'scan/remote-code'
    case 'affine':
    case 'own':
      return isHiddenBy([...place.layers, ...layersOf(fact)]) || NO_INSTALLER.test(what)
        ? 'scan/remote-code'
        : 'scan/remote-installer'
    case 'unknown': {
      const isExample = place.origin === 'document' || place.origin === 'test'
      // "your-server.com" may be meant as a placeholder, and can be registered.
      return isExample && !isPublicName(url) ? undefined : 'scan/remote-installer'
    }
    case 'vendor':
      return /^http:/.test(url) ? 'scan/remote-installer' : 'scan/vendor-installer'
    default:
      return undefined
  }
}

/** A script of the package is replaced by what an address answers: from then on that is what runs. */
export function judgeReplacedScript(fact: Fact, purpose: Purpose): Evidence[] {
  const urls = marksOf(fact.data).flatMap((mark) => (mark.startsWith('net:') && mark !== 'net:' ? [mark.slice(4)] : []))
  if (urls.length === 0 || fact.place.origin !== 'script') return []
  const { relation, url } = worstRelation(urls, purpose)
  const isStrange = relation === 'unrelated' || relation === 'ip' || relation === 'paste' || relation === 'capture'
  const detail = `replaces ${fact.targets[0]} by what ${url.replaceAll(HOLE, '…')} answers`
  return relation === 'local' ? [] : [fromFact(isStrange ? 'scan/remote-code' : 'scan/self-update', fact, detail, url)]
}

function isPublicName(url: string): boolean {
  const host = parseUrl(url)?.host ?? ''
  return !isReservedHost(host) && !/\.(?:local|localhost|lan|internal|corp|home)$/.test(host)
}

function namesInText(url: string, program: string, purpose: Purpose): boolean {
  const parsed = parseUrl(url)
  if (parsed === undefined) return false
  if (program.length > 2 && parsed.path.toLowerCase().split('/').slice(1, 3).includes(program)) return true
  const owner = /github|gitlab|sourceforge|cloudsmith|codeberg|^skills\.sh$/.test(parsed.host)
    ? parsed.path
        .replace(/\.\w+$/, '')
        .replace('/releases/latest/download', '')
        .split('/')
        .slice(1, 5)
        .join(' ')
    : ''
  // A name of two or three letters is no word, but a program that the guide names as one.
  const repository = owner === '' ? undefined : /^\S+ ([a-z][a-z0-9]{1,2})(?: |$)/i.exec(owner)?.[1]
  if (repository !== undefined && purpose.body.includes(`\`${repository}\``)) return true
  return nameWords(`${registrableDomain(parsed.host).replace(/\.[a-z]+$/, '')} ${owner}`).some(
    (word) => !/^(?:github|githubusercontent|gitlab|content|master|main)$/.test(word) && purpose.timesUsed(word) > 0,
  )
}
