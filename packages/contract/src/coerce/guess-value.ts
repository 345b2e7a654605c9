import { isObject } from '../json.ts'
import type { PlanSlot } from './coercion-plan.ts'
import { attempt, type CoercionRun, hint, pointerOf } from './coercion-run.ts'
import { assumeUniversalTime } from './read-moment.ts'
import { stripText, stripWord } from './strip-text.ts'

const MAX_LENGTH = 500

/** Hints at a value that may be meant but would have to be guessed, if it is one that would be taken. */
export function hintGuess(run: CoercionRun, slot: PlanSlot, value: unknown): void {
  if (run.attempts > 0) return
  for (const guess of guesses(value)) {
    const repaired = attempt(run, slot, guess)
    if (!repaired || repaired.doubts.length > 0 || !run.setup.isValid(slot, repaired.value)) continue
    hintAt(run, repaired.value)
    return
  }
}

/** Hints at a value that would be taken at the present place. */
export function hintAt(run: CoercionRun, value: unknown): void {
  const text = `send ${JSON.stringify(value)}, if that is meant`
  hint(run, { path: pointerOf(run), text, meanings: [value] })
}

function guesses(value: unknown): readonly unknown[] {
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)]
  if (Array.isArray(value)) return value.length === 1 ? [value[0]] : []
  if (isObject(value)) {
    const inside = Object.values(value)
    return inside.length === 1 ? inside : []
  }
  return typeof value === 'string' && value.length <= MAX_LENGTH ? textGuesses(stripText(value)) : []
}

function textGuesses(text: string): readonly string[] {
  const named = /<([^<>\s]+)>\s*$/.exec(text)?.[1]
  const decimal = /^[+-]?\d+,\d+$/.test(text) ? text.replace(',', '.') : undefined
  const address = /^[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?$/.test(text) ? `https://${text}` : undefined
  const cases = [stripWord(text), text.toUpperCase(), text.toLowerCase()]
  return [assumeUniversalTime(text), named, decimal, address, ...cases].filter(
    (guess) => guess !== undefined && guess !== text,
  ) as string[]
}
