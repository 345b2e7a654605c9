import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** A program of this repository that goes on running until it is told to stop. */
export interface TestChild extends AsyncDisposable {
  /** What it said so far, on stdout and stderr. */
  readonly said: () => string
  /** Waits until it said this. */
  saw(text: string | RegExp): Promise<string>
  /** Sends a signal and waits for the end: its exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null>
}

interface ChildOptions {
  readonly cwd: string
  readonly env?: NodeJS.ProcessEnv
}

/** Starts a TypeScript file from source, in a folder. */
export function startChild(file: string, words: readonly string[], options: ChildOptions): TestChild {
  return startProgram(process.execPath, ['--conditions=@skillwright/source', file, ...words], options)
}

/** Starts a program in a folder. */
export function startProgram(program: string, words: readonly string[], { cwd, env = {} }: ChildOptions): TestChild {
  const child = spawn(program, words, {
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const texts: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      texts.push(text)
      child.emit('said')
    })
  child.on('close', () => child.emit('said'))
  const said = () => texts.join('')
  return {
    said,
    async saw(text) {
      while (!(typeof text === 'string' ? said().includes(text) : text.test(said()))) {
        if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode} and said: ${said()}`)
        await once(child, 'said')
      }
      return said()
    },
    end: (signal) => end(child, signal),
    async [Symbol.asyncDispose]() {
      await end(child, 'SIGKILL')
    },
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'close')
    child.kill(signal)
    await ended
  }
  return child.exitCode ?? child.signalCode
}
