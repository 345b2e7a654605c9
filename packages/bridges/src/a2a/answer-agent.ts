import { AgentCard, type Message, type StreamResponse } from '@a2a-js/sdk'
import {
  A2AError,
  PushNotificationNotSupportedError,
  RequestMalformedError,
  TaskNotCancelableError,
  TaskNotFoundError,
  UnsupportedOperationError,
} from '@a2a-js/sdk/errors'
import { type A2ARequestHandler, JsonRpcTransportHandler, ServerCallContext, validateVersion } from '@a2a-js/sdk/server'
import { errorEntry, isErrorCode, isObject, SkillError } from '@skillwright/contract'
import { agentCard } from './agent-card.ts'
import { hasEnded, toEvents, toTask } from './agent-task.ts'
import type { AgentTask, CallerAgent } from './caller-agent.ts'
import { readMessage } from './read-message.ts'

/** A request of an agent over JSON-RPC. */
export interface AgentRequest {
  readonly body: unknown
  /** The header `A2A-Version`. */
  readonly version: string | undefined
  /** Told of what failed and should not have; its words reach no caller. */
  readonly onError: (error: unknown) => void
}

const INTERNAL = -32603
/** What is asked of the card with every request: versions and abilities, and not which skills there are. */
const SPOKEN = AgentCard.fromJSON(agentCard({ name: '', description: '', url: '', isOpen: true, skills: [] }))

/** Answers one JSON-RPC request of A2A 1.0 for a caller: with one answer, or with several that follow each other. */
export async function answerAgent(
  agent: CallerAgent,
  { body, version, onError }: AgentRequest,
): Promise<object | AsyncIterable<object>> {
  const id = requestId(body)
  const fail = (thrown: unknown) => ({
    jsonrpc: '2.0',
    id,
    error: JsonRpcTransportHandler.mapToJSONRPCError(toAgentError(thrown, onError)),
  })
  try {
    const handler = requestHandler(agent, onError)
    validateVersion(version ?? '', SPOKEN, 'JSONRPC')
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw new RequestMalformedError('Expected one JSON-RPC request')
    const answer = await new JsonRpcTransportHandler(handler).handle(
      { ...body },
      new ServerCallContext({ requestedVersion: version ?? '' }),
    )
    if (Symbol.asyncIterator in answer) return streamed(answer, fail)
    // What is thrown here is told with its code; the rest is the SDK's, about parameters that it could not read.
    const isUnread = isObject(answer.error) && !('data' in answer.error) && answer.error.code === INTERNAL
    return isUnread ? fail(new RequestMalformedError('The params are not what the method takes')) : answer
  } catch (thrown) {
    return fail(thrown)
  }
}

/** The events of a stream; what fails before the first is its answer, what fails later its last event. */
async function streamed(
  answers: AsyncGenerator<object, void, undefined>,
  fail: (thrown: unknown) => object,
): Promise<object | AsyncIterable<object>> {
  const first = await answers.next().catch((thrown: unknown) => ({ failure: fail(thrown) }))
  if ('failure' in first) return first.failure
  return (async function* () {
    if (first.done) return
    yield first.value
    try {
      yield* answers
    } catch (thrown) {
      yield fail(thrown)
    }
  })()
}

function requestHandler(agent: CallerAgent, onError: AgentRequest['onError']): A2ARequestHandler {
  const card = async () => AgentCard.fromJSON(agentCard(await agent.card()))
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (thrown) {
      throw toAgentError(thrown, onError)
    }
  }
  const find = async (id: string) => {
    try {
      return await agent.read(id)
    } catch (thrown) {
      throw absentTask(thrown)
    }
  }
  const refusePush = async () => {
    throw new PushNotificationNotSupportedError('Ask for the task, or subscribe to it')
  }
  return {
    getAgentCard: async () => SPOKEN,
    getAuthenticatedExtendedAgentCard: () => guard(card),
    sendMessage: ({ message, configuration }) =>
      guard(async () => {
        if (configuration?.taskPushNotificationConfig !== undefined) await refusePush()
        return toTask(await agent.send(callOf(message), { isAsync: configuration?.returnImmediately ?? false }))
      }),
    async *sendMessageStream({ message, configuration }) {
      if (configuration?.taskPushNotificationConfig !== undefined) await refusePush()
      yield* events(agent.stream(callOf(message)))
    },
    getTask: ({ id }) => guard(async () => toTask(await find(id))),
    cancelTask: ({ id }) =>
      guard(async () => {
        const before = await find(id)
        if (hasEnded(before)) throw new TaskNotCancelableError(`The task ${id} has ended: it is ${before.state}`)
        return toTask(await agent.cancel(id))
      }),
    async *resubscribe({ id }) {
      if (hasEnded(await find(id)))
        throw new UnsupportedOperationError(`The task ${id} has ended: ask for it with GetTask`)
      yield* events(agent.follow(id))
    },
    listTasks: async () => {
      throw new UnsupportedOperationError('Tasks are asked for by their id')
    },
    createTaskPushNotificationConfig: refusePush,
    getTaskPushNotificationConfig: refusePush,
    listTaskPushNotificationConfigs: refusePush,
    deleteTaskPushNotificationConfig: refusePush,
  }
}

function callOf(message: Message | undefined) {
  if (message === undefined) throw new RequestMalformedError('Expected a message in params')
  // One request, one response: there is nothing to add to a run.
  if (message.taskId !== '')
    throw new UnsupportedOperationError('A task takes one message: send another without a taskId')
  return readMessage(message)
}

async function* events(tasks: AsyncIterable<AgentTask>): AsyncGenerator<StreamResponse, void, undefined> {
  let isFirst = true
  for await (const task of tasks) {
    yield* toEvents(task, { isFirst })
    // A task that has ended by the time it is first told of has said all.
    isFirst = false
  }
}

function absentTask(thrown: unknown): unknown {
  const isAbsent = thrown instanceof SkillError && thrown.code === 'DATA_NOT_FOUND'
  return isAbsent ? new TaskNotFoundError(thrown.message) : thrown
}

/** A failure in the words of A2A, with our code beside them. What is a bug discloses nothing. */
function toAgentError(thrown: unknown, onError: AgentRequest['onError']): unknown {
  if (thrown instanceof A2AError) return thrown
  if (!(thrown instanceof SkillError) || thrown.code === 'INTERNAL_ERROR') {
    onError(thrown)
    return new A2AError({ message: 'Something failed that should not have', metadata: { code: 'INTERNAL_ERROR' } })
  }
  const { code, message, hint } = thrown
  const metadata = { code, ...(hint === undefined ? {} : { hint }) }
  const isOfCaller = isErrorCode(code) && errorEntry(code).status < 500
  return isOfCaller ? new RequestMalformedError({ message, metadata }) : new A2AError({ message, metadata })
}

function requestId(body: unknown): string | number | null {
  const id = typeof body === 'object' && body !== null && 'id' in body ? body.id : null
  return typeof id === 'string' || Number.isInteger(id) ? (id as string | number) : null
}
