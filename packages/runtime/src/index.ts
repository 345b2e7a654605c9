export { createRuntime, type Runtime, type RuntimeOptions } from './create-runtime.ts'
export type { Child, Containment, Exit, Launch, LaunchSpec, ProcessLimits } from './launch.ts'
export { MAX_OUTPUT_BYTES } from './run-child.ts'
export type { RunEvent, RunOptions, RunRequest } from './run-request.ts'
