import type { Mark } from '../code/value.ts'
import type { Purpose } from '../declared-purpose.ts'
import { type SecretClass, secretClass } from '../text/path-class.ts'

export const SECRET_NAME =
  /(?:KEY|TOKEN|SECRET|PASS(?:WORD|WD|PHRASE)?|PHRASE|CREDENTIAL|PRIVATE|MNEMONIC|SEED|SESSION|COOKIE|AUTH)(?:_|S?$|\d)/
/** Services whose keys are worth stealing, as names of variables begin. */
export const PROVIDERS =
  /^(?:AWS|GITHUB|GH|GITLAB|OPENAI|ANTHROPIC|CLAUDE|STRIPE|SLACK|NPM|GCP|GOOGLE|GEMINI|AZURE|HUGGINGFACE|HF|TWILIO|SENDGRID|DATABASE|DB|POSTGRES|MYSQL|MONGO|REDIS|SSH|VAULT|KUBE|DOCKER|CLOUDFLARE|DIGITALOCEAN|HEROKU|VERCEL|NETLIFY|SENTRY|DATADOG|DISCORD|TELEGRAM|NOTION|LINEAR|JIRA|ATLASSIAN|PYPI|COINBASE|BINANCE|ETH|SOLANA|WALLET|PRIVATE)/
/** Variables that hold an address with its password. */
const HOLDS_PASSWORD =
  /^(?:\w{1,40}_)?(?:(?:DATABASE|DB|POSTGRES(?:QL)?|MYSQL|MONGO(?:DB)?|REDIS)_(?:URL|URI|DSN)|CONNECTION_STRING)$/

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
      if (kind === undefined) continue
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

function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) || HOLDS_PASSWORD.test(name)
}

/** True for what an agent keeps for this skill alone: `~/.clawdbot/credentials/NAME/config.json`. */
export function isOwnFile(described: string, purpose: Purpose): boolean {
  const path = /^(\S+) \(agent credentials\)$/.exec(described)?.[1]
  const owner = /\/\.\w+\/(?:credentials|skills)\/([\w-]{3,})\/[^/]+$/.exec(path ?? '')?.[1]
  return owner !== undefined && owner === purpose.name
}

/** True when what a skill says of itself gives a reason to have secrets of this kind. */
export function isExplained(kind: SecretClass, purpose: Purpose): boolean {
  return KIND_WORDS[kind].test(purpose.said)
}

/** Makers of clouds: where their keys lie, and how they are spoken of. */
const CLOUDS: readonly (readonly [path: RegExp, said: RegExp])[] = [
  [/\.aws\b/, /\baws\b|amazon|\bs3\b|\bec2\b|lambda|sagemaker|bedrock|boto/],
  [/\.azure\b/, /azure/],
  [/\bgcloud\b/, /gcloud|\bgcp\b|google/],
]

/** The same of one file: who speaks of one cloud has no reason to have the keys of the others. */
export function isFileExplained(path: string, kind: SecretClass, purpose: Purpose): boolean {
  const cloud = CLOUDS.find(([place]) => place.test(path))
  const isOther =
    cloud !== undefined && !cloud[1].test(purpose.said) && CLOUDS.some(([, words]) => words.test(purpose.said))
  return !isOther && isExplained(kind, purpose)
}

const KIND_WORDS: Readonly<Record<SecretClass, RegExp>> = {
  'ssh key': /\bssh\b|server|remote|deploy|vps|git|tunnel|sftp|key|cluster|hpc|slurm/,
  'cloud credentials':
    /aws|s3|ec2|lambda|cloud|azure|gcp|gcloud|kube|k8s|terraform|deploy|credential|devops|infra|sagemaker|bedrock|boto/,
  'access tokens':
    /npm|pypi|git|github|docker|hugging|publish|release|token|credential|vercel|netlify|stripe|auth|login|package/,
  wallet: /wallet|solana|ethereum|bitcoin|crypto|chain|token|defi|keypair|nft|web3/,
  'browser logins': /cookie|login|password|session|auth|sign[- ]?in|scrap|credential/,
  'browser data': /browser|cookie|chrome|firefox|history|bookmark|session|login|scrap|safari|edge|tab/,
  'agent credentials':
    /claude|codex|openclaw|clawd|hermes|gemini|cursor|agent|usage|quota|session|auth|credential|token|molt/,
  'environment file': /./,
  'key store': /gpg|pgp|keychain|password|vault|secret|sign|credential|1password|bitwarden/,
  'password file': /linux|system|audit|harden|user|security|sudo/,
  'command history': /history|shell|terminal|productiv|usage|command|activity|forensic/,
  messages: /message|imessage|mail|telegram|discord|slack|signal|chat|sms/,
}

/** True for a key of another program, which a skill about something else has no reason to open. */
export function isForeignKey(path: string): boolean {
  const kind = secretClass(path)
  return kind !== undefined && !/^(?:environment file|messages|command history|agent credentials)$/.test(kind)
}
