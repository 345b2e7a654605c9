import { createHubClient } from '@skillwright/hub-api'
import { createDownload, findProject, type Installer, openSources, openStore, storeFolder } from '@skillwright/install'
import { checkLogEntries, type ExpectedEntry } from '../hub/check-hub-log.ts'
import { readKnownHubs } from '../hub/known-hubs.ts'
import { selectHub, tokenFromEnvironment } from '../hub/open-hub-client.ts'
import { showProgress } from '../progress.ts'
import type { InstallFlags } from './install-verb.ts'

/** What installing needs, for the project or user that the flags mean. */
export async function openInstaller(flags: InstallFlags, signal?: AbortSignal): Promise<Installer> {
  const project = findProject({ user: flags.user ?? false })
  const { hubs } = await readKnownHubs()
  const defaultHub = await selectHub(flags)
  // A manifest may name any hub: the token of the environment is for the one that its user means.
  const isMeant = (url: string) => url === defaultHub || process.env.SKILLWRIGHT_HUB_URL !== undefined
  const tokenOf = (url: string) => (isMeant(url) ? tokenFromEnvironment(url) : undefined) ?? hubs[url]?.token
  const download = createDownload({
    dir: storeFolder(),
    headersFor: (address) => {
      const hub = Object.keys(hubs)
        .concat(defaultHub)
        .find((url) => address.startsWith(`${url}/`))
      const token = hub === undefined ? undefined : tokenOf(hub)
      return token === undefined ? {} : { authorization: `Bearer ${token}` }
    },
  })
  return {
    project,
    store: openStore(),
    scanDir: storeFolder(),
    sourcesOf: (manifest) => openSources({ manifest, defaultHub, base: project.root, download, tokenOf }),
    checkLog: async (url, versions) => {
      const entries = versions.map(({ index, ...about }): [number, ExpectedEntry] => [
        index,
        { type: 'publish', ...about },
      ])
      await checkLogEntries(createHubClient({ url, token: tokenOf(url) }), new Map(entries))
    },
    onProgress: (done, total) => showProgress('package', done, total),
    ...(signal === undefined ? {} : { signal }),
  }
}
