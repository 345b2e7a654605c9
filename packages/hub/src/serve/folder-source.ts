import { parseRange, parseVersion, SkillError } from '@skillwright/contract'
import { fullName, isVersion } from '@skillwright/hub-api'
import type { Descriptor } from '@skillwright/skill'
import { requireInvoke } from '../calls/call-principal.ts'
import { whyNotCallable } from '../calls/describe-call.ts'
import { readStated } from '../calls/laid-out-skills.ts'
import { callablesOf } from '../calls/list-descriptors.ts'
import { HUB_TOKEN } from '../calls/offered-auth.ts'
import { placeOfRun } from '../calls/run-document.ts'
import { runSecrets } from '../calls/run-secrets.ts'
import type { CalledSkill, SkillSource } from '../calls/skill-source.ts'
import type { HubContext } from '../hub-context.ts'
import { describeHere } from '../registry/describe-package.ts'
import { absentVersion, type VersionPlace } from '../registry/find-version.ts'
import { pageCursor } from '../registry/page-cursor.ts'
import { versionDocument } from '../registry/version-document.ts'
import { servedSearch } from './search-served.ts'
import type { ServedFolders, ServedSkill } from './served-folders.ts'

const SERVED = pageCursor('served', ['text'])
const ACCESS: Descriptor['access'] = 'private'

/** Skills of folders of this machine, for the user whose they are. They run as `skillwright run` runs them: with the same data, and the paths that were agreed to. */
export function folderSource(hub: HubContext, folders: ServedFolders, runtime: SkillSource['runtime']): SkillSource {
  const find = async (place: VersionPlace): Promise<ServedSkill> => {
    const served = await folders.find(place)
    if (served === undefined)
      throw new SkillError('DATA_NOT_FOUND', `There is no skill ${fullName(place)}`, {
        hint: 'GET /.well-known/skill-descriptors lists what there is',
      })
    if (!includes(place.version, versionOf(served))) throw absentVersion(place)
    return served
  }
  const search = servedSearch()
  return {
    runtime,
    async list(principal, { limit = 50, cursor, url }) {
      requireInvoke(hub, { access: ACCESS }, principal)
      await folders.read()
      const [after = ''] = SERVED.decode(cursor) ?? []
      const rows = folders.skills.filter((served) => fullName(served) > after && whyNotServed(served) === undefined)
      const { items, ...rest } = SERVED.page(rows, limit, { place: (row) => [fullName(row)], item: (row) => row })
      return { items: items.flatMap((served) => callablesOf(documentOf(served), url)), ...rest }
    },
    async find(principal, { query, limit }) {
      requireInvoke(hub, { access: ACCESS }, principal)
      await folders.read()
      return search(folders.skills, query, limit).map(({ served, score }) => ({
        name: fullName(served),
        skill: served.name,
        description: served.skill.description,
        score,
      }))
    },
    async revision() {
      await folders.read()
      return folders.skills.map((served) => `${fullName(served)} ${served.stamp}`).join('\n')
    },
    async describe(principal, place, { action, url }) {
      requireInvoke(hub, { access: ACCESS }, principal)
      const served = await find(place)
      const why = whyNotServed(served)
      if (why !== undefined)
        throw new SkillError('DATA_NOT_FOUND', `${fullName(served)} has no descriptor: ${why}`, {
          hint: 'Run it: skillwright run',
        })
      const skillUrl = `${url}/v1/skills/${fullName(served)}`
      const version = versionOf(served)
      const stated = { version, ...(await readStated(served.skill.dir ?? '')) }
      return describeHere(served.skill, stated, {
        id: fullName(served),
        version,
        access: ACCESS,
        action,
        here: { versionUrl: `${skillUrl}/versions/${version}`, skillUrl, auth: [HUB_TOKEN] },
      })
    },
    headerOf: async () => undefined,
    async open(principal, place) {
      requireInvoke(hub, { access: ACCESS }, principal)
      return calledSkill(hub, await find(place))
    },
    reopen: async (run) => calledSkill(hub, await find({ ...placeOfRun(run), version: 'latest' })),
  }
}

/** A served skill as it is called. */
export function calledSkill(hub: HubContext, served: ServedSkill): CalledSkill {
  const { skill } = served
  return {
    name: fullName(served),
    version: versionOf(served),
    skill,
    enter: async (run) => ({
      options: await runSecrets(hub, run, skill),
      finish: async (response) => response,
      async [Symbol.asyncDispose]() {},
    }),
  }
}

function documentOf(served: ServedSkill): Parameters<typeof callablesOf>[0] {
  const latest = versionOf(served)
  const { scope, name } = served
  return {
    ...versionDocument(served.skill, latest),
    name: fullName(served),
    scope,
    skill: name,
    latest,
    access: ACCESS,
  }
}

function whyNotServed(served: ServedSkill): string | undefined {
  return whyNotCallable(versionDocument(served.skill, versionOf(served)))
}

/** Many skills on a disk state no version. */
function versionOf({ skill }: ServedSkill): string {
  return skill.version !== undefined && isVersion(skill.version) ? skill.version : '0.0.0'
}

function includes(wanted: string, version: string): boolean {
  return (
    wanted === 'latest' ||
    wanted === version ||
    (!isVersion(wanted) && parseRange(wanted).includes(parseVersion(version)))
  )
}
