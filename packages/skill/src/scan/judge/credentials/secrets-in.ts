import type { Mark } from '../../code/value.ts'
import type { Purpose } from '../../declared-purpose.ts'
import { type SecretClass, secretClass } from '../../text/path-class.ts'

export const SECRET_NAME =
  /(?:KEY|TOKEN|SECRET|PASS(?:WORD|WD|PHRASE)?|PHRASE|CREDENTIAL|PRIVATE|MNEMONIC|SEED|SESSION|COOKIE|AUTH)(?:_|S?$|\d)/
/** Services whose keys are worth stealing, as names of variables begin. */
export const PROVIDERS =
  /^(?:AWS|GITHUB|GH|GITLAB|OPENAI|ANTHROPIC|CLAUDE|STRIPE|SLACK|NPM|GCP|GOOGLE|GEMINI|AZURE|HUGGINGFACE|HF|TWILIO|SENDGRID|DATABASE|DB|POSTGRES|MYSQL|MONGO|REDIS|SSH|VAULT|KUBE|DOCKER|CLOUDFLARE|DIGITALOCEAN|HEROKU|VERCEL|NETLIFY|SENTRY|DATADOG|DISCORD|TELEGRAM|NOTION|LINEAR|JIRA|ATLASSIAN|PYPI|COINBASE|BINANCE|ETH|SOLANA|WALLET|PRIVATE)/
/** Variables that hold an address with its password. */
const HOLDS_PASSWORD =
  /^(?:\w{1,40}_)?(?:(?:DATABASE|DB|POSTGRES(?:QL)?|MYSQL|MONGO(?:DB)?|REDIS)_(?:URL|URI|DSN)|CONNECTION_STRING)$/

/** Fields that say who or where, and open nothing. */
const PUBLIC_FIELD =
  /(?:^|_)(?:(?:\w{1,20}_)?(?:id|address|url|host|region|port)|\w{1,20}(?:Id|Address|Url|URL|Host)|user_?name|e?mail|to|allow_?[Ff]rom|target|model|scope|origin|expires_(?:at|in))$/

/** What of a user's own is in something that is sent. */
export interface Secrets {
  /** Things that no legitimate request carries: whole environments, key files, what is on screen. */
  readonly bulk: readonly string[]
  /** Named keys. */
  readonly named: readonly string[]
  /** What the bulk is, for asking whether the skill is about it. */
  readonly kinds: readonly (SecretClass | 'environment')[]
}

/** The secrets among the marks of a value. */
export function secretsIn(marks: readonly Mark[]): Secrets {
  const bulk: string[] = []
  const named: string[] = []
  const kinds: (SecretClass | 'environment')[] = []
  for (const mark of marks) {
    if (mark === 'env:*') {
      bulk.push('the whole environment')
      kinds.push('environment')
    } else if (mark.startsWith('secret:') && mark !== 'secret:shell') bulk.push(mark.slice(7))
    else if (mark.startsWith('file:')) {
      const kind = secretClass(mark.slice(5))
      if (kind === undefined) continue
      bulk.push(`${mark.slice(5)} (${kind})`)
      kinds.push(kind)
    } else if (mark.startsWith('field:')) {
      const [path = '', names = ''] = mark.slice(6).split('#')
      const kind = secretClass(path)
      if (kind === undefined || PUBLIC_FIELD.test(names) || (/\.env$/.test(path) && isPlainSetting(names))) continue
      if (
        /key|token|secret|pass|auth|cred|bearer|\bapi/i.test(names.split('_').at(-1) ?? '') ||
        /_?(?:KEY|TOKEN|SECRET)$/.test(names)
      )
        named.push(`${path.includes('.aws/') ? 'AWS_' : ''}${names.toUpperCase()}`)
      else {
        bulk.push(`${path} (${kind})`)
        kinds.push(kind)
      }
    } else if (mark.startsWith('env:') && isSecretName(mark.slice(4).toUpperCase())) named.push(mark.slice(4))
  }
  return { bulk, named, kinds }
}

// What would be no secret as a variable of the environment is none in the file that it is set in.
function isPlainSetting(name: string): boolean {
  return /^[A-Z][A-Z0-9_]+$/.test(name) && !isSecretName(name)
}

function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) || HOLDS_PASSWORD.test(name)
}

/** True for what an agent keeps for this skill alone: `~/.clawdbot/NAME/config.json`, `~/.clawdbot/credentials/NAME/config.json`. */
export function isOwnFile(described: string, purpose: Purpose): boolean {
  const path = /^(\S+) \(agent credentials\)$/.exec(described)?.[1]
  const owner = /\/\.\w+\/(?:(?:credentials|skills)\/)?([\w-]{3,})\/[^/]+$/.exec(path ?? '')?.[1]
  return owner !== undefined && owner === purpose.name
}
