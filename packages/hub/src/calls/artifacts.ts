import { hash } from 'node:crypto'
import { chmod, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SkillError, type SkillResponse } from '@skillwright/contract'
import type { Run } from '@skillwright/jobs'
import { maskSecrets } from '@skillwright/runtime'
import { isOwnPath, type Skill } from '@skillwright/skill'
import type { HubContext } from '../hub-context.ts'
import { placeOfRun } from './run-document.ts'
import { showsSecret } from './shows-secret.ts'
import { removeFolder, writtenFiles } from './written-files.ts'

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
export async function openWorkspace(
  hub: HubContext,
  run: Run,
  { permissions }: Skill,
  secrets: readonly string[],
): Promise<Workspace> {
  if (!permissions.write.some(isOwnPath)) return NO_WORKSPACE
  const dir = join(hub.config.dir, 'cache', 'work', `${run.id}-${run.attempt}`)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  return {
    dir,
    keep: (response) => keepFiles(hub, run, { dir, secrets }, response),
    [Symbol.asyncDispose]: () =>
      removeFolder(dir).catch((err: unknown) => hub.log.error({ err, run: run.id }, 'a folder could not be removed')),
  }
}

const NO_WORKSPACE: Workspace = {
  dir: undefined,
  keep: async (response) => response,
  async [Symbol.asyncDispose]() {},
}

interface Left {
  readonly dir: string
  /** What no file may show, neither in its name nor in what it holds. */
  readonly secrets: readonly string[]
}

async function keepFiles(
  hub: HubContext,
  run: Run,
  { dir, secrets }: Left,
  told: SkillResponse,
): Promise<SkillResponse> {
  const { files, isMore } = await writtenFiles(dir, { maxFiles: MAX_FILES, maxPath: MAX_PATH })
  const mask = maskSecrets(secrets)
  const named = files.filter(({ path }) => mask.text(path) === path)
  const total = named.reduce((sum, { bytes }) => sum + bytes, 0)
  const { maxArtifactBytes } = hub.config.calls
  const paths = total > maxArtifactBytes ? [] : named.map(({ path }) => path)
  const { scope, name } = placeOfRun(run)
  const artifacts = []
  for (const path of paths) {
    await chmod(join(dir, path), 0o600)
    const bytes = await readFile(join(dir, path))
    if (await showsSecret(bytes, mask)) continue
    const sha256 = hash('sha256', bytes, 'hex')
    await hub.blobs.put(sha256, bytes)
    const url = `${hub.url()}/v1/skills/@${scope}/${name}/artifacts/${run.id}/${path.split('/').map(encodeURIComponent).join('/')}`
    artifacts.push({ path, bytes: bytes.length, sha256, url })
  }
  const isWhole = !isMore && artifacts.length === files.length
  const response = isWhole ? told : withError(told, notKept(maxArtifactBytes))
  if (artifacts.length === 0) return response
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

function notKept(maxBytes: number): SkillError {
  return new SkillError(
    'RESOURCE_LIMIT_EXCEEDED',
    `Not all files of the run are kept: at most ${MAX_FILES} of ${maxBytes} bytes together, with paths of up to ${MAX_PATH} characters that are text, and without secrets in them`,
  )
}

function withError(response: SkillResponse, { code, message, recoverable, hint }: SkillError): SkillResponse {
  const error = { code, message, recoverable, suggested_action: hint }
  const status = response.status === 'success' ? 'partial_success' : response.status
  return { ...response, status, errors: [...(response.errors ?? []), error] }
}
