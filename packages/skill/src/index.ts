export { type Digest, digestFiles, type FileDigest } from './pack/digest-files.ts'
export { type PackedSkill, packFiles, packSkill } from './pack/pack-skill.ts'
export { readArchive, type UnpackOptions, unpackSkill } from './pack/unpack-skill.ts'
export { comparePermissions, describePermissions, type PermissionChange, type Permissions } from './permissions.ts'
export { type Agent, readAgent } from './read-agent.ts'
export { readSkill } from './read-skill.ts'
export { checkSubject, type Envelope, keyId, signStatement, verifyEnvelope } from './sign/envelope.ts'
export { keyFolder, openSigningKey, readPublicKey, type SigningKey, trustedKeys } from './sign/key-store.ts'
export { PACKAGE_PREDICATE, packageStatement, type Statement } from './sign/statement.ts'
export type {
  CapabilityType,
  ChangelogEntry,
  Dialect,
  EntryLanguage,
  SectionExample,
  Skill,
  SkillEntry,
  SkillExample,
  SkillSections,
} from './skill.ts'
export type { SkillFiles } from './skill-files.ts'
