import { readFileSync } from 'node:fs'
import { SkillError } from '@skillwright/contract'
import { type Dictionary, readDictionary } from './dictionary.ts'
import { dictionaryFromBytes } from './dictionary-lists.ts'

const FILE = new URL('../../../assets/dictionary', import.meta.url)

/** The dictionary CC-CEDICT, read when something is first looked up. `scripts/make-assets.ts` makes its file. */
export function openDictionary(): () => Dictionary {
  let dictionary: Dictionary | undefined
  return () => {
    dictionary ??= read()
    return dictionary
  }
}

function read(): Dictionary {
  const lists = dictionaryFromBytes(readFileSync(FILE))
  if (lists !== undefined) return readDictionary(lists)
  throw new SkillError('INTEGRITY_FAILED', `${FILE.pathname} is not a dictionary of this version`, {
    hint: 'Install @skillwright/index again; in the repository: npm ci',
  })
}
