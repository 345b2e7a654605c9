import { createHash } from 'node:crypto'
import { globSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'

const ROOMS = resolve(import.meta.dirname, '../packages')
const SOURCE = `${ROOMS}/cli/src`
// The server is no part of a quick command; the others find files beside themselves, or are the user's own.
const EXTERNAL = ['@skillwright/hub', 'web-tree-sitter', 'piscina', 'onnxruntime-web', '@huggingface/tokenizers']
// Large, and not needed by every command: loaded by the first call of one of their functions. So are some of Node's own modules.
const LATE = ['fflate', 're2js', 'semver', 'typebox/format', 'yaml']
const LATE_OF_NODE = ['node:crypto', 'node:readline/promises', 'node:zlib']
// What is compiled is kept for each file, and read with it, so the verbs that are typed all day have one each; and those
// that take in a whole SDK, which no other verb is to read, have one together.
const QUICK = [['contract'], ['find'], ['inject'], ['lint'], ['mcp', 'import'], ['run'], ['scan'], ['test']] as const
const OTHERS = 'verbs'
const OWN_PLACE = "const $require=require,$urls=require('node:url'),$here=$urls.pathToFileURL(__filename).href;"

const OPTIONS: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  conditions: ['@skillwright/source'],
  // A package's modules before its main file: one that is made for every loader asks for its parts in a way that nobody can follow.
  mainFields: ['module', 'main'],
  charset: 'ascii',
  // Names as well: the files share code, and are a third smaller without them.
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
}

/** Where the files are that the bundle does not hold. */
interface CliPlaces {
  /** An expression for the address of a room's file, which looks for others beside itself. */
  readonly urlOf: (path: string) => string
  /** What the bundle imports in place of the hub's package. */
  readonly hub: string
}

/** As it is published: beside the other rooms' packages. */
const PUBLISHED: CliPlaces = {
  urlOf(path) {
    const [room, , ...rest] = relative(ROOMS, path).split(sep)
    const file = `./${rest.join('/').replace(/\.ts$/, '.js')}`
    return room === 'cli'
      ? '$here'
      : `new URL(${JSON.stringify(file)}, $urls.pathToFileURL($require.resolve('@skillwright/${room}'))).href`
  },
  hub: '@skillwright/hub',
}

/**
 * Makes what is published of the command line: a small file that knows the verbs' names, one for each quick verb, one for all
 * others, and one for each large library. They are CommonJS, in which a module and what it imports of Node is only loaded when
 * it is reached; each of some hundred small files would take longer to find than to run. Files that a room opens or starts
 * stay with it.
 */
export async function bundleCli(outdir = `${ROOMS}/cli/dist`, places: CliPlaces = PUBLISHED): Promise<void> {
  rmSync(outdir, { recursive: true, force: true })
  const text = await readFile(`${SOURCE}/verbs.ts`, 'utf8')
  const verbs = [...text.matchAll(/import\('\.\/commands\/(?<verb>[\w-]+)\.ts'\)/g)].map(
    ({ groups }) => groups?.verb ?? '',
  )
  const room = (
    name: string,
    lines: readonly string[],
    options: Pick<BuildOptions, 'define' | 'plugins' | 'supported'> = {},
  ) =>
    build({
      ...OPTIONS,
      ...options,
      stdin: { contents: lines.join('\n'), resolveDir: SOURCE, loader: 'ts' },
      outfile: `${outdir}/${name}.cjs`,
      format: 'cjs',
      external: EXTERNAL,
      banner: { js: OWN_PLACE },
      plugins: [...(options.plugins ?? []), sharedCommander, hubAt(places), ownPlace(places), openDoors, lateLibraries],
    })
  const verbFile = (name: string, own: readonly string[], options: Pick<BuildOptions, 'supported'> = {}) =>
    room(
      name,
      ['./report-failure.ts', ...own.map((verb) => `./commands/${verb}.ts`)].map(
        (file) => `exports[${JSON.stringify(file)}] = () => require(${JSON.stringify(file)})`,
      ),
      options,
    )
  await Promise.all([
    build({ ...OPTIONS, entryPoints: [`${SOURCE}/main.ts`], outdir, format: 'esm', plugins: [fromCommandLine] }),
    // Node warns of a kept script that imports a module; it requires it instead.
    ...QUICK.map((own) => verbFile(`verb-${own[0]}`, own, { supported: { 'dynamic-import': false } })),
    verbFile(
      OTHERS,
      verbs.filter((verb) => fileOf(verb) === OTHERS),
    ),
    build({
      ...OPTIONS,
      absWorkingDir: ROOMS,
      entryPoints: [...LATE, 'commander'].map((name) => ({ in: name, out: libraryFile(name) })),
      outdir,
      outExtension: { '.js': '.cjs' },
      format: 'cjs',
      plugins: [lateProcesses],
    }),
  ])
  await room('cli', ["export * from './run-cli.ts'", "export * from './terminal.ts'"], {
    define: { BUNDLE: JSON.stringify(await hashOf(outdir)) },
    plugins: [fromVerbs],
  })
}

