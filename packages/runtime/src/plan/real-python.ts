import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { promisify } from 'node:util'
import { userFolder } from '@skillwright/skill'
import { isOnlyOurs } from './is-only-ours.ts'

// What the version managers pyenv, asdf and mise go by, beside the shim itself.
const VERSION_FILES = ['.python-version', '.tool-versions', 'mise.toml', '.mise.toml']
const VERSION_VARIABLES = /^(?:PYENV|ASDF|MISE)_|^PATH$/

/**
 * What `python3` really is. A program is itself; the shim of a version manager is asked, which costs several times the
 * start of what it starts, so that its answer is remembered for as long as nothing it goes by has changed.
 */
export async function realPython(
  python: string,
  { cacheDir = userFolder('cache'), home = homeOrRoot() } = {},
): Promise<string> {
  if (await isProgram(python)) return realpath(python)
  const file = join(cacheDir, 'python.json')
  const asked = await question(python, home)
  const known = await recall(file)
  if (known?.asked === asked && known.stamp === (await stampOf(known.answer))) return known.answer
  const answer = await ask(python, home)
  await remember(file, { asked, answer, stamp: await stampOf(answer) }).catch(() => undefined)
  return answer
}

/** An account of a service may have no home folder. */
function homeOrRoot(): string {
  return existsSync(homedir()) ? homedir() : '/'
}

/** True for a Linux program, false for a script such as a shim. */
async function isProgram(path: string): Promise<boolean> {
  await using file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
  return buffer.equals(Buffer.from('\x7fELF', 'latin1'))
}

/** Not in the current folder, which may be the skill's own: a version file there may name a program of the skill, and nothing contains what a shim starts. */
async function ask(python: string, home: string): Promise<string> {
  const question = ['-c', 'import sys; print(sys.executable)']
  const { stdout } = await promisify(execFile)(python, question, { cwd: home, timeout: 10_000 })
  return realpath(stdout.trim())
}

/** Everything a shim's answer depends on, as one text. */
async function question(python: string, home: string): Promise<string> {
  const folders = [home]
  while (dirname(folders.at(-1) ?? '/') !== folders.at(-1)) folders.push(dirname(folders.at(-1) ?? '/'))
  const files = folders.flatMap((folder) => VERSION_FILES.map((name) => join(folder, name)))
  const globals = [python, join(dirname(python), '../version')]
  const variables = Object.entries(process.env).filter(([name]) => VERSION_VARIABLES.test(name))
  return JSON.stringify([python, home, variables, await Promise.all([...globals, ...files].map(stampOf))])
}

/** Changes when a file does; empty for one that is not there. */
async function stampOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeMs}`
}

interface Known {
  readonly asked: string
  readonly answer: string
  readonly stamp: string
}

async function recall(file: string): Promise<Known | undefined> {
  // What it names is started outside of any sandbox.
  if (!(await isOnlyOurs(file))) return undefined
  try {
    const { asked, answer, stamp } = JSON.parse(await readFile(file, 'utf8')) as Partial<Known>
    const isWhole = asked !== undefined && stamp !== undefined && stamp !== '' && isAbsolute(answer ?? '')
    return isWhole && answer !== undefined ? { asked, answer, stamp } : undefined
  } catch {
    return undefined
  }
}

async function remember(file: string, known: Known): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, JSON.stringify(known), { mode: 0o600 })
  await rename(draft, file)
}
