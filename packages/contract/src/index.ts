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
export type { Action, ActionExample } from './action.ts'
export { CONTRACT_SCHEMA } from './contract-schema.ts'
export { ERROR_CODES, type ErrorCode, isErrorCode } from './error-codes.ts'
export type { Finding, Severity } from './finding.ts'
export type { Issue } from './issue.ts'
export type { Json, JsonObject } from './json.ts'
export { type Contract, openContract } from './open-contract.ts'
export {
  type CheckOptions,
  type CheckResult,
  type Coercion,
  type CoercionRule,
  openSchema,
  type Policy,
  type SchemaChecker,
} from './open-schema.ts'
export {
  failed,
  type FailureContext,
  inputError,
  type ResponseError,
  type ResponseStatus,
  type SkillResponse,
  succeeded,
} from './response.ts'
export type { Schema, SchemaObject, SchemaType } from './schema.ts'
export { SkillError, type SkillErrorOptions } from './skill-error.ts'
export { fromWire, toWire, type WireAnswer, type WireError } from './wire.ts'
