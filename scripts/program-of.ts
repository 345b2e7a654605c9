import { join, relative, resolve } from 'node:path'
import { askShared } from './ask-shared.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** How a program is started: `node <file>`, with this in its environment. */
export interface Program {
  readonly file: string
  readonly env: { readonly NODE_COMPILE_CACHE: string }
}

/** A program of this repository as its source is now, with all that it imports in a few files: see `bundle-programs.ts`. */
export async function programOf(source: string): Promise<Program> {
  const dir = await askShared('programs')
  return {
    file: join(dir, relative(ROOT, source).replace(/\.ts$/, '.js')),
    // The folder is gone after the run, and so is what was compiled of it.
    env: { NODE_COMPILE_CACHE: join(dir, 'compiled') },
  }
}
