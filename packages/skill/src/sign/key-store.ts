import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { userFolder } from '../user-folder.ts'
import { keyId } from './envelope.ts'

/** A key pair for signing. */
export interface SigningKey {
  readonly id: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

/** Where the user's keys are: never in a package. */
export function keyFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(userFolder('config', env), 'keys')
}

/** The user's signing key of that name; made on first use, readable by its owner only. */
export async function openSigningKey({
  folder = keyFolder(),
  name = 'default',
}: {
  folder?: string
  name?: string
} = {}): Promise<SigningKey & { isNew: boolean }> {
  if (!/^[\w-]{1,64}$/.test(name))
    throw new SkillError(
      'INVALID_INPUT',
      `Expected a key name of letters, digits, - and _, got ${JSON.stringify(name)}`,
    )
  const file = join(folder, `${name}.key.pem`)
  const pem = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined
    throw cause
  })
  if (pem !== undefined) return { ...signingKey(createPrivateKey(pem)), isNew: false }
  const { privateKey } = generateKeyPairSync('ed25519')
  const key = signingKey(privateKey)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // wx: two processes that make the first key at once must not each believe in their own.
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
  await writeFile(join(folder, `${name}.pub.pem`), key.publicKey.export({ type: 'spki', format: 'pem' }))
  return { ...key, isNew: true }
}

/** Every public key in the user's folder: their own and those of authors they trust (`*.pub.pem`). */
export async function trustedKeys(folder: string = keyFolder()): Promise<KeyObject[]> {
  const files = await readdir(folder).catch(() => [])
  return Promise.all(
    files
      .filter((file) => file.endsWith('.pub.pem'))
      .map(async (file) => readPublicKey(await readFile(join(folder, file), 'utf8'), file)),
  )
}

/** Reads a public key in PEM form. */
export function readPublicKey(pem: string, name = 'The key'): KeyObject {
  try {
    const key = createPublicKey(pem)
    keyId(key)
    return key
  } catch (cause) {
    throw new SkillError('INVALID_INPUT', `${name} is not an Ed25519 public key in PEM form`, { cause })
  }
}

function signingKey(privateKey: KeyObject): SigningKey {
  const publicKey = createPublicKey(privateKey)
  return { id: keyId(publicKey), privateKey, publicKey }
}
