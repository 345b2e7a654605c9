export { maskSecrets, type SecretMask } from './answer/mask-secrets.ts'
export { MAX_OUTPUT_BYTES } from './answer/run-child.ts'
export { createRuntime, type Runtime, type RuntimeLaunch, type RuntimeOptions } from './call/create-runtime.ts'
export {
  type ContainmentLevel,
  type ContainmentOffer,
  describeContainment,
  detectContainment,
} from './contain/detect-containment.ts'
export type { RefusedHost } from './contain/egress-proxy.ts'
export type { Approve, GrantDecision, GrantRequest } from './contain/granted-paths.ts'
export { type RememberedGrantsOptions, rememberedGrants } from './contain/remembered-grants.ts'
export { callRemote, type RemoteOptions } from './kinds/call-remote.ts'
export {
  createTaskBoard,
  type NewTask,
  type Task,
  type TaskBoard,
  type TaskBoardOptions,
  type TaskOutcome,
} from './kinds/task-board.ts'
export { createSpawnLaunch, type SpawnLaunch, type SpawnLaunchOptions } from './launch/spawn-launch.ts'
export type { Child, Containment, Exit, Launch, LaunchSpec, ProcessLimits } from './launch.ts'
export { type DoctorItem, doctor } from './plan/doctor.ts'
export { type SkillSnapshot, takeSnapshot } from './plan/launch-specs.ts'
export { type PoolLaunch, type PoolLaunchOptions, poolLaunch } from './pool/pool-launch.ts'
export { type PreparedSkill, type PrepareOptions, prepareSkill } from './prepare/prepare-skill.ts'
export {
  type AuthorizationOptions,
  beginAuthorization,
  finishAuthorization,
  type PendingAuthorization,
} from './remote/authorization-code.ts'
export { type CircuitBreaker, type CircuitBreakerOptions, createCircuitBreaker } from './remote/circuit-breaker.ts'
export { type Connect, connectPinned } from './remote/connect-pinned.ts'
export {
  type Credential,
  type Credentials,
  type CredentialUse,
  credentialsFromEnvironment,
  type KeyCredential,
  type OAuthCredential,
} from './remote/credentials.ts'
export { fetchDescriptor } from './remote/fetch-descriptor.ts'
export { type FetchGuardedOptions, fetchGuarded } from './remote/fetch-guarded.ts'
export { type AddressPolicy, type GuardedHost, guardAddress, guardUrl } from './remote/guard-address.ts'
export type { NetworkOptions } from './remote/network.ts'
export type { Signer } from './remote/open-authorization.ts'
export { postGuarded } from './remote/post-guarded.ts'
export { isPublicAddress } from './remote/public-address.ts'
export { type RefreshTokens, refreshTokenFile } from './remote/refresh-token-file.ts'
export { streamGuarded } from './remote/stream-guarded.ts'
export { createTokenStore, type HeldToken, type TokenStore, type TokenStoreOptions } from './remote/token-store.ts'
export type { RunEvent, RunOptions, RunRequest, RunStage } from './run-request.ts'
export { type ProgramReport, type TestedProgram, testPrograms } from './test-skill/test-programs.ts'
export { type CaseResult, type TestOptions, type TestReport, testSkill } from './test-skill/test-skill.ts'
export { updateCases } from './test-skill/update-cases.ts'
export { describeReport } from './verify-skill/describe-report.ts'
export type {
  ActionRuns,
  VerifyCheck,
  VerifyFailure,
  VerifyOutcome,
  VerifyReport,
} from './verify-skill/verify-report.ts'
export { type VerifyOptions, verifySkill } from './verify-skill/verify-skill.ts'
export { VERIFY_PREDICATE, verifyStatement } from './verify-skill/verify-statement.ts'
