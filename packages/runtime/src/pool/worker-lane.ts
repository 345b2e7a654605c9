import { randomBytes } from 'node:crypto'
import type { Child } from '../launch.ts'
import { type PipedChild, pipedChild } from './piped-child.ts'

// As much as a skill may print, and its answer's last byte.
const MAX_LINE_BYTES = 10 * 1024 * 1024 + 1

/** What a worker tells its pool. */
export interface WorkerEvents {
  onFree(worker: WorkerLane): void
  onEnd(worker: WorkerLane): void
}

interface WorkerCall {
  readonly piped: PipedChild
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
  readonly #events: WorkerEvents
  #call: WorkerCall | undefined
  #hasEnded = false
  calls = 0
  lastUsed = 0

  constructor(process: Child, events: WorkerEvents) {
    this.#process = process
    this.#events = events
    process.stdin.on('error', () => undefined)
    process.stdout.on('error', () => undefined)
    process.stderr.on('error', () => undefined)
    process.stdout.on('data', (bytes: Buffer) => this.#read(bytes))
    process.stderr.on('data', (bytes: Buffer) => this.#call?.piped.push('stderr', bytes))
    void process.exited.then((exit) => this.#end(exit.signal === null ? exit : { code: null, signal: exit.signal }))
  }

  get isFree(): boolean {
    return this.#call === undefined && !this.#hasEnded
  }

  /** Begins a call; only when free. */
  take(): Child {
    this.calls++
    const piped = pipedChild({
      onInput: (bytes, isLast, done) => {
        call.input.push(bytes)
        if (isLast && this.#call === call) this.#ask(call)
        done()
      },
      onRead: () => undefined,
      onKill: () => {
        if (this.#call === call) this.close()
      },
    })
    const call: WorkerCall = { piped, id: randomBytes(9).toString('base64url'), input: [], answer: [], answerBytes: 0 }
    this.#call = call
    return piped.child
  }

  /** Ends the process, at once. */
  close(): void {
    this.#process.kill()
    this.#end({ code: null, signal: 'SIGKILL' })
  }

  #ask({ input, id }: WorkerCall): void {
    const text = (input.length === 1 ? input[0] : Buffer.concat(input))?.toString().trim() ?? ''
    // A request is an object on one line; its id goes in as the last key, where it overrules any other.
    const line = text.replaceAll('\n', ' ').replace(/\}$/, `${text === '{}' ? '' : ','}"id":"${id}"}\n`)
    this.#process.stdin.write(line)
  }

  #read(bytes: Buffer): void {
    const call = this.#call
    // Nobody asked: whatever this answers, it is not the next request.
    if (call === undefined) {
      this.close()
      return
    }
    call.answer.push(bytes)
    call.answerBytes += bytes.length
    const at = bytes.indexOf(10)
    if (at < 0 && call.answerBytes <= MAX_LINE_BYTES) return
    const answer = call.answer.length === 1 ? bytes : Buffer.concat(call.answer)
    const text = at === bytes.length - 1 ? answer.toString() : ''
    const isClean = answersTo(text, call.id)
    // What broke the rule is shown as it was printed: one answer too many is judged like that of a plain process.
    call.piped.push('stdout', isClean ? Buffer.from(withoutId(text, call.id)) : answer)
    if (!isClean) {
      this.close()
      return
    }
    this.#call = undefined
    finish(call.piped, { code: 0, signal: null })
    this.#events.onFree(this)
  }

  #end(exit: Awaited<Child['exited']>): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    const call = this.#call
    this.#call = undefined
    if (call !== undefined) finish(call.piped, exit)
    for (const stream of [this.#process.stdin, this.#process.stdout, this.#process.stderr]) stream.destroy()
    this.#events.onEnd(this)
  }
}

function finish(piped: PipedChild, exit: Awaited<Child['exited']>): void {
  piped.end('stdout')
  piped.end('stderr')
  piped.exit(exit)
}

function answersTo(line: string, id: string): boolean {
  try {
    const answer: unknown = JSON.parse(line)
    return typeof answer === 'object' && answer !== null && 'id' in answer && answer.id === id
  } catch {
    return false
  }
}

/** The answer as the skill would have given it to anybody: the id is ours, and nobody can guess it. */
function withoutId(line: string, id: string): string {
  return line.replace(new RegExp(`"id"\\s*:\\s*"${id}"\\s*,\\s*|,?\\s*"id"\\s*:\\s*"${id}"`, 'g'), '')
}
