import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { type Skill, userFolder } from '@skillwright/skill'
import type { Interpreters } from '../plan/interpreters.ts'
import { readPackages } from './read-packages.ts'
import { readRequirements } from './read-requirements.ts'

/** What must be installed before a skill can run. */
export interface Needs {
  readonly kind: 'python' | 'node'
  /** The file that says so, in the skill's folder. */
  readonly file: string
  readonly packages: readonly string[]
  /** What is asked for from elsewhere than the index. */
  readonly foreign: readonly string[]
  /** What of that runs code of its own while it is installed. */
  readonly building: readonly string[]
  /** What is asked for from this machine's disk. */
  readonly local: readonly string[]
  /** The files the installer gets, by name. */
  readonly inputs: ReadonlyMap<string, string>
  /** The interpreter it is installed for. */
  readonly interpreter: string
  /** Where it belongs, outside the skill: the same needs have the same place. */
  readonly folder: string
}

/** What a skill needs installed; undefined when it needs nothing. */
export async function needsOf(
  skill: Skill,
  interpreters: Interpreters,
  cacheDir = userFolder('cache'),
): Promise<Needs | undefined> {
  const kind = kindOf(skill)
  const file = kind && fileOf(skill, kind)
  if (kind === undefined || file === undefined) return undefined
  const dir = join(skill.dir ?? '', dirname(file))
  const read = (name: string) => readFile(join(dir, name), 'utf8')
  const [interpreter = ''] = await interpreters.commandFor(kind === 'python' ? 'python' : 'javascript')
  const found = kind === 'python' ? await pythonNeeds(read) : await nodeNeeds(read)
  if (found.packages.length + found.foreign.length + found.local.length === 0) return undefined
  // Compiled packages fit one interpreter on one kind of machine.
  const key = createHash('sha256')
    .update(JSON.stringify([kind, interpreter, process.version, process.platform, process.arch, [...found.inputs]]))
    .digest('hex')
    .slice(0, 32)
  return { kind, file, interpreter, folder: join(cacheDir, 'prepared', key), ...found }
}

function kindOf({ entry }: Skill): Needs['kind'] | undefined {
  if (entry?.language === 'python') return 'python'
  return entry?.language === 'javascript' || entry?.language === 'typescript' ? 'node' : undefined
}

/** Beside the script first, then in the skill's own folder. */
function fileOf({ entry, files }: Skill, kind: Needs['kind']): string | undefined {
  const name = kind === 'python' ? 'requirements.txt' : 'package.json'
  return [posix.join(posix.dirname(entry?.path ?? ''), name), name].find((file) => files.includes(file))
}

type Found = Pick<Needs, 'packages' | 'foreign' | 'building' | 'local' | 'inputs'>

async function pythonNeeds(read: (name: string) => Promise<string>): Promise<Found> {
  const { judged, ...packages } = readRequirements(await read('requirements.txt'))
  return { ...packages, inputs: new Map([['requirements.txt', judged]]) }
}

async function nodeNeeds(read: (name: string) => Promise<string>): Promise<Found> {
  const lock = await read('package-lock.json').catch(() => undefined)
  const { manifest, lock: judged, ...packages } = readPackages(await read('package.json'), lock)
  const inputs = new Map([['package.json', manifest]])
  if (judged !== undefined) inputs.set('package-lock.json', judged)
  // npm runs nothing of a package that it is told not to run, wherever it is from.
  return { ...packages, building: [], inputs }
}
