import { createTaskBoard, type TaskBoard } from '@skillwright/runtime'

/** A task board for one client, whose person answers a task before its run begins. */
export interface AnswerBoard extends TaskBoard {
  /** Keeps an answer for the task of a run, until it is disposed of; nothing when no person answered. */
  expect(runId: string, result: unknown): Disposable
}

/** Opens such a board. A task that no person answered is cancelled at once: no other person can answer it. */
export function createAnswerBoard(): AnswerBoard {
  const results = new Map<string, unknown>()
  const board = createTaskBoard({
    onTask: ({ id, runId }) => {
      const settled = results.has(runId)
        ? board.complete(id, results.get(runId)).catch((thrown: unknown) => board.cancel(id, String(thrown)))
        : board.cancel(id, 'A person has to do this, and the client offers no way to ask one')
      settled.catch(() => undefined)
    },
  })
  return {
    ...board,
    expect(runId, result) {
      if (result !== undefined) results.set(runId, result)
      return { [Symbol.dispose]: () => void results.delete(runId) }
    },
  }
}
