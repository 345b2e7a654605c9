export { type Catalog, type CatalogEntry, type CatalogOptions, catalog } from './inject/catalog.ts'
export { type CountOptions, countTokens, type TokenCount } from './inject/count-tokens.ts'
export { type Injection, type InjectOptions, inject, type UsedSkill } from './inject/inject.ts'
export type { InjectableSkill } from './inject/injectable-skill.ts'
export type { LeftOut } from './inject/left-out.ts'
export { LEVEL_VALUES, type Level } from './inject/skill-level.ts'
export type { ListedSkill } from './list-source.ts'
export {
  type ChosenSkill,
  type FindOptions,
  type FoundSkill,
  type IndexProgress,
  type OpenIndexOptions,
  openIndex,
  type SkillIndex,
  type Why,
} from './open-index.ts'
export { CLIENTS, type Client } from './roots/clients.ts'
export { detectClients, type FindRootsOptions, findRoots, type SkillRoot } from './roots/find-roots.ts'
export type { SkillDocument } from './skill-document.ts'
export type { HiddenCode, HiddenReason, Host } from './store/check-needs.ts'
export type { AbsentSkill, SkillEntry } from './store/skill-entry.ts'
export type { SnapshotStatus, StoreStatus } from './store/store-status.ts'
export type { Progress } from './store/update-skills.ts'
export { describeTriggers } from './triggers/describe-triggers.ts'
export { type FindSkills, type TestTriggersOptions, testTriggers } from './triggers/test-triggers.ts'
export type { RankedSkill, TestedSkill } from './triggers/tested-skill.ts'
export type {
  ConfusedPair,
  Contest,
  SkillTriggers,
  TriggerCounts,
  TriggerReport,
  WrongTrigger,
} from './triggers/trigger-report.ts'
export type { Embedder, EmbedOptions, Prefixes } from './vectors/embedder.ts'
export { type OnnxEmbedderOptions, onnxEmbedder } from './vectors/onnx/onnx-embedder.ts'
export type { OnnxRuntime } from './vectors/onnx/onnx-runtime.ts'
export { type OpenAiEmbedderOptions, openAiEmbedder } from './vectors/open-ai/open-ai-embedder.ts'
export { createWordIndex } from './words/word-index.ts'
