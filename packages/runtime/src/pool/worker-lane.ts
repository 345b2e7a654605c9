import { randomBytes } from 'node:crypto'
import { PipedChild } from '../answer/piped-child.ts'
import { type DirectChild, directly } from '../answer/run-child.ts'
import type { Child, Exit } from '../launch.ts'
import { blankId } from './answer-id.ts'

// As much as a skill may print, and its answer's last byte.
const MAX_LINE_BYTES = 10 * 1024 * 1024 + 1
const NEWLINE = 10

/** What a worker tells its pool. */
export interface WorkerEvents {
  onFree(worker: WorkerLane): void
  onEnd(worker: WorkerLane): void
}

interface WorkerCall {
  readonly child: PipedChild
  readonly id: string
  readonly input: Buffer[]
  readonly answer: Buffer[]
  answerBytes: number
}

/**
 * A process that answers many calls, one line of JSON each. Every request carries an `id` that its answer must repeat, so
 * that an answer too many is never taken for the next one. A worker that breaks the rule, or a call that is killed, ends it.
 */
export class WorkerLane {
  readonly #process: Child
  readonly #direct: DirectChild
  readonly #events: WorkerEvents
  // A skill cannot guess it, and with the number of the call no two are alike.
  readonly #secret = randomBytes(9).toString('base64url')
  #call: WorkerCall | undefined
  #hasEnded = false
  calls = 0
  lastUsed = 0

  constructor(process: Child, events: WorkerEvents) {
    this.#process = process
    this.#direct = directly(process)
    this.#events = events
    this.#direct.listen({
      onStdout: (bytes) => this.#read(bytes),
      onStdoutEnd: () => undefined,
      onStderr: (bytes) => void this.#call?.child.pushStderr(bytes),
      onExit: (exit) => this.#end(exit.signal === null ? exit : { ...exit, code: null }),
    })
  }

  get isFree(): boolean {
    return this.#call === undefined && !this.#hasEnded
  }

  /** Begins a call; only when free. */
  take(): Child {
    this.calls++
    const child = new PipedChild({
      onInput: (input, isLast, done) => {
        if (!isLast) call.input.push(Buffer.from(input))
        else if (this.#call === call) this.#direct.write(requestLine(wholeInput(call.input, input), call.id))
        done()
      },
      onRead: () => undefined,
      onKill: () => {
        if (this.#call === call) this.close()
      },
    })
    const call: WorkerCall = { child, id: `${this.calls}-${this.#secret}`, input: [], answer: [], answerBytes: 0 }
    this.#call = call
    // Closed while it started: nothing would ever tell the caller.
    if (this.#hasEnded) finish(child, { code: null, signal: 'SIGKILL' })
    return child
  }

  /** Ends the process, at once. */
  close(): void {
    this.#process.kill()
    this.#end({ code: null, signal: 'SIGKILL' })
  }

  #read(bytes: Buffer): void {
    const call = this.#call
    // No call is open: whatever this answers, it is not the next request.
    if (call === undefined) {
      this.close()
      return
    }
    call.answer.push(bytes)
    call.answerBytes += bytes.length
    const at = bytes.indexOf(NEWLINE)
    if (at < 0 && call.answerBytes <= MAX_LINE_BYTES) return
    const answer = call.answer.length === 1 ? bytes : Buffer.concat(call.answer)
    const isAnswer = at === bytes.length - 1 && blankId(answer, call.id)
    // What broke the rule is shown as it was printed: one answer too many is judged like that of a plain process.
    call.child.pushStdout(answer)
    if (!isAnswer) {
      this.close()
      return
    }
    this.#call = undefined
    finish(call.child, { code: 0, signal: null })
    this.#events.onFree(this)
  }

  #end(exit: Exit): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    const call = this.#call
    this.#call = undefined
    if (call !== undefined) finish(call.child, exit)
    this.#direct.hangUp()
    this.#events.onEnd(this)
  }
}

function finish(child: PipedChild, exit: Exit): void {
  child.endStdout()
  child.endStderr()
  child.exit(exit)
}

/** Most requests come in one piece. */
function wholeInput(before: readonly Buffer[], last: Buffer | string): string {
  return before.length === 0 ? last.toString() : Buffer.concat([...before, Buffer.from(last)]).toString()
}

/** A request is an object on one line; its id goes in as the last key, where it overrules any other. */
function requestLine(input: string, id: string): string {
  const text = input.trim()
  const line = text.includes('\n') ? text.replaceAll('\n', ' ') : text
  return line.endsWith('}') ? `${line.slice(0, -1)}${line === '{}' ? '' : ','}"id":"${id}"}\n` : `${line}\n`
}
