import { isObject, openSchema, SkillError } from '@skillwright/contract'
import type { SkillFiles } from '@skillwright/skill'
import { parsedPackage } from '../sources/parsed-package.ts'

/** Checks the settings that a manifest has for a skill against the skill's own schema, `config_schema` in skill.json. Throws INVALID_INPUT. */
export function checkConfig(name: string, config: Readonly<Record<string, unknown>>, files: SkillFiles): void {
  const schema = parsedPackage(files, name).manifest?.config_schema
  if (!isObject(schema)) return
  const { ok, issues } = openSchema(schema).check(config, { policy: 'strict' })
  if (ok) return
  const lines = issues.map(({ path, message }) => `config${path} ${message}`)
  throw new SkillError('INVALID_INPUT', `The settings of ${name} do not fit its schema: ${lines.join('; ')}`, {
    hint: `Correct them in the manifest; skillwright info ${name} says what the skill takes`,
    details: { issues },
  })
}
