import { access, chmod, mkdir, readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { prepareSkill } from '@skillwright/runtime'
import { type Digest, readSkill, type Skill, unpackSkill } from '@skillwright/skill'
import type { HubContext } from '../hub-context.ts'
import { DAY_MS } from '../people/tokens.ts'
import type { FoundVersion } from '../registry/find-version.ts'
import { readArchiveBytes } from '../registry/open-package.ts'
import { readOwnDescriptor } from '../registry/stated-descriptor.ts'
import { olderThan, removeFolder } from './sweep-cache.ts'

/** A version as the runtime takes it. */
export interface LaidOutSkill {
  readonly skill: Skill
  readonly digest: Digest
  /** What descriptor.json says; empty when there is none. */
  readonly stated: Readonly<Record<string, unknown>>
  /** Settles once what it requires is installed; rejects with the reason when it cannot be. */
  prepared(): Promise<void>
}

/** How many are held in memory; each is some kilobytes and the checkers of its contract. */
const MAX_KEPT = 500
/** How long a package stays on the disk after it was last called. */
const KEPT_MS = 7 * DAY_MS

/** Packages that are called, each laid out on the disk once for its digest, and what they require, installed once. */
export class LaidOutSkills {
  readonly #hub: HubContext
  readonly #root: string
  readonly #kept = new Map<string, Promise<LaidOutSkill>>()

  /** `cacheDir` is the hub's own, where the runtime looks for what is prepared too. */
  constructor(hub: HubContext, cacheDir: string) {
    this.#hub = hub
    this.#root = cacheDir
  }

  /** The version on the disk; at once when it was called before. */
  open(version: FoundVersion): Promise<LaidOutSkill> {
    const { digest } = version
    const key = `${version.name} ${digest}`
    const known = this.#kept.get(key)
    if (known !== undefined) return known
    const opening = this.#layOut(version)
    this.#kept.set(key, opening)
    opening.catch(() => this.#kept.delete(key))
    const [oldest] = this.#kept.size > MAX_KEPT ? this.#kept.keys() : []
    if (oldest !== undefined) this.#kept.delete(oldest)
    return opening
  }

  /** Removes what was not called for long; another hub process that uses the same folder keeps what it calls. */
  async sweep(): Promise<void> {
    const now = this.#hub.clock()
    for (const laidOut of this.#kept.values()) {
      const { digest } = await laidOut.catch(() => ({ digest: undefined }))
      if (digest !== undefined) await touch(this.#homeOf(digest), now)
    }
    for (const { path } of await olderThan(join(this.#root, 'packages'), now - KEPT_MS)) await removeFolder(path)
  }

  #homeOf(digest: string): string {
    return packageHome(this.#root, digest)
  }

  async #layOut(version: FoundVersion): Promise<LaidOutSkill> {
    const home = this.#homeOf(version.digest)
    // The last part is its name, which a skill sees as its folder's.
    const folder = join(home, version.name)
    if (!(await isThere(folder))) {
      await mkdir(home, { recursive: true, mode: 0o700 })
      await unpackSkill(await readArchiveBytes(this.#hub, version), folder, { digest: version.digest }).catch(
        async (thrown: unknown) => {
          // Another process of this hub was first.
          if (!(await isThere(folder))) throw thrown
        },
      )
      await chmod(folder, 0o755)
    }
    await touch(home, this.#hub.clock())
    const skill = await readSkill(folder)
    const stated = await readStated(folder)
    return { skill, digest: digestOf(version), stated, prepared: once(() => this.#prepare(skill)) }
  }

  async #prepare(skill: Skill): Promise<void> {
    if (this.#hub.config.calls.prepare === 'off') return
    const { wasReady, packages } = await prepareSkill(skill, { cacheDir: this.#root }).catch((cause: unknown) => {
      this.#hub.log.warn({ err: cause, skill: skill.id }, 'what a skill requires cannot be installed')
      throw new SkillError('TOOL_NOT_AVAILABLE', `What ${skill.id} requires cannot be installed here`, {
        hint: 'The operator of the hub finds the reason in its log',
        cause,
      })
    })
    if (!wasReady) this.#hub.log.info({ skill: skill.id, packages }, 'installed what a skill requires')
  }
}

/** The folder in which a package is laid out under its name. */
export function packageHome(cacheDir: string, digest: string): string {
  return join(cacheDir, 'packages', digest.replace(':', '-'))
}

/** Done once when it is first asked for; what failed is tried again. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work().catch((thrown: unknown) => {
      done = undefined
      throw thrown
    })
    return done
  }
}

/** What descriptor.json of a skill on the disk says. */
export async function readStated(folder: string): Promise<Readonly<Record<string, unknown>>> {
  const bytes = await readFile(join(folder, 'descriptor.json')).catch(() => undefined)
  return (bytes && readOwnDescriptor(new Map([['descriptor.json', bytes]]))) ?? {}
}

function digestOf({ digest }: FoundVersion): Digest {
  return `sha256:${digest.replace(/^sha256:/, '')}`
}

/** Notes that a folder is in use. */
async function touch(path: string, now: number): Promise<void> {
  await utimes(path, now / 1000, now / 1000).catch(() => undefined)
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
