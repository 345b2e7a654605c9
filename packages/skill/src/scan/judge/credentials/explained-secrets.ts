import type { Purpose } from '../../declared-purpose.ts'
import { type SecretClass, secretClass } from '../../text/path-class.ts'

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
  'ssh key': /\bssh\b|server|remote|deploy|vps|git|tunnel|sftp|key|cluster|hpc|slurm|服务器|远程|部署/,
  'cloud credentials':
    /aws|s3|ec2|lambda|cloud|azure|gcp|gcloud|kube|k8s|terraform|deploy|credential|devops|infra|sagemaker|bedrock|boto|云|部署|运维/,
  'access tokens':
    /npm|pypi|git|github|docker|hugging|publish|release|token|credential|vercel|netlify|stripe|auth|login|package|令牌|登录|发布|凭证|凭据/,
  wallet: /wallet|solana|ethereum|bitcoin|crypto|chain|token|defi|keypair|nft|web3|钱包|代币|加密货币|区块链|链上/,
  'browser logins': /cookie|login|password|session|auth|sign[- ]?in|scrap|credential|登录|密码|会话/,
  'browser data': /browser|cookie|chrome|firefox|history|bookmark|session|login|scrap|safari|edge|tab|浏览器|书签|登录/,
  'agent credentials':
    /claude|codex|openclaw|clawd|hermes|gemini|cursor|agent|usage|quota|session|auth|credential|token|molt/,
  'environment file': /./,
  'key store': /gpg|pgp|keychain|password|vault|secret|sign|credential|1password|bitwarden|密码|密钥|签名/,
  'password file': /linux|system|audit|harden|user|security|sudo/,
  'command history': /history|shell|terminal|productiv|usage|command|activity|forensic/,
  messages: /message|imessage|mail|telegram|discord|slack|signal|chat|sms|消息|短信|邮件|聊天/,
}

/** True for a key of another program, which a skill about something else has no reason to open. */
export function isForeignKey(path: string): boolean {
  const kind = secretClass(path)
  return kind !== undefined && !/^(?:environment file|messages|command history|agent credentials)$/.test(kind)
}
