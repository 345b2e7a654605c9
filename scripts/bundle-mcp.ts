import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const ROOM = 'packages/mcp'
// The SDK has libraries in it that ask for Node's own by `require`.
const REQUIRE = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"

/**
 * Takes the MCP SDK into the room that stands on it: installed as it is published, with both module systems, source maps and all of
 * zod, it weighs more than twenty times what is used of it.
 */
export async function bundleMcp(): Promise<void> {
  const dist = join(ROOM, 'dist')
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.js')) rmSync(join(dist, file))
  const { dependencies } = JSON.parse(readFileSync(join(ROOM, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>
  }
  await build({
    entryPoints: [join(ROOM, 'src/index.ts')],
    outfile: join(dist, 'index.js'),
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    external: Object.keys(dependencies),
    minify: true,
    keepNames: true,
    legalComments: 'none',
    logLevel: 'warning',
    banner: { js: REQUIRE },
  })
}
