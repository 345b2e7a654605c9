import {
  type Artifact,
  type Message,
  type Part,
  Role,
  type StreamResponse,
  type Task,
  TaskState,
  type TaskStatus,
} from '@a2a-js/sdk'
import type { AgentTask } from './caller-agent.ts'

const STATES = {
  submitted: TaskState.TASK_STATE_SUBMITTED,
  working: TaskState.TASK_STATE_WORKING,
  completed: TaskState.TASK_STATE_COMPLETED,
  failed: TaskState.TASK_STATE_FAILED,
  canceled: TaskState.TASK_STATE_CANCELED,
} as const

/** True once a task cannot change any more. */
export function hasEnded({ state }: AgentTask): boolean {
  return state === 'completed' || state === 'failed' || state === 'canceled'
}

/** A task as A2A has it: the data of the response is its artifact, the errors are the message of its status. */
export function toTask(task: AgentTask): Task {
  const { id, contextId, skill } = task
  return {
    id,
    contextId,
    status: toStatus(task),
    artifacts: toArtifacts(task),
    history: [],
    metadata: { skill },
  }
}

/** What a stream says next: the task itself first, then what changed, and at its end the artifact before the status that ends it. */
export function toEvents(task: AgentTask, { isFirst }: { readonly isFirst: boolean }): readonly StreamResponse[] {
  const { id: taskId, contextId } = task
  const status = { taskId, contextId, status: toStatus(task), metadata: undefined }
  const artifacts = toArtifacts(task).map((artifact) => ({
    taskId,
    contextId,
    artifact,
    append: false,
    lastChunk: true,
    metadata: undefined,
  }))
  if (isFirst) return [{ payload: { $case: 'task', value: toTask(task) } }]
  return [
    ...artifacts.map((value): StreamResponse => ({ payload: { $case: 'artifactUpdate', value } })),
    { payload: { $case: 'statusUpdate', value: status } },
  ]
}

function toStatus(task: AgentTask): TaskStatus {
  const { state, at } = task
  return { state: STATES[state], message: toMessage(task), timestamp: new Date(at).toISOString() }
}

function toMessage({ id, contextId, progress, response, at }: AgentTask): Message | undefined {
  const { status, errors = [] } = response ?? {}
  const parts =
    errors.length > 0 ? [dataPart({ status, errors })] : progress === undefined ? [] : [dataPart({ ...progress })]
  if (parts.length === 0) return undefined
  return {
    messageId: `${id}-${at}`,
    contextId,
    taskId: id,
    role: Role.ROLE_AGENT,
    parts,
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  }
}

function toArtifacts({ id, response }: AgentTask): Artifact[] {
  const { data } = response ?? {}
  if (data === undefined || data === null) return []
  const part = typeof data === 'string' ? textPart(data) : dataPart(data)
  return [
    { artifactId: `${id}-result`, name: 'result', description: '', parts: [part], metadata: undefined, extensions: [] },
  ]
}

function dataPart(value: unknown): Part {
  return { content: { $case: 'data', value }, metadata: undefined, filename: '', mediaType: 'application/json' }
}

function textPart(value: string): Part {
  return { content: { $case: 'text', value }, metadata: undefined, filename: '', mediaType: 'text/plain' }
}
