import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { SkillError } from '@skillwright/contract'
import type { Statement } from './statement.ts'

/** A signed statement as it is stored and sent: a DSSE envelope. */
export interface Envelope {
  readonly payloadType: 'application/vnd.in-toto+json'
  /** The statement as base64 of its JSON. */
  readonly payload: string
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[]
}

const PAYLOAD_TYPE = 'application/vnd.in-toto+json'

/** Signs a statement with an Ed25519 private key. */
export function signStatement(statement: Statement, privateKey: KeyObject): Envelope {
  const payload = Buffer.from(JSON.stringify(statement))
  const sig = sign(null, signedBytes(payload), privateKey).toString('base64')
  return {
    payloadType: PAYLOAD_TYPE,
    payload: payload.toString('base64'),
    signatures: [{ keyid: keyId(createPublicKey(privateKey)), sig }],
  }
}

/** Checks an envelope against the keys that are trusted and gives back the statement. Throws PERMISSION_DENIED when no trusted key signed it. */
export function verifyEnvelope(
  envelope: unknown,
  trusted: readonly KeyObject[],
): { statement: Statement; keyId: string } {
  const { payload, signatures } = readEnvelope(envelope)
  for (const key of trusted) {
    const id = keyId(key)
    for (const { keyid, sig } of signatures) {
      if (keyid === id && verify(null, signedBytes(payload), key, Buffer.from(sig, 'base64')))
        return { statement: readStatement(payload), keyId: id }
    }
  }
  const signers = signatures.map(({ keyid }) => keyid.slice(0, 40)).join(', ') || 'no key'
  throw new SkillError('PERMISSION_DENIED', `The signature is not by a trusted key: signed by ${signers}`, {
    hint: 'Trust the key of its author first, if you know it is theirs',
    details: { trusted: trusted.map(keyId) },
  })
}

/** Checks that the subject of a statement is exactly this content, and throws when it is not. */
export function checkSubject(statement: Statement, digest: string): void {
  const expected = digest.replace(/^sha256:/, '')
  if (statement.subject.some((subject) => subject.digest.sha256 === expected)) return
  throw new SkillError(
    'PERMISSION_DENIED',
    `The signature is for other content: expected sha256:${expected}, got sha256:${statement.subject[0]?.digest.sha256}`,
    {
      hint: 'The package was changed after it was signed: get it again, or have its author sign it anew',
    },
  )
}

/** The name of a public key: `ed25519:` and the first 32 hex digits of the SHA-256 of its bytes. */
export function keyId(publicKey: KeyObject): string {
  if (publicKey.asymmetricKeyType !== 'ed25519') {
    throw new SkillError(
      'INVALID_INPUT',
      `Expected an Ed25519 key, got ${publicKey.asymmetricKeyType ?? publicKey.type}`,
    )
  }
  return `ed25519:${createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 32)}`
}

/** What is signed: DSSE's pre-authentication encoding, so that a payload can never pass for one of another type. */
function signedBytes(payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `), payload])
}

function readEnvelope(value: unknown): { payload: Buffer; signatures: { keyid: string; sig: string }[] } {
  const { payloadType, payload, signatures } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >
  if (payloadType !== PAYLOAD_TYPE || typeof payload !== 'string' || !Array.isArray(signatures)) {
    throw new SkillError('INVALID_INPUT', 'Expected a signature envelope with payloadType, payload and signatures')
  }
  const isSignature = (one: unknown): one is { keyid: string; sig: string } =>
    typeof one === 'object' &&
    one !== null &&
    'keyid' in one &&
    typeof one.keyid === 'string' &&
    'sig' in one &&
    typeof one.sig === 'string'
  return { payload: Buffer.from(payload, 'base64'), signatures: signatures.slice(0, 16).filter(isSignature) }
}

function readStatement(payload: Buffer): Statement {
  const value = JSON.parse(payload.toString('utf8')) as Partial<Statement>
  const isStatement =
    value._type === 'https://in-toto.io/Statement/v1' &&
    typeof value.predicateType === 'string' &&
    Array.isArray(value.subject) &&
    value.subject.every((subject: unknown) => typeof subject === 'object' && subject !== null && 'digest' in subject)
  if (!isStatement)
    throw new SkillError('INVALID_INPUT', 'Expected an in-toto statement of version 1 in the signature envelope')
  return value as Statement
}
