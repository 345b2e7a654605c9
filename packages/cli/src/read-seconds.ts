import { InvalidArgumentError } from 'commander'

/** Reads a number of seconds, fractions allowed. */
export function readSeconds(text: string): number {
  const seconds = Number(text)
  if (text.trim() !== '' && seconds > 0 && seconds <= 86_400) return seconds
  throw new InvalidArgumentError('Expected seconds, more than 0 and at most 86400.')
}
