import { createInterface } from 'node:readline/promises'
import { SkillError } from '@skillwright/contract'
import type { Task, TaskBoard } from '@skillwright/runtime'
import { paintNote, type Terminal } from './terminal.ts'
import { visibleText } from './visible-text.ts'

/** Puts a task before the person at the terminal, until their answer fits; without one it is called off. */
export async function answerTask(terminal: Terminal, board: TaskBoard, task: Task): Promise<void> {
  if (!process.stdin.isTTY) return board.cancel(task.id, 'A person has to do this, and stdin is not a terminal')
  terminal.note(`${paintNote('cyan', 'task')} ${visibleText(task.description)}`)
  terminal.note(visibleText(JSON.stringify(task.params)))
  terminal.note(
    `Answer with one line of JSON that fits ${visibleText(JSON.stringify(task.output))}, or nothing to decline.`,
  )
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    for (;;) {
      const line = await lines.question('> ')
      if (line.trim() === '') return await board.cancel(task.id, 'The person at the terminal declined')
      try {
        return await board.complete(task.id, JSON.parse(line))
      } catch (thrown) {
        if (thrown instanceof SkillError && thrown.code === 'DATA_NOT_FOUND') return
        terminal.note(visibleText(thrown instanceof Error ? thrown.message : String(thrown)))
      }
    }
  } finally {
    lines.close()
  }
}
