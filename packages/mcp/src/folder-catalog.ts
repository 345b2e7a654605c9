import { randomUUID } from 'node:crypto'
import { type FSWatcher, statSync, watch } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { SkillError } from '@skillwright/contract'
import type { SkillIndex } from '@skillwright/index'
import type { Runtime } from '@skillwright/runtime'
import { readPlaces, readSkill, type Skill } from '@skillwright/skill'
import type { AnswerBoard } from './answer-board.ts'
import type { SkillCatalog } from './skill-catalog.ts'

/** What a catalog of folders stands on. */
export interface FolderCatalogOptions {
  /** Opened with `watch`, so that changes are noticed. */
  readonly index: SkillIndex
  readonly runtime: Runtime
  /** The board of that runtime. */
  readonly board: AnswerBoard
  /** Variables for skills that declare them. */
  readonly env?: Readonly<Record<string, string>>
}

type Entry = ReturnType<SkillIndex['entries']> extends Iterable<infer One> ? One : never

// More folders are not watched one by one: with so many skills, tools are compact and their list does not change.
const MAX_WATCHED = 500
const DEBOUNCE_MS = 50
/** What decides how a skill is called, beside the file that makes it one. */
const DECISIVE = ['.', 'skill.json', 'contract.json', 'descriptor.json', 'prompts', 'prompts/system.md']

/** The skills of folders on this machine. Disposing of it ends the watch; index and runtime are the caller's. */
export function openFolderCatalog({
  index,
  runtime,
  board,
  env = {},
}: FolderCatalogOptions): SkillCatalog & Disposable {
  const listeners = new Set<() => void>()
  const read = new Map<string, { readonly stamp: string; readonly skill: Promise<Skill> }>()
  const watchers = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined
  const changed = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      for (const listener of listeners) listener()
    }, DEBOUNCE_MS).unref()
  }
  const following = index.onChange(changed)
  const follow = (dir: string) => {
    if (watchers.has(dir) || watchers.size >= MAX_WATCHED) return
    try {
      const watcher = watch(dir, { persistent: false }, (_, name) => {
        // What Python leaves behind changes nothing.
        if (name !== '__pycache__') changed()
      })
      watcher.on('error', () => {
        watcher.close()
        watchers.delete(dir)
      })
      watchers.set(dir, watcher)
    } catch {
      // A folder that went away is noticed by the index.
    }
  }
  const followFolders = ({ dir = '', files, permissions }: Skill) => {
    // Not those that it writes into itself.
    for (const folder of new Set(files.map(dirname)))
      if (!permissions.write.some((path) => `${folder}/`.startsWith(`${posix.normalize(path)}/`)))
        follow(join(dir, folder))
  }
  const offered = () => [...index.entries()].filter(({ state }) => state === 'offered')
  const readEntry = (entry: Entry): Promise<Skill> => {
    const stamp = stampOf(entry)
    const known = read.get(entry.path)
    if (known?.stamp === stamp) return known.skill
    const skill = readWhole(entry)
    read.set(entry.path, { stamp, skill })
    skill.catch(() => read.delete(entry.path))
    if (entry.kind === 'folder') {
      follow(entry.dir)
      skill.then(followFolders, () => undefined)
    }
    return skill
  }
  const find = (id: string): Entry => {
    const entry = index.lookUp(id)
    if (entry.state === 'offered') return entry
    throw notOffered(entry)
  }
  return {
    asksForTasks: true,
    list: async () =>
      offered()
        .map(({ id, name, description }) => ({ id, name, description }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
    read: async (id) => readEntry(find(id)),
    find: (message, options) => index.find(message, options),
    async run(id, request, { taskResult, ...options }) {
      const runId = randomUUID()
      using _ = board.expect(runId, taskResult)
      const skill = await readEntry(find(id))
      const declared = Object.entries(env).filter(([name]) => skill.permissions.env.includes(name))
      return await runtime.run(skill, request, { ...options, runId, env: Object.fromEntries(declared) })
    },
    onChange(listener) {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
    [Symbol.dispose]() {
      clearTimeout(timer)
      following[Symbol.dispose]()
      for (const watcher of watchers.values()) watcher.close()
    },
  }
}

async function readWhole({ kind, dir, path, id }: Entry): Promise<Skill> {
  if (kind === 'folder') return readSkill(dir)
  const [skill] = (await readPlaces(path)).flatMap(({ skills }) => skills)
  if (skill === undefined) throw new SkillError('DATA_NOT_FOUND', `There is no skill ${id} any more`)
  return skill
}

function notOffered(entry: ReturnType<SkillIndex['lookUp']>): SkillError {
  if (entry.state === 'absent') {
    const hint = entry.near.length === 0 ? {} : { hint: `Did you mean ${entry.near.join(', ')}?` }
    return new SkillError('DATA_NOT_FOUND', `There is no skill ${entry.id.slice(0, 100)}`, hint)
  }
  const reasons = entry.reasons.map(({ message }) => message).join('; ')
  return new SkillError('TOOL_NOT_AVAILABLE', `${entry.id} is not offered: ${reasons}`)
}

/** Changes with everything that decides how a skill is called. */
function stampOf({ ordinal, path, dir, kind }: Entry): string {
  const files = kind === 'folder' ? [path, ...DECISIVE.map((file) => join(dir, file))] : [path]
  return [ordinal, ...files.map(timeOf)].join()
}

function timeOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats === undefined ? '' : `${stats.mtimeMs} ${stats.ctimeMs} ${stats.size}`
}
