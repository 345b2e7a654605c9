import type { Runtime } from '../create-runtime.ts'
import { findInterpreters } from '../interpreters.ts'
import type { RemoteOptions } from '../remote/call-remote.ts'
import { plainLaunch } from './plain-launch.ts'
import { runSkill } from './run-skill.ts'
import { skillCommand } from './skill-command.ts'
import { createTaskBoard } from './task-board.ts'

/** TEMPORARY until createRuntime has all of it. */
export function runtimeUnderTest({
  board = createTaskBoard(),
  remote = {} as RemoteOptions,
  cacheDir = '/nonexistent',
} = {}): Runtime {
  const interpreters = findInterpreters()
  return {
    run: (skill, request = {}, options = {}) =>
      runSkill(skill, request, options, {
        runId: 'test',
        launch: plainLaunch,
        now: () => performance.now(),
        board,
        remote,
        specFor: async (one) => ({
          command: (await skillCommand(one, { interpreters, cacheDir })).command,
          cwd: one.dir ?? '',
          env: { PATH: '/usr/bin:/bin', HOME: '/tmp', PYTHONDONTWRITEBYTECODE: '1' },
          limits: {},
          containment: undefined,
        }),
      }),
    [Symbol.asyncDispose]: async () => undefined,
  }
}
