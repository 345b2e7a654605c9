import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SkillError } from '@skillwright/contract'
import type { Skill } from '@skillwright/skill'
import { isOnlyOurs } from '../plan/interpreters.ts'
import type { Needs } from './needs-of.ts'

/** The file that says that an environment is whole. */
export const PREPARED_MARK = 'prepared.json'

/** What a prepared environment changes about the command of a skill. */
export interface Prepared {
  /** The interpreter to use; undefined for the usual one. */
  readonly interpreter: string | undefined
  /** Arguments of the interpreter before the script. */
  readonly args: readonly string[]
  /** What the process must be able to read. */
  readonly read: readonly string[]
}

/** The environment that was prepared for what a skill needs. Throws TOOL_NOT_AVAILABLE when it was not prepared. */
export async function findPrepared(skill: Skill, needs: Needs): Promise<Prepared> {
  const { folder, kind, file } = needs
  if (!(await isPrepared(folder))) {
    throw new SkillError('TOOL_NOT_AVAILABLE', `What ${file} of ${skill.id} asks for is not installed`, {
      details: { packages: [...needs.packages, ...needs.foreign, ...needs.local] },
      hint: `skillwright prepare ${skill.dir ?? skill.id}`,
    })
  }
  if (kind === 'python') return { interpreter: pythonOf(folder), args: [], read: [folder] }
  const modules = pathToFileURL(join(folder, 'package.json')).href
  return { interpreter: undefined, args: [`--import=${hookFor(modules)}`], read: [folder] }
}

/** True when the environment is there, whole, and no other user could have put it there: its programs and packages are run. */
export async function isPrepared(folder: string): Promise<boolean> {
  return (await isOnlyOurs(join(folder, PREPARED_MARK))) && (await isOnlyOurs(folder))
}

/** The Python of a virtual environment: a link, which must not be resolved, since its place is what makes the environment. */
export function pythonOf(folder: string): string {
  return join(folder, 'venv', 'bin', 'python')
}

/** Node looks for packages only above the script; this lets it look in the prepared folder too, for `import` and `require`. */
function hookFor(modules: string): string {
  const source = `import { createRequire, registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
const modules = ${JSON.stringify(modules)}
const require = createRequire(modules)
registerHooks({
  resolve(specifier, context, next) {
    try {
      return next(specifier, context)
    } catch (problem) {
      const isPackage = !/^[./#]|^\\w+:/.test(specifier) && context.parentURL !== modules
      if (!isPackage || !/^(?:ERR_)?MODULE_NOT_FOUND$/.test(problem.code)) throw problem
      // The resolution of require takes no parent.
      if (context.conditions.includes('require'))
        return { url: pathToFileURL(require.resolve(specifier)).href, shortCircuit: true }
      return next(specifier, { ...context, parentURL: modules })
    }
  },
})`
  return `data:text/javascript,${encodeURIComponent(source)}`
}
