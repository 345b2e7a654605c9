import { existsSync, realpathSync } from 'node:fs'
import { basename } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { isName } from '@skillwright/hub-api'
import { takeSnapshot } from '@skillwright/runtime'
import { readPlaces, type Skill, type SkillPlace } from '@skillwright/skill'

/** A skill of a folder of this machine, and how it is called. */
export interface ServedSkill {
  /** The agent that it belongs to, else `local`. */
  readonly scope: string
  readonly name: string
  readonly skill: Skill
  /** Without links. */
  readonly dir: string
  /** The state of its files; undefined when they changed while they were read. */
  readonly stamp: string | undefined
}

/** An agent with its skills. */
export interface ServedAgent {
  readonly role: string
  readonly place: SkillPlace
  readonly skills: readonly ServedSkill[]
}

/** The scope of skills that belong to no agent. */
export const LOCAL_SCOPE = 'local'

/** The clock that stamps files is coarser than others. */
const CLOCK_STEP_MS = 50

/** The skills of some folders, as they are now: a change is seen by the next call. */
export class ServedFolders {
  readonly roots: readonly string[]
  #skills = new Map<string, ServedSkill>()
  #agents: readonly ServedAgent[] = []
  #left: readonly string[] = []
  #reading: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  #isOpen = false

  /** `roots` are folders of skills or agents, or of several of them, or scripts. */
  constructor(roots: readonly string[]) {
    this.roots = roots
  }

  /** Reads everything again. The first time it throws when a root cannot be read; later such a root holds nothing. */
  async read(): Promise<void> {
    // A reading that has begun may have passed by what changed since.
    this.#next ??= this.#reading
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined
        this.#reading = this.#readAll()
        return this.#reading
      })
    await this.#next
  }

  /** All skills, by name. */
  get skills(): readonly ServedSkill[] {
    return [...this.#skills.values()].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  }

  get agents(): readonly ServedAgent[] {
    return this.#agents
  }

  /** What is not served, and why. */
  get left(): readonly string[] {
    return this.#left
  }

  /** A skill by its name, as it is now. */
  find(place: { readonly scope: string; readonly name: string }): Promise<ServedSkill | undefined> {
    return this.#current(() => this.#skills.get(keyOf(place)))
  }

  /** A skill by its folder, id and script, as it is now. */
  async findIn({ dir, id, entry }: Readonly<Record<'dir' | 'id' | 'entry', string>>): Promise<ServedSkill | undefined> {
    // What lies elsewhere is no reason to read everything again.
    if (!this.roots.some((root) => liesIn(dir, root))) return undefined
    const isIt = (served: ServedSkill) =>
      served.dir === dir && served.skill.id === id && (served.skill.entry?.path ?? '') === entry
    return this.#current(() => this.#skills.values().find(isIt))
  }

  async #current(look: () => ServedSkill | undefined): Promise<ServedSkill | undefined> {
    const known = look()
    if (known?.stamp !== undefined && takeSnapshot(known.skill).stamp === known.stamp) return known
    await this.read()
    return look()
  }

  async #readAll(): Promise<void> {
    const startedAt = Date.now()
    const left: string[] = []
    const reading = this.roots.map((root) =>
      readPlaces(root).catch((thrown: unknown) => {
        if (!this.#isOpen) throw thrown
        left.push(`${root}: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
        return []
      }),
    )
    const places = (await Promise.all(reading)).flat()
    const skills = new Map<string, ServedSkill>()
    const agents = places.map((place) => {
      const scope = place.kind === 'agent' ? slug(basename(place.dir)) : LOCAL_SCOPE
      const served = place.skills.filter(isSkill).flatMap((skill) => {
        const one = this.#unchanged(servedSkill(skill, scope, startedAt))
        const why = whyLeft(one, skills.get(keyOf(one)))
        if (why === undefined) skills.set(keyOf(one), one)
        else if (why !== '') left.push(why)
        return why === undefined ? [one] : []
      })
      return { role: basename(place.dir), place, skills: served }
    })
    this.#skills = skills
    this.#agents = agents.filter(({ place }) => place.kind === 'agent')
    this.#left = left
    this.#isOpen = true
  }

  /** The one that is known when nothing changed: what was made of it, such as the checkers of its contract, is kept. */
  #unchanged(read: ServedSkill): ServedSkill {
    const known = this.#skills.get(keyOf(read))
    return known?.stamp !== undefined && known.stamp === read.stamp && known.dir === read.dir ? known : read
  }
}

/** A folder without SKILL.md is read, too, so that what is missing can be said. */
function isSkill({ dialect, files }: Skill): boolean {
  return dialect === 'script' || files.some((file) => file.toLowerCase() === 'skill.md')
}

function servedSkill(skill: Skill, scope: string, startedAt: number): ServedSkill {
  const { stamp, changedAt } = takeSnapshot(skill)
  return {
    scope,
    name: slug(skill.id),
    skill,
    dir: realpathSync(skill.dir ?? ''),
    stamp: changedAt < startedAt - CLOCK_STEP_MS ? stamp : undefined,
  }
}

/** Why a skill cannot be called by its name; empty when it is there already. */
function whyLeft({ scope, name, dir, skill }: ServedSkill, first: ServedSkill | undefined): string | undefined {
  if (!isName(name) || !isName(scope)) return `${dir} ${skill.id}: no name can be made of ${scope}/${skill.id}`
  if (first === undefined) return undefined
  return first.dir === dir ? '' : `${dir}: ${first.dir} is served as @${scope}/${name} already`
}

/** Whether a folder without links is a root, lies in it, or holds it, as that of a script does. */
function liesIn(dir: string, root: string): boolean {
  const real = existsSync(root) ? realpathSync(root) : root
  return `${dir}/`.startsWith(`${real}/`) || `${real}/`.startsWith(`${dir}/`)
}

function keyOf({ scope, name }: { readonly scope: string; readonly name: string }): string {
  return `@${scope}/${name}`
}

/** A name as addresses have them. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** Opens folders to be served. Throws when one cannot be read, or none holds a skill. */
export async function openServedFolders(roots: readonly string[]): Promise<ServedFolders> {
  const folders = new ServedFolders(roots)
  await folders.read()
  if (folders.skills.length === 0)
    throw new SkillError('DATA_NOT_FOUND', `There is no skill in ${roots.join(', ')}`, {
      hint: 'Name folders of skills or agents',
    })
  return folders
}
