import type { Runtime } from '../create-runtime.ts'
import { findInterpreters } from '../interpreters.ts'
import { createSpawnLaunch } from '../launch/spawn-launch.ts'
import type { RemoteOptions } from '../remote/call-remote.ts'
import { runSkill } from './run-skill.ts'
import { skillCommand } from './skill-command.ts'
import { createTaskBoard, type TaskBoard } from './task-board.ts'

/** What a test wants of its runtime. */
export interface UnderTest {
  readonly board?: TaskBoard
  readonly remote?: RemoteOptions
  readonly cacheDir?: string
}

/** A runtime with nothing of the user's in it. */
export function runtimeUnderTest({
  board = createTaskBoard(),
  remote = {},
  cacheDir = '/nowhere',
}: UnderTest = {}): Runtime {
  const interpreters = findInterpreters()
  const launch = createSpawnLaunch()
  return {
    run: (skill, request = {}, options = {}) =>
      runSkill(skill, request, options, {
        runId: 'test',
        launch,
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
    [Symbol.asyncDispose]: async () => launch[Symbol.dispose](),
  }
}
