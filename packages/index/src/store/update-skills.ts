import { loopYielder } from '../roots/loop-yielder.ts'
import { visitFolder } from '../roots/visit-folder.ts'
import { stampOf } from './folder-record.ts'
import type { LiveSkills } from './live-skills.ts'
import { readAgentScripts } from './read-agent-scripts.ts'
import { readSkillFolder, type SkillReading } from './read-skill-folder.ts'
import { type Found, type SearchOptions, scriptsOf, searchAgain, searchRoot } from './search-folders.ts'
import { FLAG } from './skill-table.ts'
import { isSame, stampOfFile, stampOfSkill } from './stamp.ts'

/** What is to be checked: folders by number, skills by ordinal. */
export interface Plan {
  readonly folders: Iterable<number>
  readonly skills: Iterable<number>
}

/** Options of an update. */
export interface UpdateOptions extends SearchOptions {
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

/** How far reading has come, in skills. */
export interface Progress {
  readonly done: number
  readonly total: number
}

/** Compares stamps, and reads again what has changed since. */
export async function updateSkills(live: LiveSkills, plan: Plan, options: UpdateOptions): Promise<void> {
  const pace = loopYielder(options.signal)
  const searched: number[] = []
  for (const number of plan.folders) {
    await pace.step()
    const folder = live.folders[number]
    if (folder && (folder.isFresh || !isSame(folder.stamp, stampOf(folder)))) searched.push(number)
  }
  const found = await searchAgain(live, searched, options)
  const stale: number[] = []
  for (const ordinal of plan.skills) {
    const rest = pace.step()
    if (rest) await rest
    if (!live.table.has(ordinal, FLAG.isAlive) || !isStale(live, ordinal)) continue
    if (live.table.has(ordinal, FLAG.isScript)) found.agents.add(live.table.folder(ordinal))
    else stale.push(ordinal)
  }
  const emptied = new Set<number>()
  for (const [done, ordinal] of stale.entries()) {
    await pace.step()
    const folder = live.table.folder(ordinal)
    if (!readAgain(live, ordinal, options.now())) emptied.add(folder)
    options.onProgress?.({ done: done + 1, total: stale.length })
  }
  // What is no skill any more may hold some further down.
  const deeper = await searchAgain(live, [...emptied], options)
  await readFound(
    live,
    { skills: [...found.skills, ...deeper.skills], agents: found.agents.union(deeper.agents) },
    options,
  )
}

/** Searches and reads roots for the first time, the one that wins first. */
export async function readRoots(
  live: LiveSkills,
  roots: readonly { readonly path: string }[],
  options: UpdateOptions,
): Promise<void> {
  const skills: Found['skills'] = []
  const agents: Found['agents'] = new Set()
  for (const [number, { path }] of roots.entries()) {
    const found = await searchRoot(live, path, number, options)
    // One by one: a root may have more skills than a call may have arguments.
    for (const skill of found.skills) skills.push(skill)
    for (const agent of found.agents) agents.add(agent)
  }
  await readFound(live, { skills, agents }, options)
}

/** Reads the skills and agents that a search found. */
async function readFound(
  live: LiveSkills,
  { skills, agents }: Found,
  { signal, onProgress, now }: UpdateOptions,
): Promise<void> {
  const pace = loopYielder(signal)
  const total = skills.length + agents.size
  for (const [done, { dir, file, folder, name }] of skills.entries()) {
    await pace.step()
    live.add(readSkillFolder(dir, file, now()), { folder, name, file, isScript: false })
    onProgress?.({ done: done + 1, total })
  }
  for (const [done, agent] of [...agents].entries()) {
    await readAgentAgain(live, agent, now())
    onProgress?.({ done: skills.length + done + 1, total })
  }
}

function isStale({ table, dirOf, pathOf }: LiveSkills, ordinal: number): boolean {
  if (table.has(ordinal, FLAG.isFresh)) return true
  const stamp = table.has(ordinal, FLAG.isScript)
    ? stampOfFile(pathOf(ordinal))
    : stampOfSkill(dirOf(ordinal), table.file(ordinal), table.has(ordinal, FLAG.hasManifest))
  return stamp === undefined || !table.isStamped(ordinal, stamp)
}

/** Reads a skill folder again; false when it is none any more. */
function readAgain(live: LiveSkills, ordinal: number, atMs: number): boolean {
  const { table } = live
  const dir = live.dirOf(ordinal)
  const place = { folder: table.folder(ordinal), name: table.name(ordinal), isScript: false }
  const visit = visitFolder(dir)
  if (visit.kind !== 'skill') {
    live.remove(ordinal)
    return false
  }
  const reading = readSkillFolder(dir, visit.file, atMs)
  if (isSameContent(live, ordinal, visit.file, reading)) live.restamp(ordinal, reading)
  else {
    live.remove(ordinal)
    live.add(reading, { ...place, file: visit.file })
  }
  return true
}

function isSameContent({ table }: LiveSkills, ordinal: number, file: string, reading: SkillReading): boolean {
  return (
    table.checksum(ordinal) === reading.checksum &&
    table.file(ordinal) === file &&
    table.has(ordinal, FLAG.hasManifest) === reading.hasManifest &&
    table.has(ordinal, FLAG.isUnreadable) === (reading.record.unreadable !== undefined)
  )
}

/** Reads the flat scripts of an agent folder again. */
async function readAgentAgain(live: LiveSkills, folder: number, atMs: number): Promise<void> {
  const dir = live.folders[folder]?.dir
  const before = scriptsOf(live, folder)
  const scripts = dir === undefined ? [] : await readAgentScripts(dir, atMs)
  for (const ordinal of before) live.remove(ordinal)
  for (const { name, reading } of scripts) live.add(reading, { folder, name, file: name, isScript: true })
}
