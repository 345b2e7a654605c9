import { SkillError } from '@skillwright/contract'
import { createHubClient, type HubClient, parseReference } from '@skillwright/hub-api'
import type { Manifest } from '../manifest/manifest.ts'
import type { Download } from '../store/download.ts'
import { archiveSource } from './archive-source.ts'
import { CLAWHUB, clawhubSource } from './clawhub-source.ts'
import { folderSource } from './folder-source.ts'
import { gitSource } from './git-source.ts'
import { GIT } from './git-spec.ts'
import { HUB, hubSource } from './hub-source.ts'
import type { Source } from './source.ts'
import { readSourceSpec } from './source-spec.ts'
import { WELL_KNOWN, wellKnownSource } from './well-known-source.ts'

/** Where skills come from, for one project. */
export interface Sources {
  /** The source of a spec, the same object each time. */
  open(spec: string): Source
  /** The one form of a source as it was written. */
  canonical(written: string): string
  /** The hub that a skill is on: that of its scope, else the one that is given, else the default. */
  hubOf(id: string, otherwise?: string): string
  /** The client of the hub in a spec. */
  clientOf(spec: string): HubClient
}

/** What sources need to know. */
export interface SourcesOptions {
  readonly manifest: Pick<Manifest, 'hub' | 'hubs'>
  /** The hub that is meant when the manifest names none. */
  readonly defaultHub: string
  /** The folder that relative paths are of. */
  readonly base: string
  readonly download: Download
  /** The token for a hub. */
  readonly tokenOf?: (url: string) => string | undefined
}

/** Opens the sources of a project. */
export function openSources({
  manifest,
  defaultHub,
  base,
  download,
  tokenOf = () => undefined,
}: SourcesOptions): Sources {
  const clients = new Map<string, HubClient>()
  const opened = new Map<string, Source>()
  const clientAt = (url: string) => {
    const client = clients.get(url) ?? createHubClient({ url, token: tokenOf(url) })
    clients.set(url, client)
    return client
  }
  const make = (spec: string): Source => {
    if (spec.startsWith(HUB)) return hubSource(clientAt(spec.slice(HUB.length)), download)
    if (spec.startsWith('file:')) return folderSource(spec, base)
    if (spec.startsWith(GIT)) return gitSource(spec)
    if (spec.startsWith(WELL_KNOWN)) return wellKnownSource(spec, download)
    if (spec.startsWith(CLAWHUB)) return clawhubSource(spec, download)
    if (/^https?:\/\//.test(spec)) return archiveSource(spec, download)
    throw new SkillError('INVALID_INPUT', `There is no kind of source for ${JSON.stringify(spec.slice(0, 80))}`, {
      hint: 'A newer skillwright may know it: update, or write another source',
    })
  }
  return {
    open(spec) {
      const source = opened.get(spec) ?? make(spec)
      opened.set(spec, source)
      return source
    },
    canonical: (written) => readSourceSpec(written, base),
    hubOf(id, otherwise) {
      const { prefix, isScope } = parseReference(id)
      const mapped = prefix === undefined ? undefined : manifest.hubs.get(prefix)
      // A tier is no scope: official/x may be of any.
      if (mapped !== undefined && (isScope || !['official', 'verified', 'community'].includes(prefix ?? '')))
        return readSourceSpec(`${HUB}${mapped}`, base)
      return otherwise ?? readSourceSpec(`${HUB}${manifest.hub ?? defaultHub}`, base)
    },
    clientOf: (spec) => clientAt(spec.slice(spec.indexOf(HUB) + HUB.length)),
  }
}
