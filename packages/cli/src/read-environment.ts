import { SkillError } from '@skillwright/contract'

/** Values come from the environment, never from the command line, which every user of the machine can read. */
export function readEnvironment(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      const value = process.env[name]
      if (value !== undefined) return [name, value]
      throw new SkillError('INVALID_INPUT', `There is no ${name.split('=')[0]} in your environment`, {
        hint: `Set it first: export ${name.split('=')[0]}=…`,
      })
    }),
  )
}
