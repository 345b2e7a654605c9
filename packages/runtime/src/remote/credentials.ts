import { isObject, SkillError } from '@skillwright/contract'

/** A key that goes into a header, or an access token that was got elsewhere. */
export interface KeyCredential {
  readonly key: string
  /** The only origins it may be sent to; anywhere the caller points it when absent. */
  readonly origins?: readonly string[]
}

/** What an OAuth 2.0 client has to get tokens with. With a refresh token it acts for the person who agreed, else for itself. */
export interface OAuthCredential {
  readonly clientId: string
  readonly clientSecret?: string
  readonly refreshToken?: string
  /** Those to ask for; all that the descriptor names when absent. */
  readonly scopes?: readonly string[]
  /** How the secret is sent to the token endpoint. */
  readonly clientAuthentication?: 'basic' | 'post'
  readonly origins?: readonly string[]
}

/** A secret of the host; a plain string is a key. */
export type Credential = string | KeyCredential | OAuthCredential

/** What a credential is wanted for, so that the host can refuse. */
export interface CredentialUse {
  readonly descriptorId: string
  /** Every origin it would be sent to. */
  readonly origins: readonly string[]
}

/** Finds a credential by its reference: an environment, a keychain, a vault. */
export type Credentials = (ref: string, use: CredentialUse) => Credential | undefined | Promise<Credential | undefined>

/** Credentials from environment variables: a reference is a variable's name, its value a key or the JSON of an OAuth client. */
export function credentialsFromEnvironment(env: Readonly<Record<string, string | undefined>>): Credentials {
  return (ref) => {
    const text = Object.hasOwn(env, ref) ? env[ref]?.trim() : undefined
    if (text === undefined || text === '') return undefined
    return text.startsWith('{') ? readOAuth(ref, text) : text
  }
}

/** Asks the host for a credential and holds it to the origins it is for. Throws PERMISSION_DENIED. */
export async function findCredential(
  ref: string | undefined,
  credentials: Credentials | undefined,
  use: CredentialUse,
): Promise<Exclude<Credential, string>> {
  if (ref === undefined)
    throw denied(
      'The descriptor asks for a credential and none was named',
      'Name one with the credential option (--credential on the command line).',
    )
  const found = await credentials?.(ref, use)
  if (found === undefined) throw denied(`There is no credential named ${ref}`, 'Store it where the host looks for it.')
  const credential = typeof found === 'string' ? { key: found } : found
  const otherOrigin = use.origins.find((origin) => credential.origins?.includes(origin) === false)
  if (otherOrigin !== undefined)
    throw denied(`The credential ${ref} is not for ${otherOrigin}`, 'Use a credential of that service.')
  return credential
}

function readOAuth(ref: string, text: string): Credential {
  try {
    const value: unknown = JSON.parse(text)
    const client = isObject(value) ? inCamelCase(value) : {}
    if (typeof client.clientId === 'string') return client as unknown as OAuthCredential
  } catch {
    // Falls through: the text must not appear in the message.
  }
  throw denied(
    `The credential ${ref} is neither a key nor the JSON of an OAuth client`,
    'Write {"clientId": "…", "clientSecret": "…"}',
  )
}

/** OAuth's own spelling, as providers hand it out, is understood too. */
function inCamelCase(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()), each]),
  )
}

function denied(message: string, hint: string): SkillError {
  return new SkillError('PERMISSION_DENIED', message, { hint })
}
