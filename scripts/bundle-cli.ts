import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { build, type Plugin } from 'esbuild'

const ROOMS = resolve(import.meta.dirname, '../packages')
// The server is no part of a quick command; the others find files beside themselves, or are the user's own.
const EXTERNAL = ['@skillwright/hub', 'web-tree-sitter', 'piscina', 'onnxruntime-web', '@huggingface/tokenizers']
// What is taken in and was CommonJS may still ask for a module of Node by `require`.
const REQUIRE = "import{createRequire as $require}from'node:module';const require=$require(import.meta.url);"

/**
 * Makes what is published of the command line: a file for each verb and for what verbs share, instead of some hundred
 * small ones. The rooms' code is taken in; the files that a room opens or starts stay where the room is installed.
 */
export async function bundleCli(outdir = `${ROOMS}/cli/dist`): Promise<void> {
  rmSync(outdir, { recursive: true, force: true })
  await build({
    entryPoints: [`${ROOMS}/cli/src/main.ts`],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    conditions: ['@skillwright/source'],
    external: EXTERNAL,
    charset: 'utf8',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'warning',
    banner: { js: REQUIRE },
    plugins: [ownPlace],
  })
}

/** A room's file that looks for others beside itself finds them where they are: in the room's own package. */
const ownPlace: Plugin = {
  name: 'own-place',
  setup({ onLoad }) {
    onLoad({ filter: /packages[\\/][\w-]+[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const [room, , ...rest] = relative(ROOMS, path).split(sep)
      if (room === 'cli') return undefined
      const file = `./${rest.join('/').replace(/\.ts$/, '.js')}`
      const url = `new URL(${JSON.stringify(file)}, import.meta.resolve('@skillwright/${room}'))`
      const builtin = "process.getBuiltinModule('node:url')"
      const text = await readFile(path, 'utf8')
      return {
        loader: 'ts',
        contents: text
          .replaceAll('import.meta.url', `${url}.href`)
          .replaceAll('import.meta.filename', `${builtin}.fileURLToPath(${url})`)
          .replaceAll('import.meta.dirname', `${builtin}.fileURLToPath(new URL('.', ${url}))`),
      }
    })
  },
}

if (import.meta.main) await bundleCli()
