import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { SkillError } from '@skillwright/contract'
import type { Terminal } from './terminal.ts'

/** Reads a JSON document from a file, or from stdin when the name is `-`. */
export async function readDocument(terminal: Terminal, file: string): Promise<unknown> {
  return parseDocument(await readDocumentText(terminal, file), file)
}

/** The text of a document: of a file, or of stdin when the name is `-`. */
export async function readDocumentText(terminal: Terminal, file: string): Promise<string> {
  const text = file === '-' ? await terminal.readStdin() : await readText(file)
  return text.replace(/^\uFEFF/, '')
}

/** The JSON value of a document's text. Throws INVALID_JSON that names the file. */
export function parseDocument(text: string, file: string): unknown {
  const name = file === '-' ? 'stdin' : file
  try {
    return JSON.parse(text)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new SkillError('INVALID_JSON', `${name} is not JSON: ${reason}`, {
      cause,
      hint: `Correct ${name} and try again`,
    })
  }
}

/** The same for a contract; a folder means the contract.json in it, or what the parameter table of its SKILL.md says. */
export async function readContractDocument(terminal: Terminal, path: string): Promise<unknown> {
  const file = await contractFile(path)
  return file !== path && !existsSync(file) ? derivedContract(path) : readDocument(terminal, file)
}

async function derivedContract(dir: string): Promise<unknown> {
  const { readSkill } = await import('@skillwright/skill')
  const { contract, version = '0.0.0', description } = await readSkill(dir)
  if (contract === undefined)
    throw new SkillError('DATA_NOT_FOUND', `${dir} has no contract.json, and its SKILL.md no parameter table`, {
      hint: 'Add a contract.json, or a table of parameters to the Usage section',
    })
  return { version, ...(description === '' ? {} : { description }), input: contract.action().input.schema, output: {} }
}

/** The contract file a path means: the file itself, or `contract.json` in the folder. */
export async function contractFile(path: string): Promise<string> {
  if (path === '-') return path
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  return isFolder ? join(path, 'contract.json') : path
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code
    if (code === 'ENOENT') {
      throw new SkillError('DATA_NOT_FOUND', `There is no file ${file}`, {
        cause,
        hint: 'Check the path, or pass - to read stdin',
      })
    }
    throw new SkillError('PERMISSION_DENIED', `${file} cannot be read: ${code ?? String(cause)}`, { cause })
  }
}
