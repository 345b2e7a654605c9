import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync, readlinkSync } from 'node:fs'
import { readProc } from './run-mark.ts'

/** Both ends of an anonymous pipe, as descriptors. */
export interface PipeEnds {
  readonly reader: number
  readonly writer: number
}

const BATCH = 12
// Each stage of the pipeline says that it is there and waits to be ended. It must not wait on its own pipe: one that is
// slow to die would take the first byte of a caller's input with it.
const STAGE = 's() { echo >&3; exec sleep 60; }; '

/**
 * A few real pipes, ready for use. Node connects its children by sockets, which scripts can tell: /dev/stdin cannot be
 * opened, and bash takes the caller for a network login and runs ~/.bashrc. Node cannot make a pipe, but a shell's
 * pipeline is made of them, and they can be opened through /proc. Gives undefined where that does not work.
 */
export class PipePool implements Disposable {
  #pipes: PipeEnds[] = []
  #filling: Promise<void> | undefined
  #isOpen = true
  #isAsked = false

  async take(count: number): Promise<PipeEnds[] | undefined> {
    // A caller that asks once, as a command does, gets just that; one that asks again will do so many times.
    const isAgain = this.#isAsked
    const batch = isAgain ? BATCH : count
    this.#isAsked = true
    while (this.#pipes.length < count) {
      const before = this.#pipes.length
      await this.#fill(batch)
      if (this.#pipes.length <= before && this.#filling === undefined) return undefined
    }
    const taken = this.#pipes.splice(0, count)
    // The next one should not have to wait.
    if (isAgain && this.#pipes.length < count) this.#fill(BATCH).catch(() => undefined)
    return taken
  }

  [Symbol.dispose](): void {
    this.#isOpen = false
    closePipes(this.#pipes.splice(0))
  }

  async #fill(count: number): Promise<void> {
    this.#filling ??= makePipes(count).then((made) => {
      this.#filling = undefined
      if (this.#isOpen) this.#pipes.push(...made)
      else closePipes(made)
    })
    await this.#filling
  }
}

/** Closes both ends of some pipes. */
export function closePipes(pipes: readonly PipeEnds[]): void {
  for (const { reader, writer } of pipes) {
    closeSync(reader)
    closeSync(writer)
  }
}

async function makePipes(count: number): Promise<PipeEnds[]> {
  const stages = Array.from({ length: count + 1 }, () => 's').join(' | ')
  const shell = spawn('/bin/sh', ['-c', STAGE + stages], {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const ended = once(shell, 'exit').catch(() => undefined)
  const { pid } = shell
  try {
    if (pid === undefined) return []
    await Promise.race([heard(shell.stdio[3], count + 1), ended])
    const stagePids = readProc(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean)
    return stagePids.flatMap((stage) => openEnds(`/proc/${stage}/fd/0`))
  } finally {
    if (pid !== undefined && shell.exitCode === null) process.kill(-pid, 'SIGKILL')
    await ended
    for (const stream of shell.stdio) stream?.destroy()
  }
}

/** Settles when that many bytes have arrived. */
async function heard(stream: unknown, count: number): Promise<void> {
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes >= count) return
  }
}

function openEnds(file: string): PipeEnds[] {
  try {
    if (!readlinkSync(file).startsWith('pipe:')) return []
    const reader = openSync(file, constants.O_RDONLY)
    return [{ reader, writer: openSync(file, constants.O_WRONLY) }]
  } catch {
    return []
  }
}
