import { createHash } from 'node:crypto'
import { type Finding, SkillError } from '@skillwright/contract'
import {
  type AuthorSignature,
  checkSignature,
  type FileDigest,
  lintForPublish,
  type Profile,
  packFiles,
  parseSkill,
  readArchive,
  type ScanReport,
  type Skill,
  type SkillFiles,
  type StatedAccess,
  scanFiles,
  sketchFiles,
  statedAccess,
  statedVersion,
} from '@skillwright/skill'
import { type ComparedVersion, compareVersions, stepFindings, type VersionComparison } from './compare-versions.ts'
import { forbiddenAddresses } from './package-addresses.ts'
import { type VersionDocument, versionDocument } from './version-document.ts'

/** A package to be published, and what it must be. */
export interface ExamineRequest {
  readonly archive: Uint8Array
  readonly name: string
  readonly version: string
  /** What the author says the digest is. */
  readonly digest?: string
  readonly signature?: unknown
  /** Whose rules hold when it follows none of the dialects that have their own. */
  readonly profile?: Profile
  /** The version it follows. */
  readonly previous?: ComparedVersion
  readonly allowAddresses: readonly string[]
}

/** Everything the hub found out about a package, from its bytes alone. */
export interface Examination {
  /** The files packed again: what is handed out is what was examined, whatever else the upload carried. */
  readonly archive: Uint8Array
  readonly archiveSha256: string
  readonly digest: string
  readonly files: readonly FileDigest[]
  readonly document: VersionDocument
  /** Where it says who may see and call it. */
  readonly access: readonly StatedAccess[]
  readonly contract: string | null
  /** Errors among them refuse the package. */
  readonly findings: readonly Finding[]
  readonly scan: ScanReport
  readonly comparison: VersionComparison | null
  readonly signature: AuthorSignature | null
  /** By which similar packages are found. */
  readonly sketch: readonly string[]
}

const MAX_FINDINGS = 300

/**
 * Repeats every check of a package: archive, digest, signature, lint, scan, comparison with the version before. Nothing
 * of it is run and nothing is fetched. Throws INVALID_INPUT for a hostile archive, INTEGRITY_FAILED when it is not what its
 * author said.
 */
export async function examinePackage(request: ExamineRequest): Promise<Examination> {
  const { name, version, previous } = request
  const { files } = await readArchive(request.archive)
  const { archive, digest, files: list } = await packFiles(files)
  if (request.digest !== undefined && request.digest !== digest) throw otherDigest(request.digest, digest)
  const signature =
    request.signature === undefined ? null : checkSignature(request.signature, { name, version, digest })
  const skill = parseSkill(files, { folder: name })
  const contract = contractText(skill, files)
  const document = versionDocument(skill, version)
  const comparison =
    previous === undefined ? null : compareVersions(previous, { version, contract, permissions: skill.permissions })
  const findings = [
    ...identityFindings(skill, request),
    ...(await forbiddenAddresses(files, skill.frontMatter, { allow: request.allowAddresses })),
    ...(comparison === null ? [] : stepFindings(comparison, version)),
    ...lintForPublish(files, { name, profile: request.profile, skill }),
  ]
  const scan = await scanFiles(files)
  return {
    archive,
    archiveSha256: createHash('sha256').update(archive).digest('hex'),
    digest,
    files: list,
    document,
    access: statedAccess(files, skill),
    contract,
    findings: errorsFirst(findings).slice(0, MAX_FINDINGS),
    scan: { ...scan, findings: scan.findings.slice(0, MAX_FINDINGS) },
    comparison,
    signature,
    sketch: sketchFiles(files),
  }
}

/** The contract as it is kept, as JSON: contract.json, or what the parameter table says. One that cannot be read is none. */
function contractText({ contract, contractSource, version, description }: Skill, files: SkillFiles): string | null {
  if (contract === undefined) return null
  if (contractSource === 'parameter-table')
    return JSON.stringify({ version, description, input: contract.action().input.schema })
  try {
    return JSON.stringify(JSON.parse(new TextDecoder().decode(files.get('contract.json'))))
  } catch {
    return null // In an encoding that other clients do not read either.
  }
}

function identityFindings(skill: Skill, { name, version }: ExamineRequest): Finding[] {
  const wrong = (rule: string, message: string, fix: string): Finding => ({
    rule,
    severity: 'error',
    file: 'SKILL.md',
    message,
    fix,
  })
  const findings: Finding[] = []
  if (skill.id !== name)
    findings.push(
      wrong(
        'hub/name',
        `SKILL.md says it is ${skill.id.slice(0, 80)}, and it is published as ${name}`,
        'Make them the same.',
      ),
    )
  // Other dialects need not state a version; then it has the one it is published under.
  if (skill.version !== undefined && (statedVersion(skill.version) ?? skill.version) !== version)
    findings.push(
      wrong(
        'hub/version',
        `SKILL.md says version ${skill.version.slice(0, 80)}, and it is published as ${version}`,
        'Make them the same.',
      ),
    )
  return findings
}

function errorsFirst(findings: readonly Finding[]): Finding[] {
  const rank = { error: 0, warning: 1, info: 2 } as const
  return findings.toSorted((one, other) => rank[one.severity] - rank[other.severity])
}

function otherDigest(claimed: string, digest: string): SkillError {
  return new SkillError(
    'INTEGRITY_FAILED',
    `The files have the digest ${digest}, announced was ${claimed.slice(0, 80)}`,
    {
      hint: 'Pack it again and send it again: it was changed on the way',
      details: { digest },
    },
  )
}
