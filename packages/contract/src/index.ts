/**
 * The contract room: what a skill promises, and the words everybody uses for it.
 *
 * - **skill**: a folder with SKILL.md; it has an id, a version, a contract and mostly an entry script.
 * - **action**: a named operation of a skill with its own input and output.
 * - **contract**: `contract.json`, a JSON Schema for each action's input and output, with migrations from older majors.
 * - **request**: `{action, params, context}`. **response**: `{status, data, errors, metadata}`.
 * - **run**: one execution of a request. **job**: a run for later.
 * - **finding**: one thing a check noticed. **issue**: one reason why a value does not fit its schema.
 * - **coercion**: a repair of a value that has only one lossless reading. **migration**: the way up from an older major.
 * - **host**: the agent that uses skills. **hub**: the server that shares them.
 */
export type { AcceptOptions, AcceptResult } from './accept-input.ts'
export type { Action, ActionExample } from './action.ts'
export { checkHost, type HostCheck } from './check-host.ts'
export { type ContractComparison, compareContracts } from './compare/compare-contracts.ts'
export {
  type CompareOptions,
  compareSchemas,
  type SchemaChange,
  type SchemaComparison,
} from './compare/compare-schemas.ts'
export type { ContractChange } from './compare/judge-change.ts'
export { CONTRACT_SCHEMA } from './contract-schema.ts'
export { counted } from './counted.ts'
export { ERROR_CODES, type ErrorCode, errorEntry, isErrorCode } from './error-codes.ts'
export { bundleContract } from './export/bundle-contract.ts'
export { type ExportedTools, exportTools, type ToolTarget } from './export/export-tools.ts'
export { fromStrictArguments } from './export/from-strict-arguments.ts'
export type { ExportedTool, Loss } from './export/loss.ts'
export { type AnthropicTool, toAnthropicTool } from './export/to-anthropic-tool.ts'
export { toMarkdown } from './export/to-markdown.ts'
export { type McpTool, toMcpTool } from './export/to-mcp-tool.ts'
export { type OpenAiTool, toOpenAiTool } from './export/to-open-ai-tool.ts'
export { type OpenApiOptions, toOpenApi } from './export/to-open-api.ts'
export { toTypeScript } from './export/to-type-script.ts'
export type { Finding, Severity } from './finding.ts'
export { arbitraryOf } from './generate/arbitrary-of.ts'
export type { InvalidInput } from './generate/break-rule.ts'
export { exampleInput } from './generate/example-input.ts'
export { type InvalidOptions, invalidInputs } from './generate/invalid-inputs.ts'
export { shrinkFailure } from './generate/shrink-failure.ts'
export { type GenerateOptions, validInputs } from './generate/valid-inputs.ts'
export { type Violation, violationsOf } from './generate/violations-of.ts'
export type { Issue } from './issue.ts'
export { isDeeperThan, isObject, type Json, type JsonObject, jsonEquals } from './json.ts'
export { estimateTokens } from './lint/estimate-tokens.ts'
export { type FixOptions, type FixResult, fixContract } from './lint/fix-contract.ts'
export { lintContract } from './lint/lint-contract.ts'
export { LINT_RULES, type LintRule } from './lint/lint-rules.ts'
export { lintSchema } from './lint/lint-schema.ts'
export type { MigrationFunction, Migrations } from './migrations/open-migrations.ts'
export type { AppliedMigration } from './migrations/run-chain.ts'
export {
  type ParameterDefinition,
  parametersToSchema,
  schemaToParameters,
} from './notations/parameter-definitions.ts'
export { schemaToTable, tableToSchema } from './notations/parameter-table.ts'
export { type Contract, type ContractOptions, openContract } from './open-contract.ts'
export {
  type CheckOptions,
  type CheckResult,
  type Coercion,
  type CoercionRule,
  openSchema,
  type Policy,
  type SchemaChecker,
} from './open-schema.ts'
export { type ExactJson, type RoundedNumber, readExactJson } from './read-exact-json.ts'
export { checkRequest, type RequestFacts, readRequest, type SkillRequest } from './request.ts'
export {
  type FailureContext,
  failed,
  inputError,
  type ResponseError,
  type ResponseStatus,
  type SkillResponse,
  succeeded,
} from './response.ts'
export type { Schema, SchemaObject, SchemaType } from './schema.ts'
export { SkillError, type SkillErrorOptions } from './skill-error.ts'
export { parseVersion, type Version } from './version.ts'
export { type Bump, bumpBetween, bumpIsEnough } from './version-bump.ts'
export { parseRange, satisfies, type VersionRange } from './version-range.ts'
export { fromWire, toWire, type WireAnswer, type WireError } from './wire.ts'
