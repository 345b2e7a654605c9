// Makes the rooms' assets and the pages, then compiles every room into its dist/, rooms below first, and bundles the command line. Old output goes first: tsc never deletes what a rename left behind.
import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { extname } from 'node:path'
import { buildPages } from '../packages/web/build-pages.ts'
import { bundleCli } from './bundle-cli.ts'
import { bundleRoom } from './bundle-room.ts'
import { bundleSbom } from './bundle-sbom.ts'
import './make-assets.ts'

// The order of the house, from the ground up; a room may import only rooms before it.
const ROOMS = [
  'contract',
  'skill',
  'runtime',
  'index',
  'hub-api',
  'install',
  'store',
  'jobs',
  'mcp',
  'bridges',
  'web',
  'hub',
]

for (const room of ROOMS) {
  const dist = `packages/${room}/dist`
  rmSync(dist, { recursive: true, force: true })
  // Lint checks the types, of all rooms at once: without that the hub compiles in a tenth of the time.
  execFileSync('tsc', ['-p', `packages/${room}/tsconfig.json`, '--noCheck'], {
    stdio: 'inherit',
    // It ends at once: to collect garbage before takes a third of its time.
    env: { ...process.env, GOGC: 'off', GOMEMLIMIT: '3GiB' },
    shell: process.platform === 'win32',
  })
  // Programs in other languages that a room starts, such as the Python zygote.
  cpSync(`packages/${room}/src`, dist, {
    recursive: true,
    filter: (path) => extname(path) === '' || extname(path) === '.py',
  })
}
for (const room of ['mcp', 'bridges']) await bundleRoom(room)
await bundleSbom()
await buildPages()
await bundleCli()
