import { createHash } from 'node:crypto'
import { SkillError } from '@skillwright/contract'
import type { HubContext } from '../../hub-context.ts'
import { ExportQueue } from './export-queue.ts'
import { type ListedSkill, nameListed, readListed } from './listed-skill.ts'
import type { ExportPlace, StandardExport } from './standard-exports.ts'

/** The two formats of an index: with an archive for each skill (0.2), and with a list of files (0.1). */
export type IndexFormat = '0.2' | '0.1'

/** An index as it is sent. */
export interface BuiltIndex {
  readonly body: Buffer
  readonly etag: string
}

/** A skill, and the name that it is listed under. */
type Unprepared = readonly [name: string, skill: ListedSkill]

const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'
const MOST_SKILLS = 10_000
const MOST_CHANGES = 1_000
/** Clients give up after ten seconds for all they ask. */
const WAIT_MS = 8_000

/**
 * What discovery lists of one hub. It follows the list of changes, so that a request reads what changed since the last one and nothing
 * more, whatever node the change was made on.
 */
export class Catalogue {
  readonly #hub: HubContext
  readonly #exports: Pick<ExportQueue, 'get' | typeof Symbol.asyncDispose>
  readonly #listed = new Map<string, ListedSkill>()
  #named: ReadonlyMap<string, ListedSkill> = new Map()
  #built = new Map<IndexFormat, BuiltIndex>()
  /** The change that was seen last; -1 before the first look. */
  #seen = -1
  /** What came to be listed and may not have been made yet: the whole list takes too long to look through at every change. */
  #unprepared: readonly Unprepared[] = []
  #refreshing = Promise.resolve()

  constructor(hub: HubContext, exports: Pick<ExportQueue, 'get' | typeof Symbol.asyncDispose> = new ExportQueue(hub)) {
    this.#hub = hub
    this.#exports = exports
  }

  /** The skill of that name in the index of the whole hub. */
  async find(name: string): Promise<ListedSkill | undefined> {
    await this.#refresh()
    return this.#named.get(name)
  }

  /** The skill of that name in the index of a scope, or of one skill in it. */
  async findIn(scope: string, only: string | undefined, name: string): Promise<ListedSkill | undefined> {
    await this.#refresh()
    return only === undefined || only === name ? this.#inside(scope, name).find(() => true) : undefined
  }

  /** The index of the whole hub. Throws SERVICE_UNAVAILABLE while too much of it has to be made first. */
  async index(format: IndexFormat): Promise<BuiltIndex> {
    await this.#refresh()
    const named = this.#named
    const kept = this.#built.get(format)
    if (kept !== undefined) return kept
    const built = await this.#build(named, format)
    if (this.#named === named) this.#built.set(format, built)
    return built
  }

  /** The index of one scope, or of one skill in it: their names are never taken by others there. */
  async indexOf(scope: string, name: string | undefined, format: IndexFormat): Promise<BuiltIndex> {
    await this.#refresh()
    const named = new Map(this.#inside(scope, name).map((skill) => [skill.name, skill]))
    if (named.size === 0) throw new SkillError('DATA_NOT_FOUND', 'There are no public skills here')
    return this.#build(named, format)
  }

  /** The export of a listed skill under a name. */
  async exportOf(skill: ListedSkill, name: string): Promise<StandardExport | undefined> {
    const [made] = await this.#exports.get([placeOf(skill, name)], WAIT_MS)
    return made
  }

  /** Makes every export that an index would list and that is not there yet. */
  async prepare(): Promise<void> {
    await this.#refresh()
    const begun = new Set(this.#unprepared)
    if (begun.size === 0) return
    const places = [...begun].map(([name, skill]) => placeOf(skill, name))
    await this.#exports.get(places, Number.POSITIVE_INFINITY)
    this.#unprepared = this.#unprepared.filter((one) => !begun.has(one))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#exports[Symbol.asyncDispose]()
  }

  #inside(scope: string, name: string | undefined): IteratorObject<ListedSkill> {
    return this.#listed.values().filter((skill) => skill.scope === scope && (name ?? skill.name) === skill.name)
  }

  #refresh(): Promise<void> {
    // One after the other, and each looks for itself: what was changed before it was asked is in the answer.
    this.#refreshing = this.#refreshing.catch(() => undefined).then(() => this.#followChanges())
    return this.#refreshing
  }

  async #followChanges(): Promise<void> {
    const { db } = this.#hub
    const newest = await db
      .selectFrom('changes')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst()
    const last = Number(newest?.id ?? 0)
    if (last === this.#seen) return
    const changed =
      this.#seen === -1
        ? undefined
        : await db.selectFrom('changes').select('skill_id').distinct().where('id', '>', this.#seen).execute()
    const ids = changed === undefined || changed.length > MOST_CHANGES ? undefined : changed.map((row) => row.skill_id)
    const listed = await readListed(this.#hub, ids)
    if (ids === undefined) this.#listed.clear()
    else for (const id of ids) this.#listed.delete(id)
    for (const skill of listed) this.#listed.set(skill.id, skill)
    const before = this.#named
    this.#named = nameListed(this.#listed.values(), { most: MOST_SKILLS })
    this.#unprepared = [
      ...this.#unprepared.filter(([, skill]) => this.#listed.get(skill.id) === skill),
      ...listed.map((skill) => [skill.name, skill] as const),
      ...[...this.#named].filter(([name, skill]) => name !== skill.name && before.get(name) !== skill),
    ]
    this.#built = new Map()
    this.#seen = last
  }

  async #build(named: ReadonlyMap<string, ListedSkill>, format: IndexFormat): Promise<BuiltIndex> {
    const places = [...named].map(([name, skill]) => placeOf(skill, name))
    const made = await this.#exports.get(places, WAIT_MS)
    // What the standard cannot say is not listed.
    const entries = made.flatMap((one) => (one === undefined ? [] : [entryOf(one, format)]))
    const index = { ...(format === '0.2' ? { $schema: SCHEMA } : {}), skills: entries }
    const body = Buffer.from(JSON.stringify(index))
    return { body, etag: `"${createHash('sha256').update(body).digest('hex')}"` }
  }
}

function placeOf({ archive_sha256, version }: ListedSkill, name: string): ExportPlace {
  return { archive_sha256, version, name }
}

function entryOf({ archive_sha256, name, sha256, description, files }: StandardExport, format: IndexFormat): object {
  if (format === '0.1') return { name, description, files: JSON.parse(files) }
  const url = `/.well-known/agent-skills/${name}/${archive_sha256}.tar.gz`
  return { name, type: 'archive', description, url, digest: `sha256:${sha256}` }
}
