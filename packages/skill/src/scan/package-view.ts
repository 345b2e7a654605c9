import type { SkillFiles } from '../skill-files.ts'
import { cleanText } from './text/clean-text.ts'
import type { HiddenRun } from './text/hidden-characters.ts'

/** How a file is read. */
type FileKind =
  | 'document'
  | 'shell'
  | 'python'
  | 'javascript'
  | 'lexical'
  | 'recipe'
  | 'config'
  | 'markup'
  | 'notebook'
  | 'text'

/** One text file of a package. */
export interface TextFile {
  readonly path: string
  readonly text: string
  readonly kind: FileKind
  readonly isTest: boolean
  readonly hidden: readonly HiddenRun[]
}

/** A package as the scanner sees it: its texts in reading order, and what is no text. */
export interface PackageView {
  readonly files: readonly TextFile[]
  readonly texts: ReadonlyMap<string, string>
  readonly binaries: readonly { path: string; bytes: Uint8Array }[]
  /** What could not be read: texts that are too long, and bytes where a text should be. */
  readonly unread: readonly Unread[]
  /** Every path that is not among the texts. */
  readonly closed: ReadonlySet<string>
  /** What stands before each path in the given files, when the SKILL.md lies in a folder. */
  readonly root: string
}

/** A file that was not read. */
interface Unread {
  readonly path: string
  readonly why: string
  /** An interpreter would run it, or a reader follow it. */
  readonly mayRun: boolean
}

const MAX_TEXT_BYTES = 1_000_000
const MAX_TOTAL_BYTES = 6_000_000

/** Sorts the files of a package: by content and not only by name, with SKILL.md and what it mentions first. */
export function viewPackage(files: SkillFiles): PackageView {
  const root = skillRoot([...files.keys()])
  const texts = new Map<string, string>()
  const found: TextFile[] = []
  const binaries: { path: string; bytes: Uint8Array }[] = []
  const unread: Unread[] = []
  let left = MAX_TOTAL_BYTES
  for (const [fullPath, bytes] of files) {
    const path = fullPath.startsWith(root) ? fullPath.slice(root.length) : fullPath
    if (bytes.length > MAX_TEXT_BYTES || bytes.length > left) {
      binaries.push({ path, bytes })
      if (!isMedia(path))
        unread.push({
          path,
          mayRun: isReadable(path) || startsScript(bytes),
          why: 'is longer or more tangled than the scanner reads',
        })
      continue
    }
    const clean = cleanText(bytes)
    if (clean === undefined) {
      binaries.push({ path, bytes })
      if (isReadable(path)) unread.push({ path, mayRun: true, why: 'is no text, although it is named like one' })
      continue
    }
    left -= bytes.length
    texts.set(path, clean.text)
    found.push({ path, text: clean.text, hidden: clean.hidden, kind: kindOf(path, clean.text), isTest: isTest(path) })
  }
  const guide = texts.get('SKILL.md') ?? ''
  const rank = (file: TextFile): number =>
    /^skill\.md$/i.test(file.path)
      ? 0
      : guide.includes(file.path.slice(file.path.lastIndexOf('/') + 1))
        ? 1
        : file.isTest
          ? 3
          : 2
  const order = found
    // What the guide names is run, in whatever folder it is.
    .map((file) => (file.isTest && guide.includes(file.path) ? { ...file, isTest: false } : file))
    .map((file) => ({ file, rank: rank(file) }))
    .toSorted((a, b) => a.rank - b.rank || a.file.text.length - b.file.text.length)
    .map(({ file }) => file)
  return { files: order, texts, binaries, unread, closed: new Set(binaries.map(({ path }) => path)), root }
}

function skillRoot(paths: readonly string[]): string {
  const guides = paths
    .filter((path) => /(?:^|\/)skill\.md$/i.test(path))
    .toSorted((a, b) => a.split('/').length - b.split('/').length)
  const [first] = guides
  return first === undefined ? '' : first.slice(0, first.lastIndexOf('/') + 1)
}

