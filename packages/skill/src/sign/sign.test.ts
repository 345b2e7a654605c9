import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  checkSubject,
  keyFolder,
  openSigningKey,
  packageStatement,
  signStatement,
  trustedKeys,
  verifyEnvelope,
} from '../index.ts'

const DIGEST = `sha256:${'ab'.repeat(32)}`

test('a signature by a trusted key proves the digest', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skillwright-keys-'))
  const key = await openSigningKey({ folder })
  expect(key.isNew).toBe(true)
  expect((await openSigningKey({ folder })).id).toBe(key.id)
  const envelope = JSON.parse(
    JSON.stringify(signStatement(packageStatement({ id: 'digest', version: '1.0.0' }, DIGEST), key.privateKey)),
  )
  const { statement, keyId } = verifyEnvelope(envelope, await trustedKeys(folder))
  expect(keyId).toBe(key.id)
  expect(statement.predicate).toEqual({ id: 'digest', version: '1.0.0' })
  expect(() => checkSubject(statement, DIGEST)).not.toThrow()
  expect(() => checkSubject(statement, `sha256:${'00'.repeat(32)}`)).toThrow(/other content/)
})

test('only its owner can read the private key', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skillwright-keys-'))
  await openSigningKey({ folder, name: 'mine' })
  expect((await readdir(folder)).sort()).toEqual(['mine.key.pem', 'mine.pub.pem'])
  expect((await stat(join(folder, 'mine.key.pem'))).mode & 0o777).toBe(0o600)
})

test('a changed payload, a changed type, an untrusted key and garbage are refused', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const envelope = signStatement(packageStatement({ id: 'x', version: undefined }, DIGEST), privateKey)
  const payload = Buffer.from(Buffer.from(envelope.payload, 'base64').toString().replace('"x"', '"y"')).toString(
    'base64',
  )
  expect(() => verifyEnvelope({ ...envelope, payload }, [publicKey])).toThrow(/not by a trusted key/)
  expect(() => verifyEnvelope(envelope, [generateKeyPairSync('ed25519').publicKey])).toThrow(/not by a trusted key/)
  expect(() => verifyEnvelope(envelope, [])).toThrow(/not by a trusted key/)
  for (const nonsense of [
    null,
    1,
    'x',
    {},
    { ...envelope, payloadType: 'text/plain' },
    { ...envelope, signatures: 'x' },
  ]) {
    expect(() => verifyEnvelope(nonsense, [publicKey])).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
  }
  expect(() => verifyEnvelope({ ...envelope, signatures: [null, {}, { keyid: 1, sig: 2 }] }, [publicKey])).toThrow(
    /not by a trusted key/,
  )
})

test('a key name cannot leave the key folder', async () => {
  await expect(openSigningKey({ folder: tmpdir(), name: '../x' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('keys are in the user configuration, which the environment can move', () => {
  expect(keyFolder({ XDG_CONFIG_HOME: '/c' })).toBe('/c/skillwright/keys')
  expect(keyFolder({ SKILLWRIGHT_CONFIG: '/s' })).toBe('/s/keys')
})
