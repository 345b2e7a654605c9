import { defineConfig } from 'vitest/config'
import { CountReporter } from './scripts/count-reporter.ts'

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default defineConfig({
  resolve: { conditions: ['@skillwright/source'] },
  ssr: { resolve: { conditions: ['@skillwright/source'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'bench/**/*.test.ts', 'scripts/**/*.test.ts'],
    reporters: ['default', new CountReporter()],
    globalSetup: ['scripts/own-temp-folder.ts', 'scripts/compile-cache.ts'],
    // Tests wait for processes and servers more than they compute: two at a time take little more than half the time.
    maxWorkers: 2,
    // These only end what hangs: on a loaded machine everything takes long.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
  },
})
