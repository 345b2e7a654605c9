import { failed, SkillError, succeeded } from '@skillwright/contract'
import type { Skill } from '@skillwright/skill'
import type { Answer, Call, Callee } from '../call/call-envelope.ts'
import { MAX_TIMER_MS } from '../call/max-timer.ts'
import { withinCall } from '../call/within.ts'
import type { TaskBoard, TaskOutcome } from './task-board.ts'

/** A skill that a person, or another agent, answers for. */
export function personCallee(skill: Skill, board: TaskBoard): Callee {
  const { contract, timeoutSeconds } = skill
  return { contract, timeoutSeconds, answer: (call) => answerByPerson(skill, call, board) }
}

/** Puts a task on the board and waits for its result. */
async function answerByPerson(skill: Skill, call: Call, board: TaskBoard): Promise<Answer> {
  const { action, actionName, params, context = {}, options, metadata } = call
  const task = await board.create({
    skillId: skill.id,
    action: actionName,
    description: action?.description ?? skill.description,
    params,
    context,
    principal: options.principal ?? '',
    output: action?.output.schema ?? true,
    timeoutMs: Math.min(call.leftMs(), MAX_TIMER_MS),
    runId: call.runId,
  })
  metadata.task_id = task.id
  options.onStage?.('started')
  options.onEvent?.({ type: 'log', level: 'info', text: `Waiting for task ${task.id}: ${task.description}` })
  try {
    return answerOf(await withinCall(call, (signal) => board.outcome(task.id, signal)))
  } catch (thrown) {
    const ended = await endedMeanwhile(board, task.id)
    if (ended === undefined) throw thrown
    return answerOf(ended)
  }
}

function answerOf(ended: TaskOutcome): Answer {
  return { response: 'data' in ended ? succeeded(ended.data) : failed(new SkillError('CANCELLED', ended.cancelled)) }
}

/**
 * Takes a task off the board whose caller is gone, so that nobody begins it. One that ended before that has its outcome: who handed in
 * a result was told that it is taken.
 */
async function endedMeanwhile(board: TaskBoard, id: string): Promise<TaskOutcome | undefined> {
  try {
    await board.cancel(id, 'The caller no longer waits for it')
    return undefined
  } catch (thrown) {
    const hasEnded = thrown instanceof SkillError && thrown.code === 'DATA_NOT_FOUND'
    return hasEnded ? board.outcome(id).catch(() => undefined) : undefined
  }
}
