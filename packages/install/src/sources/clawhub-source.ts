import { isObject, SkillError } from '@skillwright/contract'
import { isVersion } from '@skillwright/hub-api'
import { sha256 } from '@skillwright/skill'
import { rcompare } from 'semver'
import { rangeTest } from '../solve/version-sets.ts'
import type { Download } from '../store/download.ts'
import { readAnyArchive } from './archive-source.ts'
import { singleSource } from './single-source.ts'
import type { Source } from './source.ts'

/** The kind of source that registries with ClawHub's API are. */
export const CLAWHUB = 'clawhub+'

/** The skills of a registry that speaks ClawHub's HTTP API; an id is a slug. */
export function clawhubSource(spec: string, download: Download): Source {
  const api = `${spec.slice(CLAWHUB.length)}/api/v1`
  const json = async (path: string, signal: AbortSignal | undefined) =>
    readJson(await download(`${api}${path}`, { signal }), api)
  return singleSource(spec, {
    folder: '',
    async find(id, { version, range = '*', signal }) {
      const slug = encodeURIComponent(id)
      const chosen = version ?? newest(await json(`/skills/${slug}/versions`, signal), range)
      if (chosen === undefined)
        throw new SkillError('DATA_NOT_FOUND', `${spec} has no version ${range} of ${id}`, {
          hint: 'Ask for another range',
        })
      const archive = await download(`${api}/download?slug=${slug}&version=${encodeURIComponent(chosen)}`, { signal })
      if (archive[0] !== 0x50)
        throw new SkillError('EXTERNAL_SERVICE_ERROR', `${spec} hands ${id} out elsewhere`, {
          hint: 'Install it from the repository that it is in: git+https://…',
        })
      return { id, version: chosen, files: await readAnyArchive(archive, { what: id }), archive: sha256(archive) }
    },
  })
}

function newest(answer: unknown, range: string): string | undefined {
  const { items, versions } = isObject(answer) ? answer : {}
  const list: unknown[] = Array.isArray(items) ? items : Array.isArray(versions) ? versions : []
  const stated = list.flatMap((item) =>
    isObject(item) && typeof item.version === 'string' && isVersion(item.version) ? [item.version] : [],
  )
  const known = stated.toSorted(rcompare).map((version) => ({ version }))
  return known.find(({ version }) => rangeTest(range, known)(version))?.version
}

function readJson(bytes: Uint8Array, api: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw new SkillError('EXTERNAL_SERVICE_ERROR', `${api} did not answer with JSON`, { cause })
  }
}
