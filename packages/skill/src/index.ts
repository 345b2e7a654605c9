export type { Permissions } from './permissions.ts'
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
