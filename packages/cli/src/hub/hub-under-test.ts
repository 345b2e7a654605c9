import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningHub, type StartHubOptions, startHub } from '@skillwright/hub'
import { type CliAnswer, callCli } from '../cli-under-test.ts'

const QUIET = { port: 0, logLevel: 'silent', verify: 'off', rate: { read: 0, write: 0, login: 0 } } as const

/** Starts a hub that says nothing, on a free port of this machine. */
export function startQuietHub(options: StartHubOptions): Promise<RunningHub> {
  return startHub({ ...QUIET, ...options })
}

/** A folder for a test in which several people use the command line, each with their own settings. */
export interface TestDesk extends AsyncDisposable {
  readonly dir: string
  /** Types a line as somebody; words are separated by spaces, `{name}` is a path in the folder. */
  type(who: string, line: string, input?: string): Promise<CliAnswer>
  /** Makes a skill in the folder, and gives its path. */
  skill(name: string, change?: SkillChange): Promise<string>
}

/** How a skill differs from a new one. */
interface SkillChange {
  readonly version?: string
  /** Files that are added or replaced. */
  readonly files?: Readonly<Record<string, string>>
  /** Changes the text of contract.json. */
  readonly contract?: (text: string) => string
}

/** Makes the folder. */
export async function openDesk(): Promise<TestDesk> {
  const dir = await mkdtemp(join(tmpdir(), 'skillwright-desk-'))
  delete process.env.SKILLWRIGHT_CONFIG
  return {
    dir,
    type(who, line, input) {
      process.env.XDG_CONFIG_HOME = join(dir, 'config', who)
      const words = line.split(' ').map((word) => word.replace(/^\{(.*)\}$/, (_, path: string) => join(dir, path)))
      return callCli(words, input)
    },
    skill: (name, change) => makeSkill(dir, name, change),
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }),
  }
}

async function makeSkill(dir: string, name: string, { version, files = {}, contract }: SkillChange = {}) {
  const folder = join(dir, name)
  await rm(folder, { recursive: true, force: true })
  await callCli(['new', name, '--out', folder])
  for (const file of ['SKILL.md', 'skill.json', 'contract.json'])
    await change(join(folder, file), (text) => (version === undefined ? text : text.replaceAll('0.1.0', version)))
  if (contract !== undefined) await change(join(folder, 'contract.json'), contract)
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text)
  return folder
}

async function change(file: string, edit: (text: string) => string): Promise<void> {
  await writeFile(file, edit(await readFile(file, 'utf8')))
}
