import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

// The SDK has libraries in it that ask for Node's own by `require`.
const REQUIRE = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"

/**
 * Takes the SDK of a protocol into the room that stands on it. Installed as they are published, with both module systems, source maps
 * and every transport, they weigh many times what is used of them: that of MCP more than twenty times.
 */
export async function bundleRoom(room: string): Promise<void> {
  const dist = join('packages', room, 'dist')
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.js')) rmSync(join(dist, file))
  const { dependencies } = JSON.parse(readFileSync(join('packages', room, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>
  }
  await build({
    entryPoints: [join('packages', room, 'src/index.ts')],
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
