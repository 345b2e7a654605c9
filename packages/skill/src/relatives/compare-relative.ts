import type { ScanReport } from '../scan/scan-report.ts'
import { commandIn } from '../scan/text/command-lines.ts'
import { hostRelation, registrableDomain } from '../scan/text/host-relation.ts'
import { isReservedHost } from '../scan/text/placeholder-host.ts'
import { findUrls } from '../scan/text/urls.ts'
import type { SkillFiles } from '../skill-files.ts'
import { shinglesOf, tellingTexts } from './shingles.ts'

/** A line that a package has and its relative has not. */
interface AddedLine {
  readonly file: string
  readonly line: number
  readonly text: string
}

/** What a package has beyond another one that it has most of its text from. */
export interface RelativeDifference {
  /** The share of the other package's text that is in this one, from 0 to 1. */
  readonly similarity: number
  /** How many lines were added in all. */
  readonly added: number
  /** Those that matter come first. */
  readonly lines: readonly AddedLine[]
  /** Hosts that only the added lines name. */
  readonly hosts: readonly string[]
  /** Commands that only the added lines hold. */
  readonly commands: readonly string[]
  /** Rules of the scanner that saw something in added lines. */
  readonly rules: readonly string[]
}

/** From this share of another package's text on, a package is a copy of it. */
export const COPY_SHARE = 0.6

const MAX_LINES = 40
const MAX_TEXT = 200
const MAX_NAMED = 10

/** Programs that bring something in or out; other commands are what an honest change is made of. */
const REACHES =
  /\b(?:curl|wget|fetch|iwr|irm|Invoke-\w+|nc|ncat|ssh|scp|rsync|git clone|pip3? install|npm (?:i|install|exec)|npx|uvx?|bunx?|deno run|go run|docker run|brew install|apt(?:-get)? install|powershell|osascript|base64|eval|sh|bash)\b/

/**
 * Compares a package with a similar one, line by line: what was added is what a reviewer has to look at. What its `own` released version
 * has was looked at, if that was a copy too: alone, the same lines gave no reason to. Pure.
 */
export function compareRelative(
  files: SkillFiles,
  relative: SkillFiles,
  { findings, own = new Map() }: Pick<ScanReport, 'findings'> & { readonly own?: SkillFiles },
): RelativeDifference {
  const texts = tellingTexts(files)
  const known = tellingTexts(relative)
  const copied = shinglesOf(known.values())
  const released = [...tellingTexts(own).values()]
  const wasCopy = containment(copied, shinglesOf(released)) >= COPY_SHARE
  const seenBefore = [...known.values(), ...(wasCopy ? released : [])]
  const lines = addedLines(texts, seenBefore)
  const before = new Set(seenBefore.flatMap(hostsIn))
  const hosts = [...new Set(lines.flatMap(({ text }) => hostsIn(text)))].filter((host) => !before.has(host))
  const commands = lines.flatMap(({ text }) => {
    const command = commandIn(text, { isCode: true })?.readings[0]
    return command !== undefined && REACHES.test(command) ? [command.slice(0, MAX_TEXT)] : []
  })
  const places = new Set(lines.map(({ file, line }) => `${file}:${line}`))
  const seen = findings.filter(({ evidence }) => evidence.some(({ file, line }) => places.has(`${file}:${line}`)))
  const matters = ({ file, line, text }: AddedLine): boolean =>
    hostsIn(text).some((host) => hosts.includes(host)) ||
    commands.some((command) => text.includes(command)) ||
    seen.some(({ evidence }) => evidence.some((each) => each.file === file && each.line === line))
  return {
    similarity: containment(copied, shinglesOf(texts.values())),
    added: lines.length,
    lines: [...lines.filter(matters), ...lines.filter((each) => !matters(each))]
      .slice(0, MAX_LINES)
      .map((each) => ({ ...each, text: each.text.slice(0, MAX_TEXT) })),
    hosts: hosts.slice(0, MAX_NAMED),
    commands: [...new Set(commands)].slice(0, MAX_NAMED),
    rules: [...new Set(seen.map(({ rule }) => rule))].slice(0, MAX_NAMED),
  }
}

function addedLines(texts: ReadonlyMap<string, string>, known: readonly string[]): AddedLine[] {
  const before = new Set(known.flatMap((text) => text.split('\n').map(folded)))
  return [...texts].flatMap(([file, text]) =>
    text.split('\n').flatMap((line, row) => {
      const plain = folded(line)
      return plain === '' || before.has(plain) ? [] : [{ file, line: row + 1, text: line.trim() }]
    }),
  )
}

// Another indentation or another mark of a list is the same line.
function folded(line: string): string {
  return line
    .replace(/^[\s>*+-]+/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

// Makers that everybody knows, names of schemas, and names that stand for others are no news.
function hostsIn(text: string): string[] {
  return findUrls(text)
    .filter(({ url, host }) => STRANGE.has(hostRelation(url, NOBODY)) && !isReservedHost(host))
    .map(({ host }) => registrableDomain(host))
}

const NOBODY = { hosts: new Set<string>(), words: new Set<string>() }
const STRANGE: ReadonlySet<string> = new Set(['unrelated', 'hosting', 'ip', 'paste', 'capture'])

function containment(inner: ReadonlySet<number>, outer: ReadonlySet<number>): number {
  return inner.size === 0 ? 0 : inner.intersection(outer).size / inner.size
}
