import type { SkillDocument } from '../skill-document.ts'
import { idName } from './document-texts.ts'
import { NAME_CODE, TRIGGERS_CODE } from './field.ts'
import { nameKey } from './name-key.ts'

const MAX_TRIGGERS = 50

/** The keys by which a message may name a document, each with the code of its field: its name, its id, its trigger phrases. */
export function documentKeys({ id, name, triggers = [], exampleInputs = [] }: SkillDocument): Map<string, number> {
  const keys = new Map<string, number>()
  for (const trigger of [...triggers, ...exampleInputs].slice(0, MAX_TRIGGERS))
    keys.set(nameKey(trigger), TRIGGERS_CODE)
  for (const spelling of [name ?? '', id, idName(id)]) keys.set(nameKey(spelling), NAME_CODE)
  keys.delete('')
  return keys
}
