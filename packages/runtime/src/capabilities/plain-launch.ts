import { spawn } from 'node:child_process'
import type { Exit, Launch } from '../launch.ts'

/** TEMPORARY until launch/ is there. */
export const plainLaunch: Launch = async ({ command: [program, ...args], cwd, env }) => {
  const child = spawn(program, args, { cwd, env, stdio: 'pipe', detached: true })
  const exited = new Promise<Exit>((resolve) => {
    child.on('error', () => resolve({ code: 127, signal: null }))
    child.on('exit', (code, signal) => resolve({ code, signal }))
  })
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {}
  }
  return { stdin: child.stdin, stdout: child.stdout, stderr: child.stderr, exited, kill }
}
