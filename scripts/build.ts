// Compiles every room into its dist/, rooms below first. Old output goes first: tsc never deletes what a rename left behind.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'

// The order of the house, from the ground up; a room may import only rooms before it.
const ROOMS = ['contract', 'skill', 'runtime', 'cli']

for (const room of ROOMS) {
  rmSync(`packages/${room}/dist`, { recursive: true, force: true })
  execFileSync('tsc', ['-p', `packages/${room}/tsconfig.json`], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
}
