import { defineConfig, defineProject } from 'vitest/config'
import { CountReporter } from './scripts/count-reporter.ts'

const SHARING = ['packages/{contract,hub-api,skill}/src/**/*.test.ts']

// One hub and one browser serve all of them.
const PAGES = ['packages/web/src/**/*.test.ts']

const SOURCE = {
  resolve: { conditions: ['@skillwright/source'] },
  ssr: { resolve: { conditions: ['@skillwright/source'] } },
}

const LIMITS = {
  // Tests wait for processes and servers more than they compute: two at a time take little more than half the time.
  maxWorkers: 2,
  // These only end what hangs: on a loaded machine everything takes long.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 300_000 } },
}

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default defineConfig({
  test: {
    projects: [
      // Rooms whose modules remember nothing but what they worked out: their files share two processes, which load each module once.
      defineProject({ ...SOURCE, test: { ...LIMITS, name: 'sharing', include: SHARING, isolate: false } }),
      defineProject({
        ...SOURCE,
        // Projects of different numbers of workers must run one after the other.
        test: {
          ...LIMITS,
          name: 'pages',
          include: PAGES,
          isolate: false,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      }),
      defineProject({
        ...SOURCE,
        test: {
          ...LIMITS,
          name: 'alone',
          include: ['packages/*/src/**/*.test.ts', 'bench/**/*.test.ts', 'examples/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...SHARING, ...PAGES],
        },
      }),
    ],
    reporters: ['default', new CountReporter()],
    // Not of a project, for which they would be done again.
    globalSetup: ['scripts/own-temp-folder.ts', 'scripts/compile-cache.ts', 'scripts/share-fixtures.ts'],
    maxWorkers: LIMITS.maxWorkers,
  },
})
