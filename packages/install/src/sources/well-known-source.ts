import { SkillError } from '@skillwright/contract'
import { fetchIndex, fetchOffered, type SkillFiles, sha256, type WellKnownIndex } from '@skillwright/skill'
import type { Download } from '../store/download.ts'
import { readAnyArchive } from './archive-source.ts'
import { findInFiles } from './find-in-files.ts'
import { singleSource } from './single-source.ts'
import type { Source } from './source.ts'

/** The kind of source that sites with well-known discovery are. */
export const WELL_KNOWN = 'well-known+'

/** The skills that a site offers at its well-known addresses, of discovery 0.2 or 0.1. */
export function wellKnownSource(spec: string, download: Download): Source {
  const site = spec.slice(WELL_KNOWN.length)
  let index: Promise<WellKnownIndex> | undefined
  return singleSource(spec, {
    folder: '',
    async find(id, { signal }) {
      const get = (url: string) => download(sameOrigin(url, site), { signal })
      index ??= fetchIndex(site, get)
      const { entries, url } = await index
      const names = [...entries.keys()]
      const name = id === '' && names.length === 1 ? (names[0] ?? '') : id
      const entry = entries.get(name)
      if (entry === undefined)
        throw new SkillError('DATA_NOT_FOUND', `${site} offers no skill ${JSON.stringify(name)}`, {
          hint: `It offers ${names.slice(0, 20).join(', ') || 'none'}`,
          details: { names },
        })
      const offered = await fetchOffered(entry, url, get)
      if (!(offered instanceof Uint8Array))
        return { id: name, files: findInFiles(offered, { what: name }) satisfies SkillFiles }
      return { id: name, files: await readAnyArchive(offered, { what: name }), archive: sha256(offered) }
    },
  })
}

/** Only what the user named is asked: an index does not lead to another machine, such as one of the user's own network. */
function sameOrigin(url: string, site: string): string {
  if (URL.parse(url)?.origin === new URL(site).origin) return url
  throw new SkillError('INVALID_INPUT', `${site} names an address of another site: ${url.slice(0, 120)}`, {
    hint: 'If you trust it, install it from there: skillwright install <address of the archive>',
  })
}