/** A name for the contents of all files that verbs are loaded from. */
async function hashOf(outdir: string): Promise<string> {
  const hash = createHash('sha256')
  for (const file of globSync('**/*.cjs', { cwd: outdir }).sort()) hash.update(await readFile(`${outdir}/${file}`))
  return hash.digest('hex').slice(0, 16)
}

/** The file that a verb is in. */
function fileOf(verb: string | undefined): string {
  const own = QUICK.find((verbs) => verbs.some((one) => one === verb))
  return own === undefined ? OTHERS : `verb-${own[0]}`
}

function libraryFile(name: string): string {
  return `libraries/${name.replaceAll(/\W/g, '-')}`
}

/** main.ts is a module, so that it can wait; all else is in the file beside it. */
const fromCommandLine: Plugin = {
  name: 'from-command-line',
  setup: ({ onResolve }) => onResolve({ filter: /^\.\// }, () => ({ path: './cli.cjs', external: true })),
}

/** The command line takes a verb out of its file when it is called, and out of the same one what reports its failure. */
const fromVerbs: Plugin = {
  name: 'from-verbs',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^\.\/(?:commands\/|report-failure)/ }, ({ path }) => ({ path, namespace: 'verb' }))
    onLoad({ filter: /./, namespace: 'verb' }, ({ path }) => {
      const verb = /^\.\/commands\/(.*)\.ts$/.exec(path)?.[1]
      const file = fileOf(verb)
      // The others import the hub's server, a module, which a kept script cannot.
      const load =
        file === OTHERS
          ? `$require('./${file}.cjs')`
          : `require('./load-compiled.ts').loadCompiled(__dirname + '/${file}.cjs', BUNDLE)`
      const chosen = verb === undefined ? `globalThis.$verb ?? ${load}` : `globalThis.$verb = ${load}`
      return { contents: `module.exports = (${chosen})[${JSON.stringify(path)}]()`, resolveDir: SOURCE }
    })
  },
}

/** All have the same commander: it tells its errors by their class. */
const sharedCommander: Plugin = {
  name: 'shared-commander',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^commander$/ }, () => ({ path: `./${libraryFile('commander')}.cjs`, external: true })),
}

/** Commander can start a program for a verb, which none of ours is: without this Node would load pipes and sockets for every command. */
const lateProcesses: Plugin = {
  name: 'late-processes',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^node:child_process$/, namespace: 'file' }, ({ path }) => ({
      path,
      namespace: 'late-process',
    }))
    onLoad({ filter: /./, namespace: 'late-process' }, ({ path }) => ({
      contents: `exports.spawn = (...words) => require(${JSON.stringify(path)}).spawn(...words)`,
    }))
  },
}

/** The server is imported from where it is. */
function hubAt({ hub }: CliPlaces): Plugin {
  return {
    name: 'hub-at',
    setup: ({ onResolve }) => onResolve({ filter: /^@skillwright\/hub$/ }, () => ({ path: hub, external: true })),
  }
}

