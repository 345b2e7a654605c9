// npm run lint: every check of the repository, as many at a time as there are cores; what one says is printed when it has ended.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import { styleText } from 'node:util'

// The longest first. One checker works out each type once; several would do so each for itself, on cores that others use.
const CHECKS = [
  'tsc -p tsconfig.json --checkers 1 --incremental --tsBuildInfoFile node_modules/.types.tsbuildinfo',
  'knip',
  'npm run -s types --workspace packages/web',
  'biome ci .',
  'knip --production --include files,dependencies',
  'node --conditions=@skillwright/source scripts/check-schemas.ts',
]

// The compiler's memory is freed when it ends: to look for garbage before took a third of its time. Where it needs more, it does.
const env = { ...process.env, GOGC: 'off', GOMEMLIMIT: '3GiB' }

const waiting = CHECKS.values()
let failed = 0

async function work(): Promise<void> {
  for (const check of waiting) {
    const child = spawn(check, { shell: true, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
    if (code !== 0) failed++
    const verdict = code === 0 ? styleText('green', 'ok') : styleText('red', 'failed')
    process.stdout.write(`${verdict} ${check}\n${code === 0 ? '' : out + err}`)
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, work))
process.exitCode = failed === 0 ? 0 : 1
