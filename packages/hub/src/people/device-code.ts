import { randomInt } from 'node:crypto'

// Letters that no one mistakes for another, and that make no words.
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 8

/** A new code for a person to type, such as `BCDF-GHJK`. */
export function newUserCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`
}

/** A code as it was shown, however it was typed. */
export function readUserCode(typed: string): string {
  const letters = typed.toUpperCase().replace(/[^A-Z]/g, '')
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`
}
