import { realpath } from 'node:fs/promises'
import { SkillError } from '@skillwright/contract'
import type { EntryLanguage } from '@skillwright/skill'
import { findProgram } from '../contain/detect-containment.ts'
import { realPython } from './real-python.ts'

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
