import { InvalidArgumentError } from 'commander'

/** Reads a whole number from 1 on, for an option. */
export function readCount(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1) return count
  throw new InvalidArgumentError('Expected a whole number from 1 on.')
}