const KINDS: readonly (readonly [RegExp, FileKind])[] = [
  [/\.(?:md|mdx|markdown|mdc)$/i, 'document'],
  [/\.(?:sh|bash|zsh|command|ksh|fish)$|(?:^|\/)\.(?:bashrc|zshrc|profile|envrc)$/i, 'shell'],
  [/\.(?:py|pyw|pyi|pth)$/i, 'python'],
  [/\.(?:[mc]?[jt]s|[jt]sx)$/i, 'javascript'],
  [
    /\.(?:ps[dm]?1|bat|cmd|vb[as]?|bas|wsf|hta|ahk|au3|rb|rake|gemspec|podspec|pl|pm|raku|php|lua|applescript|scpt|go|rs|swift|java|kts?|cs|csx|fsx?|r|jl|tcl|awk|exs?|erl|groovy|gradle|dart|el|clj[cs]?|scm|rkt|lisp|hs|ml|nim|zig|cr|v|d|pas|c|cc|cpp|m|mm|scala|sc|nu|vim|sed|cmake|gyp|nix)$|(?:^|\/)(?:Rakefile|Gemfile|Vagrantfile|Jenkinsfile|Podfile|Fastfile|Brewfile|CMakeLists\.txt)$/i,
    'lexical',
  ],
  [/(?:^|\/)(?:GNUmakefile|Makefile|Dockerfile|Containerfile|Justfile|Procfile)(?:\.\w+)?$|\.mk$/i, 'recipe'],
  [/\.ipynb$/i, 'notebook'],
  [/\.(?:svg|html?|xhtml)$/i, 'markup'],
  [
    /\.(?:json5?|jsonc|ya?ml|toml|ini|cfg|conf|plist|xml|properties|env)$|(?:^|\/)\.(?:npmrc|env)$|requirements[\w.-]*\.txt$/i,
    'config',
  ],
]

function kindOf(path: string, text: string): FileKind {
  const shebang = /^#!.*\b(bash|sh|zsh|dash|python[\d.]*|node|deno|bun|perl|ruby|php|osascript)\b/.exec(text)?.[1]
  for (const [pattern, kind] of KINDS)
    if (pattern.test(path)) return kind === 'config' && shebang !== undefined ? byInterpreter(shebang) : kind
  if (shebang !== undefined) return byInterpreter(shebang)
  if (/^\s*<(?:svg|!doctype html|html)\b/i.test(text)) return 'markup'
  return /\.txt$|\.rst$|\.adoc$|(?:^|\/)[A-Z]+$/.test(path) ? 'document' : 'text'
}

/** True for a path that an interpreter would run. */
export function isCode(path: string): boolean {
  return ['shell', 'python', 'javascript', 'lexical'].includes(kindOf(path, ''))
}

/** True for a path that should hold code or instructions. */
function isReadable(path: string): boolean {
  return isCode(path) || ['document', 'recipe', 'notebook'].includes(kindOf(path, ''))
}

/** True for a path that may hold code when nothing else is known of it: neither a picture nor plain data. */
export function mayHoldCode(path: string): boolean {
  return (
    !isMedia(path) &&
    !/\.(?:jsonl?|ndjson|xml|dat|log|bin|idx|gguf|onnx|safetensors|parquet|arrow|srt|vtt|geojson)$/i.test(path)
  )
}

function startsScript(bytes: Uint8Array): boolean {
  return bytes[0] === 0x23 && bytes[1] === 0x21
}

function byInterpreter(name: string): FileKind {
  if (name.startsWith('python')) return 'python'
  if (/^(?:node|deno|bun)$/.test(name)) return 'javascript'
  return /^(?:perl|ruby|php|osascript)$/.test(name) ? 'lexical' : 'shell'
}

function isTest(path: string): boolean {
  return /(?:^|\/)(?:tests?|__tests__|fixtures?|specs?|testdata|evals?)\/|(?:^|\/)test[-_][^/]+\.(?:py|sh|bash|[mc]?js)$|_test\.py$|\.(?:test|spec)\.[mc]?[jt]sx?$/i.test(
    path,
  )
}

function isMedia(path: string): boolean {
  return /\.(?:png|jpe?g|gif|webp|ico|bmp|tiff?|mp[34]|m4a|wav|ogg|webm|mov|avi|pdf|ttf|otf|woff2?|eot|csv|tsv|parquet|npy|npz|h5|sqlite|db|pptx|docx|xlsx)$/i.test(
    path,
  )
}
