import { globSync } from 'node:fs'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin, stop } from 'esbuild'
import { bundleCli } from './bundle-cli.ts'

const ROOT = resolve(import.meta.dirname, '..')
// What tests start as processes, and the threads that these start.
const PROGRAMS = [
  'packages/hub/src/registry/fixtures/hub-process.ts',
  'packages/install/src/fixtures/install-process.ts',
  'packages/jobs/src/fixtures/job-worker.ts',
  'scripts/start.ts',
]
const THREADS = ['packages/hub/src/registry/package-worker.ts', 'packages/runtime/src/answer/answer-thread.ts']
// What the examples in the documentation import.
const DOORS = globSync('packages/*/src/index.ts', { cwd: ROOT })
/** Packages of hundreds of small files that look for nothing beside them: joined like the rooms. */
const JOINED =
  /^(?:typebox|kysely|@opentelemetry\/api|fast-check|jose|yaml|semver|prom-client|pg|pg-boss|fastify|fastify-plugin|@fastify\/(?!swagger-ui)[\w-]+)(?:\/|$)/
/** What starts a thread looks for its file beside itself. */
const STARTS_THREADS = /package-lane\.ts$|large-answers\.ts$/

/**
 * Joins the rooms as they are in the source now into a few files, for the processes that tests start: to find, read and strip some
 * seven hundred small ones takes most of the time of a process. A program is at its old path in the folder, with the ending `.js`.
 * The command line is bundled as it is published, but for where it finds files.
 */
export async function bundlePrograms(outdir: string): Promise<void> {
  // For what the command line leaves in packages of their own; and Node need not guess what kind of modules these are.
  await symlink(join(ROOT, 'node_modules'), join(outdir, 'node_modules'))
  await writeFile(join(outdir, 'package.json'), '{ "type": "module" }')
  const cli = bundleCli(join(outdir, 'packages/cli/src'), {
    urlOf: (path) => JSON.stringify(pathToFileURL(placeOf(path, outdir)).href),
    hub: join(outdir, 'packages/hub/src/index.js'),
  })
  const others = build({
    absWorkingDir: ROOT,
    entryPoints: [...PROGRAMS, ...THREADS, ...DOORS],
    outbase: ROOT,
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    charset: 'utf8',
    conditions: ['@skillwright/source'],
    logLevel: 'warning',
    // Some of the joined packages ask for Node's own modules as CommonJS does.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
    plugins: [othersWhereTheyAre, ownPlace(outdir)],
  })
  await Promise.all([cli, others])
  await stop()
}

/** Most other packages are loaded from where the room that uses them finds them. */
const othersWhereTheyAre: Plugin = {
  name: 'others-where-they-are',
  setup({ onResolve, resolve: find }) {
    onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...options }) => {
      if (path.startsWith('node:')) return { path, external: true }
      const isJoined = JOINED.test(path) || options.importer.includes('node_modules')
      if (path.startsWith('@skillwright/') || isJoined || pluginData === 'asked') return undefined
      const found = await find(path, { ...options, pluginData: 'asked' })
      return found.errors.length > 0 ? { path, external: true } : { path: found.path, external: true }
    })
  },
}

/** A file that looks for others beside itself finds them where it was; threads are among the programs. */
function ownPlace(outdir: string): Plugin {
  return {
    name: 'own-place',
    setup({ onLoad }) {
      onLoad({ filter: /(?:packages[\\/][\w-]+[\\/]src|scripts)[\\/].*\.ts$/ }, async ({ path }) => {
        return { loader: 'ts', contents: placed(await readFile(path, 'utf8'), placeOf(path, outdir)) }
      })
    },
  }
}

function placeOf(path: string, outdir: string): string {
  return STARTS_THREADS.test(path) ? join(outdir, relative(ROOT, path).replace(/ts$/, 'js')) : path
}

function placed(text: string, path: string): string {
  return text
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
    .replaceAll('import.meta.filename', JSON.stringify(path))
    .replaceAll('import.meta.dirname', JSON.stringify(resolve(path, '..')))
}
