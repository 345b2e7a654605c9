import { digestFiles, type SkillFiles } from '@skillwright/skill'
import { describePackage } from './describe-package.ts'
import { requireDigest } from './require-digest.ts'
import type { AskOptions, Offers, Source } from './source.ts'

/** One package that a source found. */
export interface FoundPackage {
  readonly files: SkillFiles
  /** What the source calls it; what it calls itself when absent. */
  readonly id?: string
  /** The version, where the source knows it better than the skill. */
  readonly version?: string
  /** What exactly was found, where the source can change. */
  readonly revision?: string
  /** SHA-256 of the archive it was in. */
  readonly archive?: string
}

/** What a source looks for: the newest version of a range, or exactly what is locked. */
export interface Lookup extends AskOptions {
  readonly version?: string
  readonly revision?: string
}

/**
 * A source that has to fetch a package to know anything of it: it offers the newest version that is asked for, and nothing else. What was looked at is what is
 * installed, since it is fetched once.
 */
export function singleSource(
  spec: string,
  { folder, find }: { readonly folder: string; readonly find: (id: string, lookup: Lookup) => Promise<FoundPackage> },
): Source {
  const offered = new Map<string, FoundPackage>()
  return {
    spec,
    async offers(ids, options) {
      const all = ids.map(async (asked): Promise<[string, Offers]> => {
        const found = await find(asked, options)
        const { version, revision, archive } = found
        const { id: own, offer } = describePackage(found.files, folder)
        const id = found.id ?? own
        if (asked !== '' && asked !== id)
          return [asked, { id: asked, offers: [], problem: `there is the skill ${id} at ${spec}` }]
        const known = {
          ...offer,
          digest: digestFiles(found.files).digest,
          ...(version === undefined ? {} : { version }),
          ...(revision === undefined ? {} : { revision }),
          ...(archive === undefined ? {} : { archive }),
        }
        offered.set(`${id} ${known.version}`, found)
        return [asked, { id, offers: [known] }]
      })
      return new Map(await Promise.all(all))
    },
    async fetch({ id, version, revision, digest: expected, archive: expectedArchive }, options) {
      const locked = { ...options, version, ...(revision === undefined ? {} : { revision }) }
      const { files, archive } = offered.get(`${id} ${version}`) ?? (await find(id, locked))
      if (archive !== undefined) requireDigest(`The archive of ${id}`, archive, expectedArchive)
      const { digest } = digestFiles(files)
      requireDigest(id, digest, expected)
      return { files, digest }
    },
  }
}
