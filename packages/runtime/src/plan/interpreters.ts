import { execFile } from 'node:child_process'
import { constants, existsSync } from 'node:fs'
import { access, mkdir, open, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { promisify } from 'node:util'
import { SkillError } from '@skillwright/contract'
import { type EntryLanguage, userFolder } from '@skillwright/skill'

/** The real programs behind the languages, found once: a version manager's shim costs several times the start of what it starts. */
export interface Interpreters {
  /** Program and leading arguments for a script in this language; none for a file that is a program itself. */
  commandFor(language: EntryLanguage): Promise<readonly string[]>
}

/** Makes the finder of interpreters; each language is looked up on first use. */
export function findInterpreters({ path = process.env.PATH ?? '' } = {}): Interpreters {
  const found = new Map<EntryLanguage, Promise<readonly string[]>>()
  return {
    commandFor(language) {
      const known = found.get(language) ?? lookUp(language, path)
      found.set(language, known)
      // A failed look-up is tried again: the program may be installed meanwhile.
      known.catch(() => found.delete(language))
      return known
    },
  }
}

async function lookUp(language: EntryLanguage, path: string): Promise<readonly string[]> {
  switch (language) {
    case 'python':
      return [await realPython(await onPath('python3', path))]
    case 'javascript':
      return [process.execPath]
    case 'typescript':
      return [process.execPath, '--disable-warning=ExperimentalWarning']
    case 'shell':
      return [await onPath('bash', path).catch(() => onPath('sh', path))]
    case 'executable':
      return []
  }
}

/** Only in folders that are named in full: the current one may be the skill's own, and what is found is run outside of any sandbox. */
async function onPath(program: string, path: string): Promise<string> {
  const file = await findProgram(program, path)
  if (file === undefined)
    throw new SkillError('TOOL_NOT_AVAILABLE', `${program} is not on this machine`, {
      hint: `Install ${program}, then try again`,
    })
  return program === 'python3' ? file : realpath(file)
}

// What the version managers pyenv, asdf and mise go by, beside the shim itself.
const VERSION_FILES = ['.python-version', '.tool-versions', 'mise.toml', '.mise.toml']
const ASK_MS = 10_000
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
  try {
    const { stdout } = await promisify(execFile)(python, question, { cwd: home, timeout: ASK_MS })
    const program = stdout.trim()
    if (!isAbsolute(program)) throw new Error('it named no program')
    return await realpath(program)
  } catch (cause) {
    throw new SkillError('TOOL_NOT_AVAILABLE', `${python} does not start a Python: ${whyNot(cause)}`, {
      hint: `Try ${python} --version in your home folder, and install or choose the version that it names`,
      cause,
    })
  }
}

/** What the shim said last, else what went wrong with it. */
function whyNot(cause: unknown): string {
  const { message, stderr = '', killed = false } = cause as Error & { stderr?: string; killed?: boolean }
  if (killed) return `no answer within ${ASK_MS / 1000} s`
  return stderr.trim().split('\n').at(-1) || message
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

const FOR_GROUP = 0o020
const FOR_ALL = 0o002

/** Where a program is on the PATH. What is found is run outside of any sandbox, so it is not looked for where every user may write. */
export async function findProgram(name: string, path = process.env.PATH ?? ''): Promise<string | undefined> {
  for (const folder of path.split(delimiter).filter((part) => part.startsWith('/'))) {
    const file = join(folder, name)
    const isThere = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere && !(await isOpenToAll(file)) && !(await isOpenToAll(folder))) return file
  }
  return undefined
}

/** True when only this user, or root, could have written a file: neither it nor its folder belongs to others or is open to them. */
export async function isOnlyOurs(file: string): Promise<boolean> {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()]
  if (uid === undefined) return true
  const found = await Promise.all([file, dirname(file)].map((path) => stat(path).catch(() => undefined)))
  return found.every((one) => {
    if (one === undefined || (one.uid !== uid && one.uid !== 0) || (one.mode & FOR_ALL) !== 0) return false
    // Where each user has a private group, write access for it gives no other user access.
    return (one.mode & FOR_GROUP) === 0 || one.gid === gid
  })
}

/** True when every user of the machine may write a file, or put files into a folder. */
async function isOpenToAll(path: string): Promise<boolean> {
  return process.getuid !== undefined && ((await stat(path)).mode & FOR_ALL) !== 0
}
