/**
 * The contract room: what a skill promises, and the vocabulary of all rooms.
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

export { checkHost } from './check-host.ts'
export { collectBytes } from './collect-bytes.ts'
export { type ContractComparison, compareContracts } from './compare/compare-contracts.ts'
export { compareSchemas, type SchemaChange, type SchemaComparison } from './compare/compare-schemas.ts'
export type { ContractChange } from './compare/judge-change.ts'
export { CONTRACT_SCHEMA } from './contract-schema.ts'
export { counted } from './counted.ts'
export { ERROR_CODES, type ErrorCode, errorEntry, isErrorCode } from './error-codes.ts'
export { bundleContract } from './export/bundle-contract.ts'
export { exportTools } from './export/export-tools.ts'
export { fromStrictArguments } from './export/from-strict-arguments.ts'
export { hoistSchemas } from './export/hoist-schemas.ts'
export { skillToolNames, type ToolTarget } from './export/skill-tool-names.ts'
export { type AnthropicTool, toAnthropicTool } from './export/to-anthropic-tool.ts'
export { toMarkdown } from './export/to-markdown.ts'
export { toMcpTool } from './export/to-mcp-tool.ts'
export { type OpenAiTool, toOpenAiTool } from './export/to-open-ai-tool.ts'
export { toOpenApi } from './export/to-open-api.ts'
export { toTypeScript } from './export/to-type-script.ts'
export type { Finding, Severity } from './finding.ts'
export { arbitraryOf } from './generate/arbitrary-of.ts'
export { exampleInput } from './generate/example-input.ts'
export { invalidInputs } from './generate/invalid-inputs.ts'
export { shrinkFailure } from './generate/shrink-failure.ts'
export { validInputs } from './generate/valid-inputs.ts'
export { violationsOf } from './generate/violations-of.ts'
export type { Issue } from './issue.ts'
export { isDeeperThan, isObject, type JsonObject, jsonEquals } from './json.ts'
export { estimateTokens } from './lint/estimate-tokens.ts'
export { fixContract } from './lint/fix-contract.ts'
export { lintContract } from './lint/lint-contract.ts'
export { lintSchema } from './lint/lint-schema.ts'
export type { Migrations } from './migrations/open-migrations.ts'
export type { AppliedMigration } from './migrations/run-chain.ts'
export { type ParameterDefinition, parametersToSchema, schemaToParameters } from './notations/parameter-definitions.ts'
export { schemaToTable, tableToSchema } from './notations/parameter-table.ts'
export type { AcceptOptions, AcceptResult, Action } from './open-contract.ts'
export { type Contract, openContract } from './open-contract.ts'
export { type CheckResult, type Coercion, openSchema, type Policy, type SchemaChecker } from './open-schema.ts'
export { type ExactJson, type RoundedNumber, readExactJson } from './read-exact-json.ts'
export { checkRequest, readRequest, type SkillRequest } from './request.ts'
export { failed, fromWire, inputError, type ResponseError, type SkillResponse, succeeded, toWire } from './response.ts'
export { retryAfterMs } from './retry-after.ts'
export type { Schema, SchemaObject } from './schema.ts'
export { SkillError, type SkillErrorOptions } from './skill-error.ts'
export { isStorable, storableText } from './storable-text.ts'
export { readTraceContext, type TraceContext } from './trace-context.ts'
export { unwritablePath } from './unwritable-path.ts'
export { parseVersion, type Version } from './version.ts'
export { type Bump, bumpBetween, bumpIsEnough } from './version-bump.ts'
export { parseRange, satisfies } from './version-range.ts'
