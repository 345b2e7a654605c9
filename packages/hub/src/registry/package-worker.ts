import { SkillError } from '@skillwright/contract'
import {
  compareRejected,
  compareRelative,
  packFiles,
  type RejectedOverlap,
  type RelativeDifference,
  readArchive,
  type ScanReport,
  sketchFiles,
} from '@skillwright/skill'
import { type AssembleRequest, assemblePackage } from '../clients/assemble-package.ts'
import { type ClawhubFormRequest, clawhubForm } from '../clients/clawhub/clawhub-form.ts'
import { type StandardiseRequest, standardisePackage } from '../clients/well-known/standardise-package.ts'
import { type ComparedVersion, compareVersions } from './compare-versions.ts'
import { type DescribeRequest, describePackage } from './describe-package.ts'
import { type ExamineRequest, examinePackage } from './examine-package.ts'

/** What a worker answers: errors lose their class on the way between threads, so they travel as values. */
export type WorkerAnswer<Value> =
  | { readonly value: Value }
  | { readonly error: Pick<SkillError, 'code' | 'message' | 'hint' | 'details' | 'findings'> }

/** Examines a package to be published. */
export function examine(request: ExamineRequest) {
  return answered(() => examinePackage(request))
}

/** Makes a package of what another registry or its client offers. */
export function assemble(request: AssembleRequest) {
  return answered(() => assemblePackage(request))
}

/** What a package has beyond one that it resembles. */
export function relate({
  archive,
  relative,
  own,
  findings,
}: {
  readonly archive: Uint8Array
  readonly relative: Uint8Array
  /** The version of it that was released last. */
  readonly own?: Uint8Array | undefined
  readonly findings: ScanReport['findings']
}): Promise<WorkerAnswer<RelativeDifference>> {
  return answered(async () =>
    compareRelative((await readArchive(archive)).files, (await readArchive(relative)).files, {
      findings,
      own: own === undefined ? new Map() : (await readArchive(own)).files,
    }),
  )
}

/** How much a package has of one that was rejected and of nothing that stands. */
export function resemble({
  archive,
  rejected,
  standing,
}: {
  readonly archive: Uint8Array
  readonly rejected: Uint8Array
  readonly standing: readonly Uint8Array[]
}): Promise<WorkerAnswer<RejectedOverlap>> {
  return answered(async () => {
    const files = async (one: Uint8Array) => (await readArchive(one)).files
    return compareRejected(await files(archive), await files(rejected), await Promise.all(standing.map(files)))
  })
}

/** The sketch of a stored package. */
export function sketch({ archive }: { readonly archive: Uint8Array }) {
  return answered(async () => sketchFiles((await readArchive(archive)).files))
}

/** Compares two stored versions. */
export function compare({ before, after }: { readonly before: ComparedVersion; readonly after: ComparedVersion }) {
  return answered(async () => compareVersions(before, after))
}

/** The files of a stored package. */
export function unpack({ archive }: { readonly archive: Uint8Array }) {
  return answered(() => readArchive(archive))
}

/** A package as the hub packs it. */
export function repack({ archive }: { readonly archive: Uint8Array }) {
  return answered(async () => (await packFiles((await readArchive(archive)).files)).archive)
}

/** A stored package as ClawHub's clients read it. */
export function clawhub(request: ClawhubFormRequest) {
  return answered(() => clawhubForm(request))
}

/** A stored package in the form of the Agent Skills standard. */
export function standardise(request: StandardiseRequest) {
  return answered(() => standardisePackage(request))
}

/** How a stored package is called over HTTP. */
export function describe({ archive, ...request }: { readonly archive: Uint8Array } & DescribeRequest) {
  return answered(async () => describePackage((await readArchive(archive)).files, request))
}

async function answered<Value>(work: () => Promise<Value>): Promise<WorkerAnswer<Value>> {
  try {
    return { value: await work() }
  } catch (thrown) {
    if (!(thrown instanceof SkillError)) throw thrown
    const { code, message, hint, details, findings } = thrown
    return { error: { code, message, hint, details, findings } }
  }
}
