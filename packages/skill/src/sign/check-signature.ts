import { isObject, SkillError } from '@skillwright/contract'
import { checkSubject, type Envelope, verifyEnvelope } from './envelope.ts'
import { readPublicKey } from './key-store.ts'
import { PACKAGE_PREDICATE } from './statement.ts'

/** What was signed must be exactly this. */
export interface SignedContent {
  readonly name: string
  readonly version: string
  readonly digest: string
}

/** A signature that was found right. */
export interface AuthorSignature {
  /** Name of the key. */
  readonly signedBy: string
  readonly envelope: Envelope
  /** PEM. */
  readonly publicKey: string
}

/**
 * Checks the signature an author sent, `{ envelope, public_key }`: that the key made it, and that it is for this name,
 * version and content. Whose key it is, it does not say. Throws INTEGRITY_FAILED.
 */
export function checkSignature(signature: unknown, { name, version, digest }: SignedContent): AuthorSignature {
  const { envelope, public_key: publicKey } = isObject(signature) ? signature : {}
  if (!isObject(envelope) || typeof publicKey !== 'string')
    throw refused('should be { "envelope": …, "public_key": "-----BEGIN PUBLIC KEY-----…" }')
  try {
    const { statement, keyId } = verifyEnvelope(envelope, [readPublicKey(publicKey)])
    checkSubject(statement, digest)
    const { id, version: signed } = statement.predicate
    if (statement.predicateType !== PACKAGE_PREDICATE) throw refused('is for something else than a package')
    if (id !== name || (signed !== undefined && signed !== version))
      throw refused(`is for ${String(id).slice(0, 80)} ${String(signed).slice(0, 80)}, not for ${name} ${version}`)
    return { signedBy: keyId, envelope: envelope as unknown as Envelope, publicKey }
  } catch (cause) {
    if (cause instanceof SkillError && cause.code === 'INTEGRITY_FAILED') throw cause
    throw refused(`is not right: ${cause instanceof Error ? cause.message : String(cause)}`, cause)
  }
}

function refused(why: string, cause?: unknown): SkillError {
  return new SkillError('INTEGRITY_FAILED', `The signature ${why}`, {
    hint: 'Its author should sign it again with skillwright sign, and send the envelope with the public key',
    cause,
  })
}
