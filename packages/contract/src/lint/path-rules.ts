import { compilePattern } from '../engine/pattern.ts'
import { preview } from '../json.ts'
import type { SchemaObject } from '../schema.ts'
import { namesType } from '../schema-types.ts'
import { nameWords } from './name-words.ts'
import { onDeclarations, type Report, type Rule } from './rule.ts'
import { type Site, someInPlace } from './schema-site.ts'

const ADVICE =
  'Allow only plain names between the slashes, for instance `^(?:[A-Za-z0-9_][A-Za-z0-9_.-]*/)*[A-Za-z0-9_][A-Za-z0-9_.-]*$`.'

/** Rules about file paths: a caller must not be able to leave the intended folder. */
export const PATH_RULES: readonly Rule[] = [
  {
    id: 'contract/path-traversal',
    severity: 'error',
    summary: 'The pattern of a file path accepts `..` or a NUL character.',
    why: 'A caller, or text that a model has read, can make the skill read or write outside its folder.',
    fix: ADVICE,
    fixable: false,
    check: onDeclarations((site, report) => reportAccepted(site, report, escapes)),
  },
  {
    id: 'contract/path-absolute',
    severity: 'warning',
    summary: 'The pattern of a file path accepts an absolute path.',
    why: 'Every file of the machine is then within reach, and the path means something else on another machine.',
    fix: `${ADVICE} If absolute paths are meant, write the folder they must be under into the pattern.`,
    fixable: false,
    check: onDeclarations((site, report) => reportAccepted(site, report, absolutes)),
  },
  {
    id: 'contract/path-unchecked',
    severity: 'warning',
    summary: 'A file path in the input has no pattern.',
    why: 'Any text is a valid path, `../../etc/passwd` too: everything rests on the code of the skill.',
    fix: `Add a \`pattern\`. ${ADVICE}`,
    fixable: false,
    check: onDeclarations((site, report) => {
      if (!namesType(site.schema, 'string') || !looksLikePath(site)) return
      const checks = ['pattern', 'enum', 'const', 'format'] as const
      if (someInPlace(site, (schema) => checks.some((keyword) => schema[keyword] !== undefined))) return
      report(site, `${preview(site.name)} looks like a file path and has no pattern`)
    }),
  },
]

function reportAccepted(site: Site, report: Report, probes: (prefix: string, name: string) => readonly string[]): void {
  const { pattern } = site.schema
  if (typeof pattern !== 'string' || !looksLikePath(site)) return
  const compiled = compilePattern(pattern)
  if (compiled.safety === 'refused') return
  const accepted = probeNames(site.schema)
    .flatMap(([prefix, name]) => probes(prefix, name))
    .find((probe) => compiled.test(probe))
  if (accepted !== undefined) report(site, `The pattern accepts ${preview(accepted)}`, { at: ['pattern'] })
}

function escapes(prefix: string, name: string): readonly string[] {
  const paths = [`../${name}`, `../../${name}`, `a/../../${name}`, `./../${name}`, `..\\${name}`, `a\\..\\..\\${name}`]
  return [...paths, `a\0${name}`, `${name}/../../x`, name.replace(/(?=\.|$)/u, '/..'), '..'].map(
    (path) => prefix + path,
  )
}

function absolutes(prefix: string, name: string): readonly string[] {
  return prefix === ''
    ? [`/etc/${name}`, `/${name}`, `C:\\${name}`, `C:/${name}`, `\\\\host\\${name}`, `~/${name}`]
    : []
}

/** File names and folders that the pattern may ask for: taken from its text, and from the values that it is meant for. */
function probeNames(schema: SchemaObject): readonly (readonly [prefix: string, name: string])[] {
  const pattern = schema.pattern ?? ''
  const extensions = [...pattern.slice(-200).matchAll(EXTENSIONS)].flatMap((match) => match[0].match(/\w+/gu) ?? [])
  const endings = new Set(['', '.md', '.txt', '.json', ...extensions.map((extension) => `.${extension}`)])
  const names = [...endings].slice(0, 24).map((ending) => `x${ending}`)
  const samples = [schema.default, ...(Array.isArray(schema.examples) ? schema.examples.slice(0, 5) : [])]
  const known = samples.filter((sample) => typeof sample === 'string').map((sample) => sample.slice(0, 200))
  const literal = /^\^?((?:[\w/-]|\\[./-])+)/u.exec(pattern)?.[1]?.replaceAll('\\', '') ?? ''
  const folders = new Set(['', literal.slice(0, literal.lastIndexOf('/') + 1), './'])
  for (const path of known) folders.add(path.slice(0, path.lastIndexOf('/') + 1))
  for (const path of known) names.push(path.slice(path.lastIndexOf('/') + 1))
  return [...folders].flatMap((folder) => names.map((name) => [folder, name] as const))
}

const EXTENSIONS = /\\?\.(?:\w{1,8}|\((?:\?:)?[\w|]{1,80}\))\)?\$?/gu
const PATH_WORDS: ReadonlySet<string> = new Set(
  'path paths file files filename filenames filepath filepaths dir dirs directory directories folder folders 路径 文件 目录 文件夹 文件名 文件路径'.split(
    ' ',
  ),
)
// A path through something that is no file system.
const OTHER_PATHS: ReadonlySet<string> = new Set(
  'json x xpath url uri api http route endpoint dom css object query key class git branch career learning'.split(' '),
)
const SAYS_PATH =
  /\b(?:file|directory|folder) ?path\b|\bpath (?:to|of|for|where)\b|\b(?:file|directory|folder) (?:to (?:save|write|read|load)|name\b)|文件路径|保存路径|文件名|目录路径/iu
const FILE_ENDING =
  /\\\.(?:\(?(?:\?:)?)?(?:md|txt|json|jsonl|csv|tsv|ya?ml|xml|html?|pdf|docx?|xlsx?|pptx?|log|py|js|ts|sh|png|jpe?g|gif|svg|webp|mp[34]|wav|zip|gz|tar|db|sqlite|toml|ini|conf)\b[\w|)?:]*\$?$/u

function looksLikePath(site: Site): boolean {
  const words = nameWords(site.name ?? '')
  if (words.some((word) => OTHER_PATHS.has(word))) return false
  const last = words.at(-1)
  if (last !== undefined && PATH_WORDS.has(last)) return true
  if (FILE_ENDING.test(site.schema.pattern ?? '')) return true
  const { description } = site.schema
  return typeof description === 'string' && SAYS_PATH.test(description.slice(0, 2000)) && !/\bURL\b/u.test(description)
}
