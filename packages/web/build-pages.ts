// Builds the pages into packages/web/assets, each file also compressed as far as it goes, unless they are what the sources make already.
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build, type Manifest } from 'vite'
import { PAGE_FILES } from './src/page-paths.ts'

const ROOM = import.meta.dirname
const OUT = join(ROOM, 'assets')
const STAMP = join(OUT, 'built-from')
// The pages are made of these, and of what the lock file pins.
const SOURCES = [
  'web/app/**',
  'web/src/page-paths.ts',
  'web/vite.config.ts',
  'web/operations-plugin.ts',
  'web/build-pages.ts',
  'hub-api/src/**/*.ts',
  'contract/src/**/*.ts',
  '../package-lock.json',
]

/** Builds the pages when something has changed since they were built. */
export async function buildPages(): Promise<void> {
  const stamp = sourceStamp()
  if (lastStamp() === stamp) return
  const { NODE_ENV } = process.env
  // In tests it says something else, and the framework would take in all that helps while one develops.
  process.env.NODE_ENV = 'production'
  await build({ configFile: join(ROOM, 'vite.config.ts'), logLevel: 'warn' })
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
  writeDocuments()
  for (const file of globSync('assets/*.{js,css,svg}', { cwd: OUT })) {
    const bytes = readFileSync(join(OUT, file))
    writeFileSync(join(OUT, `${file}.br`), brotliCompressSync(bytes))
    writeFileSync(join(OUT, `${file}.gz`), gzipSync(bytes, { level: 9 }))
  }
  writeFileSync(STAMP, stamp)
}

/** A document for each page, which names all that the page loads: the browser asks for it at once, not file by file as each is read. */
function writeDocuments(): void {
  const document = readFileSync(join(OUT, 'index.html'), 'utf8')
  const manifest = JSON.parse(readFileSync(join(OUT, '.vite/manifest.json'), 'utf8')) as Manifest
  mkdirSync(join(OUT, 'pages'), { recursive: true })
  for (const name of new Set(Object.values(PAGE_FILES))) {
    const links = filesOf(manifest, `pages/${name}.svelte`)
      .filter((file) => !document.includes(file))
      .map((file) =>
        file.endsWith('.css')
          ? `  <link rel="stylesheet" crossorigin href="/${file}">`
          : `  <link rel="modulepreload" crossorigin href="/${file}">`,
      )
    writeFileSync(join(OUT, `pages/${name}.html`), document.replace('</head>', `${links.join('\n')}\n</head>`))
  }
}

/** The files that are loaded with a module, itself first. */
function filesOf(manifest: Manifest, module: string, seen = new Set<string>()): readonly string[] {
  const chunk = manifest[module]
  if (chunk === undefined || seen.has(module)) return []
  seen.add(module)
  return [chunk.file, ...(chunk.css ?? []), ...(chunk.imports ?? []).flatMap((one) => filesOf(manifest, one, seen))]
}

function sourceStamp(): string {
  const hash = createHash('sha256')
  const files = globSync(SOURCES, { cwd: join(ROOM, '..'), withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map(({ parentPath, name }) => join(parentPath, name))
  for (const file of files.sort()) hash.update(file.slice(ROOM.length)).update(readFileSync(file))
  return hash.digest('hex')
}

function lastStamp(): string | undefined {
  try {
    return readFileSync(STAMP, 'utf8')
  } catch {
    return undefined
  }
}
