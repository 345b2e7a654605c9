import { build } from 'esbuild'

const FILE = 'packages/install/dist/inspect/cyclonedx.js'
/** Libraries that the one for bills of materials takes when they are there, for what is not used of it. */
const OPTIONAL = ['xmlbuilder2', 'libxmljs2', 'packageurl-js', 'spdx-expression-parse']

/** Takes what is used of the CycloneDX library into the room that writes bills of materials. */
export async function bundleSbom(): Promise<void> {
  await build({
    entryPoints: [FILE],
    outfile: FILE,
    allowOverwrite: true,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    external: OPTIONAL,
    minify: true,
    keepNames: true,
    legalComments: 'none',
    logLevel: 'warning',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  })
}