/** A room's file that looks for others beside itself finds them where they are. */
function ownPlace({ urlOf }: CliPlaces): Plugin {
  return {
    name: 'own-place',
    setup({ onLoad }) {
      onLoad({ filter: /packages[\\/][\w-]+[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
        const url = urlOf(path)
        return {
          loader: 'ts',
          contents: nameWhatIsTaken(await readFile(path, 'utf8'))
            .replaceAll('import.meta.url', url)
            .replaceAll('import.meta.filename', `$urls.fileURLToPath(${url})`)
            .replaceAll('import.meta.dirname', `$urls.fileURLToPath(new URL('.', ${url}))`),
        }
      })
    },
  }
}

const TAKEN = /(?<names>\{[^{}]*\})(?<between>\s*(?:from|= await import\()\s*)'(?<source>[@\w][\w./@:-]*)'/g

/** Writes behind a room or a late library what is taken of it: `'@skillwright/contract'` becomes `'@skillwright/contract:SkillError,isObject'`. */
function nameWhatIsTaken(text: string): string {
  return text.replaceAll(TAKEN, (found, names: string, between: string, source: string) => {
    const isMeant =
      [...LATE, ...LATE_OF_NODE].includes(source) || (source.startsWith('@skillwright/') && !EXTERNAL.includes(source))
    return isMeant ? `${names}${between}'${source}:${valueNames(names).join()}'` : found
  })
}

/** The names in `{ a, type B, c as d }` or `{ a, c: d }` that are there when the program runs. */
function valueNames(list: string): readonly string[] {
  return list
    .slice(1, -1)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('type '))
    .map((part) => part.split(/\s|:/)[0] ?? part)
}

/** Leads what is taken from a room to the files that have it: through its door the whole room would be loaded. */
const openDoors: Plugin = {
  name: 'open-doors',
  setup({ onLoad, onResolve }) {
    const doors = new Map<string, Promise<ReadonlyMap<string, string>>>()
    onResolve({ filter: /^@skillwright\/[\w-]+:/ }, ({ path }) => ({ path, namespace: 'door', sideEffects: false }))
    onLoad({ filter: /./, namespace: 'door' }, async ({ path }) => {
      const [, room = '', names = ''] = /^@skillwright\/([\w-]+):(.*)$/.exec(path) ?? []
      const opened = doors.get(room) ?? readDoor(room)
      doors.set(room, opened)
      const door = await opened
      const lines = names.split(',').flatMap((name) => {
        const file = door.get(name)
        return file === undefined ? [] : [`export { ${name} } from ${JSON.stringify(file)}`]
      })
      return { contents: lines.join('\n'), loader: 'ts', resolveDir: `${ROOMS}/${room}/src` }
    })
  },
}

/** Which file of a room has what its door names; a door has named re-exports only. */
async function readDoor(room: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(`${ROOMS}/${room}/src/index.ts`, 'utf8')
  const exports = text.matchAll(/^export (?<names>\{[^{}]*\}) from '(?<file>[^']+)'/gm)
  return new Map(
    [...exports].flatMap(({ groups: { names = '', file = '' } = {} }) =>
      valueNames(names).map((name): [string, string] => [name, file]),
    ),
  )
}

/** Stands in for what is taken of a late library until it is called, read or made. */
const lateLibraries: Plugin = {
  name: 'late-libraries',
  setup({ onLoad, onResolve }) {
    const names = [...LATE, ...LATE_OF_NODE].map((name) => name.replaceAll('.', '\\.'))
    const isLate = new RegExp(`^(?:${names.join('|')}):`)
    onResolve({ filter: isLate }, ({ path }) => ({ path, namespace: 'late', sideEffects: false }))
    onResolve({ filter: /^\.\/libraries\// }, ({ path }) => ({ path, external: true }))
    onLoad({ filter: /./, namespace: 'late' }, ({ path }) => {
      const at = path.lastIndexOf(':')
      const name = path.slice(0, at)
      const file = JSON.stringify(LATE.includes(name) ? `./${libraryFile(name)}.cjs` : name)
      const lines = path
        .slice(at + 1)
        .split(',')
        .map((name) => `export const ${name} = late(${JSON.stringify(name)})`)
      return { contents: [STAND_IN.replace('FILE', file), ...lines].join('\n'), loader: 'js' }
    })
  },
}

const STAND_IN = `const late = (name) => {
  const real = () => require(FILE)[name]
  return new Proxy(function () {}, {
    apply: (_, self, values) => Reflect.apply(real(), self, values),
    construct: (_, values) => new (real())(...values),
    get: (_, key) => real()[key],
  })
}`

if (import.meta.main) await bundleCli()
