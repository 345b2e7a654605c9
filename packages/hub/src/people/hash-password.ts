import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 ** 2 } as const
const KEY_BYTES = 32
const SALT_BYTES = 16

/** Turns a password into what may be stored: scrypt with a salt of its own, and the cost it was made with. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await derive(password, salt, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Whether a password is the one that was stored. Takes as long when none was: the time does not tell who has an account. */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [kind, cost, blockSize, parallel, salt, key] = (stored ?? '').split('$')
  const isStored = kind === 'scrypt' && salt !== undefined && key !== undefined
  const expected = Buffer.from(isStored ? key : '', 'base64url')
  const options = isStored ? { ...COST, N: Number(cost), r: Number(blockSize), p: Number(parallel) } : COST
  const found = await derive(password, Buffer.from(isStored ? salt : '', 'base64url'), options)
  return isStored && expected.length === found.length && timingSafeEqual(expected, found)
}

function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Two ways to type the same letter are the same password.
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
