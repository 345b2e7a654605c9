// npm run walk -- run skills/unit-converter --param …: the source files that one command runs through, in the order in
// which a function of theirs is first called, and how often the walk turns between rooms.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOMS = resolve(import.meta.dirname, '../packages')
const MAIN = join(ROOMS, 'cli/src/main.ts')
const COMMAND = ['--conditions=@skillwright/source', MAIN]
// From the ground up, as ARCHITECTURE draws them; rooms on one floor stand beside each other.
const FLOORS = ['contract', 'skill', 'index', 'runtime', 'hub-api', 'install', 'hub', 'cli']

/** What one command walks through. */
export interface Walk {
  /** How many of our files were loaded. */
  readonly loaded: number
  /** The files that were called, as `room/path.ts`, in the order of their first call; what only ran while files were loaded is no call. */
  readonly files: readonly string[]
  /** How often the next new file is in another room. */
  readonly crossings: number
  /** How often such a crossing goes up after one went down, or down after one went up. */
  readonly turns: number
}

/** Runs a command from source twice: once to learn which functions are called, once to stop at the first call of each file. */
export async function walkCall(words: readonly string[]): Promise<Walk> {
  const coverage = await coverFiles(words)
  const called = [...coverage].filter(([, functions]) => functions.length > 0)
  const files = (await orderFiles(words, new Map(called))).map((file) => relative(ROOMS, file).replace('/src/', '/'))
  const floors = files.map((file) => FLOORS.indexOf(file.split('/')[0] ?? ''))
  const steps = floors.slice(1).flatMap((floor, i) => Math.sign(floor - (floors[i] ?? floor)) || [])
  const turns = steps.filter((step, i) => i > 0 && step !== steps[i - 1]).length
  return { loaded: coverage.size, files, crossings: steps.length, turns }
}

interface Covered {
  readonly url: string
  readonly functions: readonly {
    readonly functionName: string
    readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[]
  }[]
}

