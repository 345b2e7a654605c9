import { nameWords } from './name-words.ts'

const SECRET_WORDS: ReadonlySet<string> = new Set(
  'password passwd passphrase pwd secret apikey credential credentials 密码 口令 密钥'.split(' '),
)
const SECRET_PAIRS: ReadonlySet<string> = new Set(
  'api key,access key,secret key,private key,auth token,access token,bearer token,refresh token,api token,session token,client secret,signing key,encryption key'.split(
    ',',
  ),
)
// Words after which it is about a credential, not one itself: password_policy, secret_name, api_key_id.
const ABOUT: ReadonlySet<string> = new Set(
  'id name policy length hint count type field rotation strength manager path file url ref arn'.split(' '),
)
/** True when values under such a name are credentials: `db_password`, `apiKey`, not `password_policy` or `max_tokens`. */
export function isSecretName(name = ''): boolean {
  const words = nameWords(name)
  const last = words.at(-1)
  if (last === undefined || ABOUT.has(last)) return false
  return words.some((word, i) => SECRET_WORDS.has(word) || SECRET_PAIRS.has(`${words[i - 1]} ${word}`))
}
