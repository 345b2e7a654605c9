import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isObject } from '@skillwright/contract'
import { type Digest, type SkillFiles, scanFiles, type Verdict } from '@skillwright/skill'
import { seal, unseal } from '../transaction/seal.ts'

/** What the scan said of a package. */
export interface PackageScan {
  readonly verdict: Verdict
  readonly risk: string
  /** Who scanned: the hub at publishing, or this machine. */
  readonly by: 'hub' | 'here'
  /** What it found, in words. */
  readonly findings: readonly string[]
}

/** Raised when the scanner changes what it says, so that packages are looked at again. */
const SCANNER = 1

/** Scans a package once on this machine; what was said of the same content before is remembered. */
export async function scanPackage(dir: string, digest: Digest, files: () => Promise<SkillFiles>): Promise<PackageScan> {
  const file = join(dir, 'scans', `${digest.slice('sha256:'.length)}-${SCANNER}.json`)
  const known = await readScan(file)
  if (known !== undefined) return known
  const { verdict, risk, findings } = await scanFiles(await files())
  const scan: PackageScan = {
    verdict,
    risk,
    by: 'here',
    findings: findings.map(({ rule, message }) => `${rule}: ${message}`).slice(0, 50),
  }
  await mkdir(dirname(file), { recursive: true })
  const half = `${file}.${process.pid}.tmp`
  await writeFile(half, await seal(JSON.stringify(scan)))
  await rename(half, file)
  return scan
}

async function readScan(file: string): Promise<PackageScan | undefined> {
  const sealed = await readFile(file, 'utf8').catch(() => undefined)
  const text = sealed === undefined ? undefined : await unseal(sealed)
  const value: unknown = text === undefined ? undefined : JSON.parse(text)
  return isObject(value) ? (value as unknown as PackageScan) : undefined
}
