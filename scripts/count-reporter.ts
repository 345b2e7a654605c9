import type { Reporter, TestModule } from 'vitest/node'

/** Ends a test run with the plain line `N passed, N failed` that CI reads; a file that could not run counts as failed. */
export class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    let passed = 0
    let failed = 0
    let skipped = 0
    for (const module of modules) {
      failed += module.errors().length
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed') passed++
        else if (state === 'failed') failed++
        else skipped++
      }
    }
    const tail = skipped > 0 ? `, ${skipped} skipped` : ''
    process.on('exit', () => process.stdout.write(`${passed} passed, ${failed} failed${tail}\n`))
  }
}
