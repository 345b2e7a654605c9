import { hash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { SkillError, type SkillResponse } from '@skillwright/contract'
import type { Run } from '@skillwright/jobs'
import { isOwnPath, type Skill } from '@skillwright/skill'
import { isStorable } from '@skillwright/store'
import type { HubContext } from '../hub-context.ts'
import { placeOfRun } from './run-document.ts'

/** Where a run may write, and what is done with what it wrote. */
export interface Workspace extends AsyncDisposable {
  /** Undefined for a skill that writes nothing. */
  readonly dir: string | undefined
  /** Keeps the files that are there, and adds to the response where they are. */
  keep(response: SkillResponse): Promise<SkillResponse>
}

const MAX_FILES = 200
const MAX_PATH = 300

/** Opens an empty folder for what a run writes into its own: the next run of the skill finds nothing of it. */
export async function openWorkspace(hub: HubContext, run: Run, { permissions }: Skill): Promise<Workspace> {
  if (!permissions.write.some(isOwnPath)) return NO_WORKSPACE
  const dir = join(hub.config.dir, 'cache', 'work', `${run.id}-${run.attempt}`)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  return {
    dir,
    keep: (response) => keepFiles(hub, run, dir, response),
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }),
  }
}

const NO_WORKSPACE: Workspace = {
  dir: undefined,
  keep: async (response) => response,
  async [Symbol.asyncDispose]() {},
}

async function keepFiles(hub: HubContext, run: Run, dir: string, response: SkillResponse): Promise<SkillResponse> {
  const paths = await filesIn(dir)
  if (paths.length === 0) return response
  const sizes = await Promise.all(paths.map(async (path) => (await stat(join(dir, path))).size))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const { maxArtifactBytes } = hub.config.calls
  if (paths.length > MAX_FILES || total > maxArtifactBytes)
    return withError(
      response,
      new SkillError(
        'RESOURCE_LIMIT_EXCEEDED',
        `The run left ${paths.length} files of ${total} bytes; kept are at most ${MAX_FILES} of ${maxArtifactBytes}`,
      ),
    )
  const { scope, name } = placeOfRun(run)
  const artifacts = []
  for (const path of paths) {
    const bytes = await readFile(join(dir, path))
    const sha256 = hash('sha256', bytes, 'hex')
    await hub.blobs.put(sha256, bytes)
    const url = `${hub.url()}/v1/skills/@${scope}/${name}/artifacts/${run.id}/${path.split('/').map(encodeURIComponent).join('/')}`
    artifacts.push({ path, bytes: bytes.length, sha256, url })
  }
  const created_at = hub.clock()
  await hub.db
    .insertInto('artifacts')
    .values(artifacts.map(({ path, bytes, sha256 }) => ({ run_id: run.id, path, bytes, sha256, created_at })))
    .onConflict((conflict) =>
      conflict.columns(['run_id', 'path']).doUpdateSet((eb) => ({
        sha256: eb.ref('excluded.sha256'),
        bytes: eb.ref('excluded.bytes'),
      })),
    )
    .execute()
  return { ...response, metadata: { ...response.metadata, artifacts } }
}

/** The files of a folder, by their paths in it. Links are none: they could lead anywhere. */
async function filesIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
    .filter((path) => path.length <= MAX_PATH && isStorable(path))
    .sort()
}

function withError(response: SkillResponse, { code, message, recoverable, hint }: SkillError): SkillResponse {
  const error = { code, message, recoverable, suggested_action: hint }
  const status = response.status === 'success' ? 'partial_success' : response.status
  return { ...response, status, errors: [...(response.errors ?? []), error] }
}
