import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files of these rooms compute, and are short: at the end of a run they keep every core busy until the last. */
const COMPUTING = /packages\/(?:bridges|contract|hub-api|index|skill)\//
/** What goes through the whole house takes longest, however small its file. */
const WHOLE = /\/(?:scripts|examples|packages\/web|packages\/hub\/src\/clients)\//

/** Begins with the test files that start processes and wait for them, the largest first. */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const largestFirst = await super.sort(files)
    return largestFirst.toSorted((one, other) => rank(one) - rank(other))
  }
}

function rank({ moduleId }: TestSpecification): number {
  if (WHOLE.test(moduleId)) return 0
  return COMPUTING.test(moduleId) ? 2 : 1
}
