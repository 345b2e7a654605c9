export type { SkillDocument } from './skill-document.ts'
