import { randomBytes } from 'node:crypto'
import type { Child, Exit } from '../launch.ts'
import { PipedChild } from '../piped-child.ts'

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
  readonly #events: WorkerEvents
  // Nobody can guess it, and with the number of the call no two are alike.
  readonly #secret = randomBytes(9).toString('base64url')
  readonly #idField = idField(this.#secret)
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
    process.stderr.on('data', (bytes: Buffer) => this.#call?.child.pushStderr(bytes))
    void process.exited.then((exit) => this.#end(exit.signal === null ? exit : { ...exit, code: null }))
  }

  get isFree(): boolean {
    return this.#call === undefined && !this.#hasEnded
  }

  /** Begins a call; only when free. */
  take(): Child {
    this.calls++
    const child = new PipedChild({
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
    const call: WorkerCall = { child, id: `${this.calls}-${this.#secret}`, input: [], answer: [], answerBytes: 0 }
    this.#call = call
    return child
  }

  /** Ends the process, at once. */
  close(): void {
    this.#process.kill()
    this.#end({ code: null, signal: 'SIGKILL' })
  }

  #ask({ input, id }: WorkerCall): void {
    const bytes = input.length === 1 ? input[0] : Buffer.concat(input)
    this.#process.stdin.write(requestLine(bytes?.toString() ?? '', id))
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
    const at = bytes.indexOf(NEWLINE)
    if (at < 0 && call.answerBytes <= MAX_LINE_BYTES) return
    const answer = call.answer.length === 1 ? bytes : Buffer.concat(call.answer)
    const clean = at === bytes.length - 1 ? answerTo(call.id, answer.toString()) : undefined
    // What broke the rule is shown as it was printed: one answer too many is judged like that of a plain process.
    call.child.pushStdout(clean === undefined ? answer : Buffer.from(clean.replace(this.#idField, '')))
    if (clean === undefined) {
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
    for (const stream of [this.#process.stdin, this.#process.stdout, this.#process.stderr]) stream.destroy()
    this.#events.onEnd(this)
  }
}

function finish(child: PipedChild, exit: Exit): void {
  child.endStdout()
  child.endStderr()
  child.exit(exit)
}

/** A request is an object on one line; its id goes in as the last key, where it overrules any other. */
function requestLine(input: string, id: string): string {
  const text = input.trim()
  const line = text.includes('\n') ? text.replaceAll('\n', ' ') : text
  return line.endsWith('}') ? `${line.slice(0, -1)}${line === '{}' ? '' : ','}"id":"${id}"}\n` : `${line}\n`
}

/** The line, if it answers this request. */
function answerTo(id: string, line: string): string | undefined {
  try {
    const answer: unknown = JSON.parse(line)
    return typeof answer === 'object' && answer !== null && 'id' in answer && answer.id === id ? line : undefined
  } catch {
    return undefined
  }
}

/** Our id in an answer, which is then as the skill would have given it to anybody. Few spaces: many would cost their square. */
function idField(secret: string): RegExp {
  const field = String.raw`"id"\s{0,4}:\s{0,4}"\d+-${secret}"`
  return new RegExp(String.raw`${field}\s{0,4},\s{0,4}|,?\s{0,4}${field}`, 'g')
}
