import { isDeeperThan } from '../json.ts'

/** Judges a value. */
type Judge = (value: unknown) => boolean

/** So many values are judged before code is generated: a command of a few checks never does, a server does at once. */
const FIRST_VALUES = 4
/** A value with more parts is large: judging it by generated code, and generating that, is quicker. */
const MAX_PARTS = 1_000
const MAX_LEVELS = 100

/** Starts with one engine and goes on with a quicker one that takes long to make; both must give the same answers. */
export function lateEngine(first: Judge, make: () => Judge): { readonly isValid: Judge; isSettled(): boolean } {
  let made: Judge | undefined
  let values = 0
  return {
    isValid(value) {
      if (made !== undefined) return made(value)
      if (values++ < FIRST_VALUES && !isDeeperThan(value, MAX_LEVELS, { maxValues: MAX_PARTS })) return first(value)
      made = make()
      return made(value)
    },
    isSettled: () => made !== undefined,
  }
}
