/** What a requirements file asks for, and the lines that are not a plain package of the index. */
export interface Requirements {
  readonly packages: readonly string[]
  /** Other indexes, links, paths, repositories, further files and options: each can bring in anything from anywhere. */
  readonly foreign: readonly string[]
  /** Those among the foreign ones that let something of a package run while it is installed: repositories, sources, most options. */
  readonly building: readonly string[]
  /** Lines that stay refused whatever is allowed: paths on this machine and further files. */
  readonly local: readonly string[]
  /** The file to install from: these lines and nothing else, since an installer may read the original otherwise. */
  readonly judged: string
}

// Where pip, as all of Python, ends a line, and at every other control character but a tab.
const LINE_END = /\r\n|[[\p{Cc}\p{Zl}\p{Zp}]--\t]/v

// name[extras] >=1.2,<2 ; python_version < "3.12" --hash=sha256:…
const NAME = /^[A-Za-z0-9][\w.-]*(?:\[[\w., -]*\])?/
const REST = /^\s*(?:\(?\s*(?:[=~!<>]=?=?\s*[\w.*+!-]+\s*,?\s*)*\)?)(?:;[^@$]*)?$/
// Also behind a marker, and in what looks like a text there: pip looks for a dash first. With some options it builds what it was told not to.
const OPTION = /\s-/
const HASH = /\s--hash=sha\d{3}:[0-9a-f]{40,128}/g

/** Reads requirements.txt: only names, versions, markers and hashes are plain. */
export function readRequirements(text: string): Requirements {
  const lines = text
    .split(LINE_END)
    // A comment does not go on in the next line, whatever it ends with.
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
    .filter((line) => line !== '')
  const packages: string[] = []
  const foreign: string[] = []
  const local: string[] = []
  for (const line of lines) (isPlain(line) ? packages : isLocal(line) ? local : foreign).push(line)
  const building = foreign.filter((line) => !isBuilt(line))
  return { packages, foreign, building, local, judged: lines.map((line) => `${line}\n`).join('') }
}

function isPlain(line: string): boolean {
  if (line.length > 20_000) return false
  const bare = line.replace(HASH, '').trim()
  const name = NAME.exec(bare)?.[0]
  // A file or folder of that name would be installed instead of the package.
  const isFile = /\.(?:whl|zip|gz|bz2|xz|tgz)$/i.test(name ?? '')
  return name !== undefined && !isFile && !OPTION.test(bare) && REST.test(bare.slice(name.length))
}

// Where packages are looked for, and one that is built already, at its address.
const PLACE_OF_PACKAGES = /^(?:-i|-f|--(?:index-url|extra-index-url|find-links|trusted-host))[\s=]\s*[^\s$]+$/
const WHEEL = /^(?:[A-Za-z0-9][\w.-]*(?:\[[\w., -]*\])?\s*@\s*)?https?:\/\/[^\s$?#]+\.whl(?:#[^\s$]*)?(?:\s+;[^@$]*)?$/

function isBuilt(line: string): boolean {
  return PLACE_OF_PACKAGES.test(line) || (WHEEL.test(line) && !OPTION.test(line))
}

function isLocal(line: string): boolean {
  if (/^(?:-r|--requirement|-c|--constraint)\b/.test(line)) return true
  const isPlace = (word: string) => /^\.{1,2}$|^file:|[/\\]/.test(word) && !/^(?!file:)[\w+]+:\/\//.test(word)
  return line.split(/[\s=]+/).some(isPlace)
}
