import { createHash, randomBytes } from 'node:crypto'

const PREFIX = 'skw_'

/** A new secret of a token; its prefix lets scanners of source code find one that was lost. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(32).toString('base64url')}`
}

/** What is stored of a secret. It has more randomness than can be guessed, so it needs no slow hash. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