/** Our files that a command loads, each with the offsets of its functions that are called; a file's own body is none. */
async function coverFiles(words: readonly string[]): Promise<Map<string, readonly number[]>> {
  const dir = mkdtempSync(join(tmpdir(), 'walk-'))
  try {
    const env = { ...process.env, NODE_V8_COVERAGE: dir }
    const child = spawn(process.execPath, [...COMMAND, ...words], { env, stdio: 'ignore' })
    await once(child, 'close')
    const own = readdirSync(dir).find((name) => name.startsWith(`coverage-${child.pid}-`) && name.endsWith('-0.json'))
    if (own === undefined) throw new Error(`No coverage of ${words.join(' ')} in ${dir}`)
    const { result } = JSON.parse(readFileSync(join(dir, own), 'utf8')) as { result: readonly Covered[] }
    const ours = result.filter(
      ({ url }) => url.startsWith(pathToFileURL(ROOMS).href) && !url.includes('/node_modules/'),
    )
    return new Map(ours.map(({ url, functions }) => [fileURLToPath(url), functions.flatMap(calledOffset)]))
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

function calledOffset({ functionName, ranges: [whole] }: Covered['functions'][number]): readonly number[] {
  if (whole === undefined || whole.count === 0) return []
  return whole.startOffset === 0 && functionName === '' ? [] : [whole.startOffset]
}

/** The same command under a debugger that stops at these functions and notes the first stop in each file. */
async function orderFiles(words: readonly string[], called: Map<string, readonly number[]>): Promise<string[]> {
  const child = spawn(process.execPath, ['--inspect-brk=127.0.0.1:0', ...COMMAND, ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  try {
    for await (const line of createInterface({ input: child.stderr })) {
      const address = /ws:\/\/\S+/.exec(line)?.[0]
      if (address !== undefined) return await firstStops(address, called)
    }
    throw new Error('The debugger never listened')
  } finally {
    child.kill('SIGKILL')
  }
}

interface Frame {
  readonly functionName: string
  readonly functionLocation?: { readonly scriptId: string; readonly lineNumber: number; readonly columnNumber: number }
}

/** Whether a file is being loaded right now: its own body stands below the call. The body of main.ts is the call itself. */
function isLoading(frames: readonly Frame[], main: string): boolean {
  const body = frames.find(
    ({ functionName, functionLocation: at }) => functionName === '' && at?.lineNumber === 0 && at.columnNumber === 0,
  )
  return body !== undefined && body.functionLocation?.scriptId !== main
}

interface Place {
  readonly url: string
  readonly lineNumber: number
  readonly columnNumber: number
}

async function firstStops(address: string, called: Map<string, readonly number[]>): Promise<string[]> {
  const { send, on, ended } = await connect(address)
  const armed = new Map<string, Place>()
  const arm = async (place: Place) => {
    const { breakpointId } = (await send('Debugger.setBreakpointByUrl', place)) ?? {}
    if (breakpointId !== undefined) armed.set(breakpointId, place)
  }
  const disarm = async (breakpointId: string) => {
    armed.delete(breakpointId)
    await send('Debugger.removeBreakpoint', { breakpointId })
  }
  const seen = new Set<string>()
  // What builds a file's tables is called a thousand times: set aside until something is called again.
  const aside: Place[] = []
  let main = ''
  on('Debugger.scriptParsed', async ({ url, scriptId = '' }) => {
    if (url === pathToFileURL(MAIN).href) main = scriptId
  })
  on('Debugger.paused', async ({ hitBreakpoints: hits = [], callFrames = [] }) => {
    const places = hits.flatMap((id) => armed.get(id) ?? [])
    if (isLoading(callFrames, main)) {
      aside.push(...places)
      await Promise.all(hits.map(disarm))
    } else {
      for (const { url } of places) seen.add(url)
      await Promise.all([...armed].filter(([, { url }]) => seen.has(url)).map(([id]) => disarm(id)))
      await Promise.all(aside.splice(0).flatMap((place) => (seen.has(place.url) ? [] : arm(place))))
    }
    await send('Debugger.resume')
  })
  await Promise.all([send('Runtime.enable'), send('Debugger.enable')])
  await Promise.all([...called].flatMap(([file, offsets]) => placesOf(file, offsets)).map(arm))
  await send('Runtime.runIfWaitingForDebugger')
  await ended
  return [...seen].map((url) => fileURLToPath(url))
}

function placesOf(file: string, offsets: readonly number[]): readonly Place[] {
  const text = readFileSync(file, 'utf8')
  return offsets.map((offset) => {
    const lines = text.slice(0, offset).split('\n')
    return { url: pathToFileURL(file).href, lineNumber: lines.length - 1, columnNumber: lines.at(-1)?.length ?? 0 }
  })
}

interface Message {
  readonly id?: number
  readonly method?: string
  readonly result?: { readonly breakpointId?: string }
  readonly params?: Told
}

interface Told {
  readonly url?: string
  readonly scriptId?: string
  readonly hitBreakpoints?: readonly string[]
  readonly callFrames?: readonly Frame[]
}

interface Debugger {
  send(method: string, params?: object): Promise<Message['result']>
  on(method: string, listener: (params: Told) => Promise<void>): void
  /** Done when the program is. */
  readonly ended: Promise<void>
}

async function connect(address: string): Promise<Debugger> {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const answers: ((result: Message['result']) => void)[] = []
  const listeners = new Map<string, (params: Told) => Promise<void>>()
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  listeners.set('Runtime.executionContextDestroyed', async () => socket.close())
  socket.addEventListener('close', () => resolve())
  socket.addEventListener('message', ({ data }) => {
    const { id, method = '', result, params = {} } = JSON.parse(String(data)) as Message
    if (id === undefined) listeners.get(method)?.(params).catch(reject)
    else answers[id]?.(result)
  })
  return {
    ended,
    on: (method, listener) => void listeners.set(method, listener),
    send: (method, params = {}) =>
      new Promise((answer) => {
        const id = answers.push(answer) - 1
        socket.send(JSON.stringify({ id, method, params }))
      }),
  }
}

if (import.meta.main) {
  const { loaded, files, crossings, turns } = await walkCall(process.argv.slice(2))
  for (const [i, file] of files.entries()) console.log(`${String(i + 1).padStart(3)} ${file}`)
  console.log(`${files.length} files called of ${loaded} loaded; ${crossings} crossings between rooms, ${turns} turns`)
}
