import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A process ends when the next file is of another project. */
const PROJECTS = ['alone', 'launching', 'sharing']
/** The command line's files load the hub, and those that install leave much behind them: it costs more to start processes after them. */
const GROWING = /packages\/(?:cli|install)\//
/** Files of these rooms compute, and are short: at the end of a run they keep every core busy until the last. */
const COMPUTING = /packages\/(?:contract|hub-api|index|skill(?!\/src\/scaffold))\//
/** What goes through the whole house takes longest, however small its file. */
const WHOLE = /\/(?:scripts|examples|packages\/web|packages\/hub\/src\/clients)\//

/** Begins with the test files that start processes and wait for them, the largest first. */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const largestFirst = await super.sort(files)
    return largestFirst.toSorted((one, other) => place(one) - place(other) || rank(one) - rank(other))
  }
}

function place({ project }: TestSpecification): number {
  return PROJECTS.indexOf(project.name)
}

function rank({ moduleId }: TestSpecification): number {
  if (WHOLE.test(moduleId)) return 0
  return COMPUTING.test(moduleId) || GROWING.test(moduleId) ? 2 : 1
}
