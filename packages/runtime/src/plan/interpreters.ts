import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, realpath } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { SkillError } from '@skillwright/contract'
import type { EntryLanguage } from '@skillwright/skill'

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

/** What `python3` really is: the shim of a version manager knows. */
async function realPython(python: string): Promise<string> {
  const { stdout } = await promisify(execFile)(python, ['-c', 'import sys; print(sys.executable)'], { timeout: 10_000 })
  return realpath(stdout.trim())
}

async function onPath(program: string, path: string): Promise<string> {
  for (const folder of path.split(delimiter)) {
    const file = join(folder, program)
    if (
      await access(file, constants.X_OK).then(
        () => true,
        () => false,
      )
    ) {
      return program === 'python3' ? file : realpath(file)
    }
  }
  throw new SkillError('TOOL_NOT_AVAILABLE', `${program} is not on this machine`, {
    hint: `Install ${program}, then try again`,
  })
}
