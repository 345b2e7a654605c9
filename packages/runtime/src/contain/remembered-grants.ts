import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isObject } from '@skillwright/contract'
import { digestFiles, readFiles, userFolder } from '@skillwright/skill'
import { isOnlyOurs } from '../plan/interpreters.ts'
import type { Approve, GrantRequest } from './granted-paths.ts'

/** Options of rememberedGrants. */
export interface RememberedGrantsOptions {
  /** Asks a person, once for each version of a skill; when absent, nothing new is approved. */
  readonly ask?: (request: GrantRequest) => Promise<boolean>
  /** Where answers are kept; beside the user's keys when absent. */
  readonly file?: string
}

interface Grants {
  readonly read: readonly string[]
  readonly write: readonly string[]
}

const MAX_REMEMBERED = 1_000

/** Approves what was agreed to for exactly this version of a skill, and remembers what is agreed to now. A refusal is not remembered. */
export function rememberedGrants({
  ask,
  file = join(userFolder('config'), 'grants.json'),
}: RememberedGrantsOptions = {}): Approve {
  return async (request) => {
    const { digest } = digestFiles((await readFiles(request.skill.dir ?? '')).files)
    const { [digest]: agreed } = await readGrants(file)
    if (agreed !== undefined && covers(agreed, request)) return 'grant'
    if (ask === undefined || !(await ask(request))) return 'refuse'
    await remember(file, digest, request)
    return 'grant'
  }
}

function covers(agreed: Grants, { read, write }: Grants): boolean {
  return read.every((path) => agreed.read.includes(path)) && write.every((path) => agreed.write.includes(path))
}

async function readGrants(file: string): Promise<Readonly<Record<string, Grants>>> {
  // What others could have written is no answer of this user.
  const text = (await isOnlyOurs(file)) ? await readFile(file, 'utf8').catch(() => '{}') : '{}'
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? Object.fromEntries(Object.entries(value).flatMap(readEntry)) : {}
  } catch {
    // Unreadable answers are no answers: the user is asked again.
    return {}
  }
}

function readEntry([digest, value]: [string, unknown]): [string, Grants][] {
  const words = (list: unknown) => (Array.isArray(list) ? list.filter((word) => typeof word === 'string') : [])
  return isObject(value) ? [[digest, { read: words(value.read), write: words(value.write) }]] : []
}

/** Written to a temporary file and renamed, so that no process reads half of it. */
async function remember(file: string, digest: string, { read, write }: GrantRequest): Promise<void> {
  const { [digest]: before, ...others } = await readGrants(file)
  const kept = Object.entries(others).slice(1 - MAX_REMEMBERED)
  const both = (now: readonly string[], earlier: readonly string[] = []) => [...new Set([...earlier, ...now])]
  const grants = { read: both(read, before?.read), write: both(write, before?.write) }
  const staging = `${file}-${randomUUID()}`
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(staging, `${JSON.stringify({ ...Object.fromEntries(kept), [digest]: grants }, null, 2)}\n`, {
    mode: 0o600,
  })
  await rename(staging, file)
}
