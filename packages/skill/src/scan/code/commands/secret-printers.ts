import { addMarks, type Mark, type Value } from '../value.ts'
import { type ShellCall, words } from './shell-call.ts'

/** Programs that print a key which they keep: the key gets the name that such a variable would have. */
const PRINTERS: readonly (readonly [program: RegExp, when: RegExp, key: string])[] = [
  [/^gh$/, /^auth (?:token|status\b.*(?:-t|--show-token))/, 'GITHUB_TOKEN'],
  [/^glab$/, /^auth (?:token|status\b.*(?:-t|--show-token))/, 'GITLAB_TOKEN'],
  [/^(?:npm|pnpm|yarn)$/, /^config get\b.*(?:auth|token|password)/i, 'NPM_TOKEN'],
  [/^gcloud$/, /\bprint-(?:access|identity|refresh)-token\b|\bkeys create\b/, 'GOOGLE_TOKEN'],
  [/^az$/, /^account get-access-token|^keyvault secret show/, 'AZURE_TOKEN'],
  [
    /^aws$/,
    /^configure (?:get|export-credentials)|^secretsmanager get-secret-value|^ssm get-parameter|^sts (?:assume-role|get-session-token)|^iam create-access-key/,
    'AWS_SECRET',
  ],
  [/^kubectl$/, /^get secrets?\b|^config view\b.*--raw|^create token/, 'KUBE_SECRET'],
  [
    /^(?:doctl|heroku|fly|flyctl|vercel|netlify|railway)$/,
    /\bauth[: ](?:token|list)|\btokens? (?:create|list)/,
    'VAULT_TOKEN',
  ],
  [/^vault$/, /^(?:kv get|read|print token|token (?:lookup|create))/, 'VAULT_SECRET'],
  [
    /^(?:op|bw|lpass|pass|gopass|keepassxc-cli|secret-tool|keyring|chezmoi)$/,
    /^(?:read|get|item (?:get|list)|show|lookup|search|secret|export)\b/,
    'VAULT_PASSWORD',
  ],
  [/^security$/, /^(?:find-(?:generic|internet)-password|dump-keychain|export)\b/, 'VAULT_PASSWORD'],
  [/^docker-credential-\w+$/, /^(?:get|list)/, 'DOCKER_PASSWORD'],
  [/^(?:cmdkey|vaultcmd)$/, /\/list/i, 'VAULT_PASSWORD'],
  [
    /^(?:doppler|infisical|chamber|sops|ansible-vault)$/,
    /^(?:secrets|export|exec|-d\b|--decrypt|decrypt|view)\b/,
    'VAULT_SECRET',
  ],
  [/^(?:terraform|tofu|pulumi)$/, /^(?:state pull|output\b.*(?:-json|-raw)|stack (?:export|output))/, 'VAULT_SECRET'],
  [/^(?:netsh|nmcli)$/, /\bkey=clear\b|(?:^|\s)(?:-s|--show-secrets)\b/, 'VAULT_PASSWORD'],
  [/^gpg2?$/, /--export-secret-(?:keys|subkeys)/, 'PRIVATE_KEY'],
]

/** What a command prints, with the mark of the key when it is one that prints keys. */
export function withPrintedSecret(call: ShellCall, printed: Value): Value {
  const line = words(call).join(' ')
  const marks = PRINTERS.flatMap(([program, when, key]): Mark[] =>
    program.test(call.name) && when.test(line) ? [`env:${key}`, 'printed'] : [],
  )
  // Whatever is asked for comes out: every key that git keeps.
  if (call.name === 'git' && /^credential(?:-\w+)? (?:fill|get)\b/.test(line))
    marks.push('secret:the keys that git keeps')
  if (/^(?:mysqldump|pg_dump(?:all)?|mongodump|mongoexport)$/.test(call.name)) marks.push('secret:a database')
  if (/^(?:osascript|zenity|kdialog|yad|ssh-askpass)$/.test(call.name) && /hidden answer|--password/.test(line))
    marks.push('secret:a password that a window asked for')
  if (call.name === 'history' && !/^-/.test(line)) marks.push('file:~/.bash_history')
  return marks.length === 0 ? printed : addMarks(printed, ...marks)
}
