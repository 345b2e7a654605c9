import { seeded } from './generated-words.ts'

const ROUNDS = 2_000

/** How likely a difference of means at least as large would be if the two were equally good: a randomisation test over pairs. */
export function pairedTest(ours: readonly number[], theirs: readonly number[]): number {
  const differences = ours.map((value, i) => value - (theirs[i] ?? 0)).filter((difference) => difference !== 0)
  const seen = Math.abs(differences.reduce((sum, difference) => sum + difference, 0))
  const random = seeded(1)
  let asLarge = 0
  for (let round = 0; round < ROUNDS; round++) {
    const sum = differences.reduce((total, difference) => total + (random() < 0.5 ? difference : -difference), 0)
    if (Math.abs(sum) >= seen - 1e-9) asLarge++
  }
  return (asLarge + 1) / (ROUNDS + 1)
}
