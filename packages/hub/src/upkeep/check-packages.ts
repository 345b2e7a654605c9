import { checkVersion, fullName } from '@skillwright/hub-api'
import { digestFiles, digestOfList, type FileDigest, readArchive } from '@skillwright/skill'
import { versionOrder } from '../registry/version-order.ts'
import type { StoreProblem } from './check-hub.ts'
import type { StoredHub } from './open-stored.ts'

const PAGE = 200

/** Checks that every version, and every export made of one, has its package, whole and with the digest that was published. */
export async function checkPackages(
  stored: StoredHub,
): Promise<{ versions: number; exports: number; problems: StoreProblem[] }> {
  const problems: StoreProblem[] = []
  let versions = 0
  for await (const version of versionsOf(stored.db)) {
    versions++
    const message = await whatIsWrong(stored, version)
    if (message !== undefined) problems.push({ subject: `${fullName(version)}@${version.version}`, message })
  }
  const made = await stored.db.selectFrom('standard_exports').select(['name', 'sha256', 'bytes']).execute()
  for (const { name, ...blob } of made) {
    const bytes = await readWhole(stored, blob)
    if (typeof bytes === 'string')
      problems.push({
        subject: `the export of ${name}`,
        message: `${bytes}; it is made again when it is requested`,
      })
  }
  return { versions, exports: made.length, problems }
}

type Version = Awaited<ReturnType<typeof versionPage>>[number]

async function* versionsOf(db: StoredHub['db']): AsyncGenerator<Version> {
  for (let after = ''; ; ) {
    const page = await versionPage(db, after)
    yield* page
    after = page.at(-1)?.id ?? ''
    if (page.length < PAGE) return
  }
}

function versionPage(db: StoredHub['db'], after: string) {
  return db
    .selectFrom('versions')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .select(['versions.id', 'versions.version', 'versions.digest', 'versions.archive_sha256', 'versions.archive_bytes'])
    .select(['versions.version_order', 'versions.files', 'skills.scope', 'skills.name'])
    .where('versions.id', '>', after)
    .orderBy('versions.id')
    .limit(PAGE)
    .execute()
}

async function whatIsWrong(stored: StoredHub, version: Version): Promise<string | undefined> {
  const bytes = await readWhole(stored, { sha256: version.archive_sha256, bytes: version.archive_bytes })
  if (typeof bytes === 'string') return bytes
  const { files } = await readArchive(bytes)
  const { digest } = digestFiles(files)
  if (digest !== version.digest) return `its files have the digest ${digest}, recorded is ${version.digest}`
  if (listedDigest(version.files) !== digest) return 'its package holds other files than are listed'
  const isInOrder = versionOrder(checkVersion(version.version)) === version.version_order
  return isInOrder ? undefined : 'it takes the place of another version among those of its skill'
}

function listedDigest(list: string): string | undefined {
  try {
    return digestOfList(JSON.parse(list) as FileDigest[])
  } catch {
    return undefined
  }
}

/** The bytes of a package, or what is wrong with it. */
async function readWhole({ blobs }: StoredHub, blob: { sha256: string; bytes: number }): Promise<Uint8Array | string> {
  try {
    const bytes = await blobs.read(blob.sha256)
    if (bytes === undefined) return `its package ${blob.sha256} is not in the store`
    return bytes.length === blob.bytes ? bytes : `its package has ${bytes.length} bytes, recorded are ${blob.bytes}`
  } catch (error) {
    return `its package ${blob.sha256} cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
}
