import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What a client printed, and how it ended. */
interface ClientRun {
  readonly code: number
  /** What it printed on both streams, without colours. */
  readonly output: string
}

/** Somebody's machine with the clients from npm on it, as they are. */
export interface ClientMachine extends AsyncDisposable {
  /** The folder they work in. */
  readonly dir: string
  clawhub(...args: string[]): Promise<ClientRun>
  /** The same, told all that it has printed whenever it prints. */
  clawhubWatched(watch: (output: string) => void, ...args: string[]): Promise<ClientRun>
  skills(...args: string[]): Promise<ClientRun>
  /** Writes files below the folder. */
  write(files: Readonly<Record<string, string>>): Promise<void>
}

const MODULES = fileURLToPath(new URL('../../../../node_modules/', import.meta.url))
const LIMIT_MS = 60_000

/** Makes a machine whose ClawHub client talks to a hub. */
export async function openClientMachine({ registry = '' } = {}): Promise<ClientMachine> {
  const root = await mkdtemp(join(tmpdir(), 'client-'))
  const dir = join(root, 'work')
  await mkdir(dir)
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: join(root, 'home'),
    CLAWHUB_CONFIG_PATH: join(root, 'clawhub.json'),
    CLAWHUB_DISABLE_TELEMETRY: '1',
    DISABLE_TELEMETRY: '1',
    NO_COLOR: '1',
    CI: '1',
  }
  await mkdir(env.HOME)
  const run = (script: string, args: readonly string[], watch: (output: string) => void = () => {}) =>
    new Promise<ClientRun>((resolve) => {
      const options = { cwd: dir, env, timeout: LIMIT_MS }
      const child = execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: plain(stdout + stderr) }),
      )
      let printed = ''
      child.stdout?.on('data', (text: string) => {
        printed += plain(text)
        watch(printed)
      })
    })
  const clawhub = (args: readonly string[], watch?: (output: string) => void) =>
    run(
      join(MODULES, 'clawhub/bin/clawdhub.js'),
      ['--registry', registry, '--site', registry, '--no-input', '--workdir', dir, ...args],
      watch,
    )
  return {
    dir,
    clawhub: (...args) => clawhub(args),
    clawhubWatched: (watch, ...args) => clawhub(args, watch),
    skills: (...args) => run(join(MODULES, 'skills/bin/cli.mjs'), args),
    async write(files) {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(dir, path)), { recursive: true })
        await writeFile(join(dir, path), text)
      }
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  }
}

function plain(text: string): string {
  return text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, 'g'), '')
}
