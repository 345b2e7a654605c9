import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { PRIVATE_FILE } from '@skillwright/store'
import type { HubConfig } from '../hub-config.ts'

/** A secret as it is stored. */
interface Sealed {
  readonly key_id: string
  readonly sealed: string
}

/** Seals and opens secrets. `about` says what a secret is of: sealed for one thing, it is nothing anywhere else. */
export interface SecretKeys {
  /** Which keys are here, the one that seals first. */
  readonly ids: readonly string[]
  seal(text: string, about: string): Sealed
  /** Throws SERVICE_UNAVAILABLE when the key is not there, INTEGRITY_FAILED when the secret was changed. */
  open(sealed: Sealed, about: string): string
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The keys of a hub: those of its settings, else of a file beside its database, which is made when it is first needed and may be. */
export async function openSecretKeys(
  { secretsKey, dir }: Pick<HubConfig, 'secretsKey' | 'dir'>,
  { mayMake = true }: { readonly mayMake?: boolean } = {},
): Promise<SecretKeys> {
  const keys = readKeys(secretsKey ?? (await keyFile(join(dir, 'secrets.key'), mayMake)))
  const [first] = keys
  return {
    ids: keys.map(({ id }) => id),
    seal(text, about) {
      if (first === undefined) throw noKey()
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, first.key, nonce).setAAD(Buffer.from(about))
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return { key_id: first.id, sealed: sealed.toString('base64') }
    },
    open({ key_id, sealed }, about) {
      const found = keys.find(({ id }) => id === key_id)
      if (found === undefined) throw noKey(key_id)
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv(CIPHER, found.key, bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      } catch (cause) {
        throw new SkillError('INTEGRITY_FAILED', 'A secret is not what was stored', { cause })
      }
    },
  }
}

function readKeys(text: string): readonly { readonly id: string; readonly key: Buffer }[] {
  return text
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map((word) => {
      const key = Buffer.from(word, 'base64')
      if (key.length !== KEY_BYTES)
        throw new SkillError(
          'INVALID_INPUT',
          `A key of secrets must be ${KEY_BYTES} bytes in base64, got ${key.length}`,
          {
            hint: 'Make one: openssl rand -base64 32',
          },
        )
      return { id: hash('sha256', key, 'hex').slice(0, 16), key }
    })
}

async function keyFile(path: string, mayMake: boolean): Promise<string> {
  const read = () => readFile(path, 'utf8')
  return read().catch(async (cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause
    if (!mayMake) return ''
    // Another process of this hub may make it at the same moment; then its key is the one.
    await using file = await open(path, 'wx', PRIVATE_FILE).catch((taken: NodeJS.ErrnoException) => {
      if (taken.code !== 'EEXIST') throw taken
      return undefined
    })
    if (file === undefined) return read()
    const text = `${randomBytes(KEY_BYTES).toString('base64')}\n`
    await file.writeFile(text)
    await file.sync()
    return text
  })
}

function noKey(id = ''): SkillError {
  return new SkillError('SERVICE_UNAVAILABLE', `The key ${id} that a secret is sealed with is not here`, {
    hint: 'The operator has to name it in secretsKey, on every node',
  })
}
