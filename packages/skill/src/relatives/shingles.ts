import { cleanText } from '../scan/text/clean-text.ts'
import type { SkillFiles } from '../skill-files.ts'

/** Words in a row that count as one. */
const WIDTH = 5
/** Shingles of one package that are looked at. */
const MAX_SHINGLES = 50_000
const MAX_FILE_BYTES = 500_000

/** What every package has, whoever wrote it. */
const COMMON =
  /(?:^|\/)(?:licen[cs]e|copying|notice|changelog)[\w-]*(?:\.\w+)?$|(?:^|\/)(?:skill|contract|descriptor|package(?:-lock)?)\.json$/i

/** The texts of a package that tell it from others, by path. */
export function tellingTexts(files: SkillFiles): Map<string, string> {
  const texts = new Map<string, string>()
  for (const [path, bytes] of files) {
    if (COMMON.test(path) || bytes.length > MAX_FILE_BYTES) continue
    const clean = cleanText(bytes)
    if (clean !== undefined) texts.set(path, clean.text)
  }
  return texts
}

/** Every five words in a row of some texts, each as a number. */
export function shinglesOf(texts: Iterable<string>): Set<number> {
  const found = new Set<number>()
  for (const text of texts) {
    const hashes: number[] = []
    for (const [word] of text.toLowerCase().matchAll(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[\p{L}\p{N}_]+/gu)) {
      hashes.push(hashOf(word))
      if (hashes.length < WIDTH) continue
      found.add(hashes.slice(-WIDTH).reduce((sum, hash) => (Math.imul(sum, 0x01000193) ^ hash) >>> 0, 0x811c9dc5))
      if (found.size >= MAX_SHINGLES) return found
    }
  }
  return found
}

function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193) >>> 0
  return hash
}
