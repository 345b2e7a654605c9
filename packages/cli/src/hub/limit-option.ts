import { InvalidArgumentError, Option } from 'commander'

const MOST = 10_000

/** `--limit`, for lists that may be long. */
export function limitOption(usual: number): Option {
  return new Option('-l, --limit <number>', 'how many at most').argParser(readLimit).default(usual)
}

function readLimit(text: string): number {
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= MOST) return limit
  throw new InvalidArgumentError(`Expected a whole number from 1 to ${MOST}.`)
}
