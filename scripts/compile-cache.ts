import { join } from 'node:path'

/**
 * Lets every process of a test run keep its compiled modules where the next one finds them: compiling a server's modules
 * again in each of hundreds of processes takes more time than most tests. An entry counts only for the same source and Node.
 */
export function setup(): void {
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.compile-cache')
}
