import { defineConfig, defineProject } from 'vitest/config'
import { CountReporter } from './scripts/count-reporter.ts'
import { WaitingFirst } from './scripts/waiting-first.ts'

// Rooms that start processes by the thousand, and the files of another room that do.
const LAUNCHING = 'bridges|cli|install|jobs|mcp|runtime'
const SCAFFOLD = 'packages/skill/src/scaffold/*.test.ts'
const SHARING = 'contract|hub|hub-api|index|skill|store|web'
// These change what all of a process has, its environment or its mask for new files, or look at what it has loaded.
const APART = [
  'packages/hub/src/{calls/prepared,review/verify-worker,store/private-files}.test.ts',
  'packages/index/src/inject/count-tokens.test.ts',
]

const EVERY_PROJECT = {
  // Node runs the source as it is, in tests as elsewhere, and keeps what it compiled: to transform the modules of a server for each
  // process again takes more time than most tests. That is needed only where modules are replaced, which no test does.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ['--conditions=@skillwright/source'],
  // Tests wait for processes, servers and leases as much as they compute: four at a time keep two cores busy.
  maxWorkers: 4,
  // These only end what hangs: on a loaded machine everything takes long.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 300_000 } },
}

// Servers and property tests leave much behind them: where it has more room, it is collected less often, for a twentieth of the time.
const ROOM_FOR_THE_YOUNG = ['--min-semi-space-size=32', '--max-semi-space-size=64']

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default defineConfig({
  test: {
    projects: [
      // Rooms whose modules remember nothing but what they worked out: their files share processes, which load each module once.
      // To start a process copies the tables of our memory: where the hub's tests have been too, that took a third of the time of these.
      defineProject({
        test: {
          ...EVERY_PROJECT,
          name: 'launching',
          include: [`packages/@(${LAUNCHING})/src/**/*.test.ts`, SCAFFOLD],
          isolate: false,
          setupFiles: ['scripts/restore-process.ts'],
        },
      }),
      defineProject({
        test: {
          ...EVERY_PROJECT,
          name: 'sharing',
          execArgv: [...EVERY_PROJECT.execArgv, ...ROOM_FOR_THE_YOUNG],
          include: [`packages/@(${SHARING})/src/**/*.test.ts`],
          exclude: [...APART, SCAFFOLD],
          isolate: false,
          setupFiles: ['scripts/restore-process.ts'],
        },
      }),
      defineProject({
        test: {
          ...EVERY_PROJECT,
          name: 'alone',
          include: [
            `packages/!(${LAUNCHING}|${SHARING})/src/**/*.test.ts`,
            'bench/**/*.test.ts',
            'examples/*.test.ts',
            'scripts/**/*.test.ts',
            ...APART,
          ],
        },
      }),
    ],
    reporters: ['default', new CountReporter()],
    // Not of a project, for which they would be done again.
    globalSetup: [
      'scripts/own-temp-folder.ts',
      'scripts/compile-cache.ts',
      'scripts/system-python.ts',
      'scripts/share-fixtures.ts',
    ],
    sequence: { sequencer: WaitingFirst },
    maxWorkers: EVERY_PROJECT.maxWorkers,
  },
})
