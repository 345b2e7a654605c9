import type { SkillFiles } from '../skill-files.ts'
import { shinglesOf, tellingTexts } from './shingles.ts'

/** Two packages that share more than a third of their text nearly always share a band. */
const BANDS = 20
const ROWS = 3
/** With fewer shingles everything looks alike. */
const FEWEST = 40

/**
 * A sketch of a package for finding similar ones: a few short words, some of which a package shares with every other one that has much
 * of the same text. Empty when there is too little text. Pure.
 */
export function sketchFiles(files: SkillFiles): string[] {
  const shingles = shinglesOf(tellingTexts(files).values())
  if (shingles.size < FEWEST) return []
  const least = new Uint32Array(BANDS * ROWS).fill(0xffffffff)
  for (const shingle of shingles)
    for (let i = 0; i < least.length; i++) {
      const mixed = mix(shingle ^ Math.imul(i + 1, 0x9e3779b1))
      if (mixed < (least[i] ?? 0)) least[i] = mixed
    }
  return Array.from({ length: BANDS }, (_, band) => {
    const rows = [...least.subarray(band * ROWS, (band + 1) * ROWS)]
    return `${band}:${rows.map((row) => row.toString(36)).join('.')}`
  })
}

function mix(value: number): number {
  let mixed = value >>> 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
