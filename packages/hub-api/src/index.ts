export { createHubClient, type HubAnswer, type HubClient, type HubClientOptions } from './client/create-hub-client.ts'
export { followRun, type RunHappening } from './client/follow-run.ts'
export { operationUrl } from './client/operation-url.ts'
export type { CallOptions } from './client/request-init.ts'
export type { AnswerOf, ItemOf, ListOperation, RequestOf } from './client/request-of.ts'
export { checkGrowth, checkReceipt, type LogReceipt } from './log/check-log.ts'
export { type Checkpoint, checkpointText, openCheckpoint, signatureLine } from './log/checkpoint.ts'
export { type LogKey, readLogKey } from './log/log-key.ts'
export {
  consistencyRanges,
  type Hash,
  inclusionRanges,
  joinSubtrees,
  leafHash,
  type NodePlace,
  nodeHash,
  subtreesOf,
} from './log/merkle.ts'
export { GRANT_ACCESS, LIST_GRANTS, REVOKE_ACCESS, SET_ACCESS } from './operations/access.ts'
export {
  type ACCOUNT_INFO,
  CHANGE_PASSWORD,
  LINK_ACCOUNT,
  type NEW_PASSWORD,
  READ_ACCOUNT,
  UNLINK_ACCOUNT,
} from './operations/account.ts'
export { CHANGE_PERSON, CREATE_PERSON, LIST_PEOPLE, type PERSON, type PERSON_CHANGE } from './operations/accounts.ts'
export { type CALLABLE, INVOKE_ACTION, INVOKE_SKILL, LIST_DESCRIPTORS } from './operations/calls.ts'
export { CLAWHUB_DEVICE_CODE, CLAWHUB_DEVICE_TOKEN } from './operations/clawhub/device.ts'
export type {
  CLAWHUB_ITEM,
  CLAWHUB_LATEST,
  CLAWHUB_MODERATION,
  CLAWHUB_OWNER,
  CLAWHUB_SKILL,
} from './operations/clawhub/documents.ts'
export {
  CLAWHUB_DELETE,
  CLAWHUB_DELETE_VERSION,
  CLAWHUB_RESTORE_VERSION,
  CLAWHUB_STAR,
  CLAWHUB_UNDELETE,
  CLAWHUB_UNSTAR,
  CLAWHUB_VERIFY,
} from './operations/clawhub/manage.ts'
export {
  CLAWDHUB_CONFIG,
  CLAWHUB_CONFIG,
  CLAWHUB_PUBLISH,
  CLAWHUB_UPLOAD,
  CLAWHUB_UPLOAD_URL,
  CLAWHUB_WHO_AM_I,
  PUBLISH_PAYLOAD,
} from './operations/clawhub/publish.ts'
export {
  CLAWHUB_DOWNLOAD,
  CLAWHUB_INSTALL,
  CLAWHUB_LIST,
  CLAWHUB_LIST_VERSIONS,
  CLAWHUB_READ,
  CLAWHUB_READ_FILE,
  CLAWHUB_READ_MODERATION,
  CLAWHUB_READ_VERSION,
  CLAWHUB_RESOLVE,
  CLAWHUB_SEARCH,
} from './operations/clawhub/skills.ts'
export {
  type COLLECTION_MANIFEST,
  type COLLECTION_OUTCOME,
  type COLLECTION_VERSION,
  LIST_COLLECTIONS,
  PUBLISH_COLLECTION,
  READ_COLLECTION,
} from './operations/collections.ts'
export {
  BEGIN_DEVICE_LOGIN,
  DECIDE_DEVICE_LOGIN,
  type DEVICE_LOGIN,
  POLL_DEVICE_LOGIN,
  READ_DEVICE_LOGIN,
} from './operations/device.ts'
export { DISCOVERY_ARCHIVE, DISCOVERY_FILES, DISCOVERY_INDEXES, OLD_DISCOVERY_INDEXES } from './operations/discovery.ts'
export { CHECK_HEALTH, CHECK_READINESS, READ_METRICS } from './operations/health.ts'
export { INJECT_SKILLS } from './operations/inject.ts'
export {
  LIST_LOG_ENTRIES,
  READ_CHECKPOINT,
  READ_CONSISTENCY,
  READ_LOG_ENTRY,
  READ_LOG_KEY,
  READ_RECEIPTS,
} from './operations/log.ts'
export { BEGIN_OPEN_ID, FINISH_OPEN_ID, LOG_IN, LOG_OUT, REGISTER, WHO_AM_I } from './operations/login.ts'
export {
  ADD_MIRROR,
  LIST_MIRRORS,
  type MIRROR,
  type MIRROR_PROBLEM,
  type NEW_MIRROR,
  REMOVE_MIRROR,
  SYNC_MIRROR,
} from './operations/mirrors.ts'
export { NAME_PATTERN, type SKILL_PARAMS, TIERS, type VERSION_PARAMS, type WANTED_PARAMS } from './operations/names.ts'
export type { Needs, Operation, OperationConfig, RateClass, TokenScope, Wire } from './operations/operation.ts'
export { DOWNLOAD_PACKAGE, LIST_FILES, READ_DESCRIPTOR, READ_FILE } from './operations/packages.ts'
export { PROBLEM, PROBLEM_TYPE } from './operations/problem.ts'
export {
  DEPRECATE_SKILL,
  DEPRECATE_VERSION,
  PACKAGE_TYPES,
  type PUBLISH_OUTCOME,
  PUBLISH_VERSION,
} from './operations/publish.ts'
export { READ_RELEASES, type RELEASE } from './operations/releases.ts'
export { RESPONSE, RESPONSE_ERROR } from './operations/response.ts'
export {
  type AUDIT_ENTRY,
  DECIDE,
  type DECISION,
  FILE_REPORT,
  LIST_AUDIT,
  LIST_QUEUE,
  LIST_REPORTS,
  READ_EVIDENCE,
  type REPORT,
  RESOLVE_REPORT,
  type TIER_EVIDENCE,
  VERIFY_AGAIN,
  type WAITING_VERSION,
} from './operations/review.ts'
export {
  CANCEL_RUN,
  DISCARD_RUN,
  FOLLOW_RUN,
  LIST_RUNS,
  READ_ARTIFACT,
  READ_RUN,
  READ_RUN_RESULT,
  READ_RUN_STATUS,
  REQUEUE_RUN,
  RUN,
  type RUN_PARAMS,
  type RUN_RESULT,
  RUN_STATES,
} from './operations/runs.ts'
export {
  CHANGE_SCHEDULE,
  CREATE_SCHEDULE,
  DELETE_SCHEDULE,
  LIST_CALENDAR,
  LIST_SCHEDULES,
  LIST_SLOTS,
  PAUSE_SCHEDULE,
  READ_SCHEDULE,
  RESUME_SCHEDULE,
  RUN_SCHEDULE,
  type SCHEDULE,
  type SCHEDULE_CHANGE,
  type SLOT,
} from './operations/schedules.ts'
export {
  CREATE_ORGANISATION,
  LIST_MEMBERS,
  type MEMBER,
  PROVE_SCOPE,
  READ_PROOF,
  READ_SCOPE,
  REMOVE_MEMBER,
  type SCOPE_INFO,
  SET_MEMBER,
  SET_OFFICIAL,
  VOUCH_FOR_SCOPE,
} from './operations/scopes.ts'
export { LIST_SECRETS, REMOVE_SECRET, type SECRET, SET_SECRET } from './operations/secrets.ts'
export { READ_SETTINGS } from './operations/settings.ts'
export type { SKILL } from './operations/skill.ts'
export {
  type FOUND_SKILL,
  LIST_SKILLS,
  LIST_VERSIONS,
  READ_SKILL,
  READ_VERSION,
  RESOLVE_NAME,
  SEARCH_SKILLS,
  type VERSION,
  type VERSION_OF_SKILL,
} from './operations/skills.ts'
export {
  QUARANTINE_VERSION,
  RELEASE_VERSION,
  UNYANK_VERSION,
  type VERSION_STATE,
  YANK_VERSION,
} from './operations/states.ts'
export { READ_DOWNLOADS, READ_SKILL_STATS } from './operations/stats.ts'
export {
  ASSIGN_TASK,
  CLAIM_TASK,
  DECLINE_TASK,
  HAND_IN_TASK,
  LIST_TASKS,
  READ_TASK,
  READ_WEBHOOK_SECRET,
  SET_TASK_HOOK,
  type TASK,
} from './operations/tasks.ts'
export { CREATE_TOKEN, LIST_TOKENS, type MADE_TOKEN, REVOKE_TOKEN, type TOKEN } from './operations/tokens.ts'
export {
  type OBSTACLE,
  READ_VERIFICATION,
  type RELATIVE,
  type VERIFICATION,
  type VERIFY_REPORT,
} from './operations/verification.ts'
export { checkVersion, isVersion } from './references/check-version.ts'
export { installLine } from './references/install-line.ts'
export {
  parseExact,
  parseReference,
  parseScoped,
  type ScopedReference,
  type SkillReference,
  type VersionReference,
  writeReference,
} from './references/parse-reference.ts'
export { checkName, fullName, isName, scopeOf } from './references/skill-name.ts'
