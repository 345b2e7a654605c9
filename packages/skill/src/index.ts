export { CLIENTS, type Client, clientNamed, userClientFolder } from './clients.ts'
export { describeSkill } from './descriptor/describe-skill.ts'
export type {
  AccessPolicy,
  AuthConfig,
  Descriptor,
  InvocationEndpoint,
  OAuth2Config,
  ParameterPlace,
  RequestPlaces,
} from './descriptor/descriptor.ts'
export { DESCRIPTOR_SCHEMA } from './descriptor/descriptor-schema.ts'
export { contractOfDescriptor, descriptorFindings, isDescriptor, readDescriptor } from './descriptor/read-descriptor.ts'
export { descriptorOfServerJson, toServerJson } from './descriptor/server-json.ts'
export { type StatedAccess, statedAccess } from './descriptor/stated-access.ts'
export { descriptorSkill } from './dialects/descriptor-skill.ts'
export { type ExportTarget, exportSkill } from './dialects/export-skill.ts'
export { type ImportOptions, importSkill } from './dialects/import-skill.ts'
export { type Identity, restateSkill } from './dialects/restate-skill.ts'
export {
  type FetchBytes,
  fetchIndex,
  fetchOffered,
  statedDigest,
  type WellKnownIndex,
} from './discovery/well-known-index.ts'
export { fixSkill } from './lint/fix-skill.ts'
export { lintForPublish } from './lint/lint-for-publish.ts'
export { lintPlace } from './lint/lint-place.ts'
export { lintFiles, lintSkill } from './lint/lint-skill.ts'
export { type Profile, profileOf } from './lint/profile.ts'
export { type Digest, digestFiles, digestOfList, type FileDigest, sha256 } from './pack/digest-files.ts'
export { type PackedSkill, packageFiles, packFiles, packSkill } from './pack/pack-skill.ts'
export { checkPaths } from './pack/safe-path.ts'
export { readArchive, readTarball, unpackSkill } from './pack/unpack-skill.ts'
export { unzipFiles, zipFiles } from './pack/zip-files.ts'
export { parseSkill, parseSkillHead, readSkill, type SkillHead } from './parse-skill.ts'
export {
  absolutePath,
  comparePermissions,
  describePermissions,
  type GrantMode,
  type GrantPlace,
  isOwnPath,
  NO_PERMISSIONS,
  type PermissionChange,
  type Permissions,
  unfitPermissions,
  whyNeverGranted,
  whyNeverShown,
} from './permissions.ts'
export { readAgent } from './read-agent.ts'
export type { AgentJob } from './read-agent-jobs.ts'
export { PACKAGE_LIMITS, readFiles, sortByBytes } from './read-files.ts'
export { readPlaces, type SkillPlace } from './read-places.ts'
export { readSkillCases } from './read-skill-cases.ts'
export { queryKey, readTriggers, TRIGGERS_FILE, type TriggerTest } from './read-triggers.ts'
export { compareRejected, type RejectedOverlap } from './relatives/compare-rejected.ts'
export { COPY_SHARE, compareRelative, type RelativeDifference } from './relatives/compare-relative.ts'
export { sketchFiles } from './relatives/sketch-files.ts'
export { foreignSkillFiles, type ImportedSkill, oneLine, versionAfter } from './scaffold/foreign-skill.ts'
export { replaceSkill } from './scaffold/replace-skill.ts'
export { scaffoldAgent } from './scaffold/scaffold-agent.ts'
export { type ScaffoldLanguage, scaffoldSkill } from './scaffold/scaffold-skill.ts'
export { writeSkill } from './scaffold/write-skill.ts'
export { cutKeys } from './scan/evidence.ts'
export { scanFiles } from './scan/scan-files.ts'
export { type LabelledReport, type LabelledRow, scanLabelled } from './scan/scan-labelled.ts'
export { scanPlace } from './scan/scan-place.ts'
export type { ScanFinding, ScanReport, Verdict } from './scan/scan-report.ts'
export { scanSkill } from './scan/scan-skill.ts'
export type { Rate } from './scan/wilson-interval.ts'
export { AGENT_YAML_SCHEMA } from './schemas/agent-yaml-schema.ts'
export { FRONT_MATTER_SCHEMA } from './schemas/front-matter-schema.ts'
export { HERMES_YAML_SCHEMA } from './schemas/hermes-yaml-schema.ts'
export { SKILL_JSON_SCHEMA } from './schemas/skill-json-schema.ts'
export { TRIGGERS_SCHEMA } from './schemas/triggers-schema.ts'
export { parseScriptSkill } from './script-skill.ts'
export { type AuthorSignature, checkSignature } from './sign/check-signature.ts'
export { checkSubject, type Envelope, keyId, signStatement, verifyEnvelope } from './sign/envelope.ts'
export { keyFolder, openSigningKey, readPublicKey, trustedKeys } from './sign/key-store.ts'
export { PACKAGE_PREDICATE, packageStatement, type Statement } from './sign/statement.ts'
export type { EntryLanguage, Skill, SkillExample, SkillSections } from './skill.ts'
export { type Expectation, judgeCase, readCases, type SkillCase } from './skill-cases.ts'
export { standsAlone } from './skill-fields.ts'
export type { SkillFiles } from './skill-files.ts'
export { type TriggerLists, triggerLists } from './skill-sections.ts'
export { statedVersion } from './stated-version.ts'
export { unreadablePath } from './unreadable-path.ts'
export { userFolder } from './user-folder.ts'
