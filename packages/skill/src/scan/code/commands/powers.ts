import { note } from '../effects.ts'
import { textValue, UNKNOWN, type Value } from '../value.ts'
import { type ShellCall, words } from './shell-call.ts'

/** Something that a program can do to a machine or an account, which only a skill about it has a reason to do. */
interface Power {
  readonly programs: string
  /** What the words behind the program must say. */
  readonly when?: RegExp
  /** Read as "it …". */
  readonly what: string
  /** What the description of a skill with such a reason says. */
  readonly explained: RegExp
}

const INFRASTRUCTURE =
  /aws|amazon|cloud|ec2|\bs3\b|gcp|azure|terraform|kube|k8s|helm|infra|devops|deploy|github|gitlab|repositor|heroku|fly\.io|digital ?ocean|cleanup|resource|tear ?down|provision|云|部署|运维/
const ACCOUNTS = /user|account|admin|server|linux|harden|vps|provision|ldap|deploy|sudo|permission|docker|用户|服务器/
const DATABASE =
  /database|\bdb\b|sql|postgres|mysql|maria|mongo|redis|migrat|prisma|schema|supabase|data ?warehouse|数据库/
const NETWORK = /proxy|proxies|network|vpn|mirror|tunnel|firewall|corporate|代理|镜像|网络/
const CERTIFICATES = /certificate|\bcert|\btls\b|\bssl\b|https|\bca\b|mkcert|proxy|pki|intercept|证书/
const WATCHING =
  /screen|record|capture|camera|webcam|microphone|audio|voice|speech|key ?log|ocr|desktop|\bgui\b|vision|automat|accessib|photo|visual|video|monitor|input|keyboard|mouse|截图|截屏|屏幕|录|图片|图像|照片|拍照|拍摄|摄像|相机|视频|语音|音频|监控|桌面/
const BACKUPS = /backup|snapshot|restore|time machine|disk|storage|备份/
const AGENTS = /\bmcp\b|agent|claude|codex|cursor|gemini|openclaw|plugin|extension/

const POWERS: readonly Power[] = [
  { programs: 'useradd adduser newusers', what: 'makes an account on the machine', explained: ACCOUNTS },
  {
    programs: 'usermod gpasswd',
    when: /\b(?:sudo|wheel|admin|root|docker)\b/,
    what: 'gives an account more rights',
    explained: ACCOUNTS,
  },
  { programs: 'chpasswd passwd', what: 'changes a password of the machine', explained: ACCOUNTS },
  {
    programs: 'net',
    when: /^(?:user|localgroup)\b.*\/add/i,
    what: 'makes an account on the machine',
    explained: ACCOUNTS,
  },
  {
    programs: 'dscl dseditgroup sysadminctl',
    when: /-create|-addUser|-append|-a\b/i,
    what: 'makes an account on the machine',
    explained: ACCOUNTS,
  },
  {
    programs: 'chmod',
    when: /(?:^|\s)(?:[ugoa]*\+[rwx]*s|[2-7][0-7]{3})\b/,
    what: 'lets a program run with the rights of its owner',
    explained: /setuid|\bsuid|sticky|permission|harden|privilege/,
  },
  {
    programs: 'setcap',
    what: 'gives a program rights of the system',
    explained: /capabilit|harden|privilege|network|port|docker|linux/,
  },
  {
    programs: 'security',
    when: /^add-trusted-cert/,
    what: 'makes every program trust a certificate',
    explained: CERTIFICATES,
  },
  {
    programs: 'certutil',
    when: /-addstore/i,
    what: 'makes every program trust a certificate',
    explained: CERTIFICATES,
  },
  {
    programs: 'import-certificate trust',
    when: /root|anchor/i,
    what: 'makes every program trust a certificate',
    explained: CERTIFICATES,
  },
  { programs: 'xinput', when: /^test/, what: 'reads every key that is typed', explained: WATCHING },
  { programs: 'logkeys showkey evtest', what: 'reads every key that is typed', explained: WATCHING },
  {
    programs: 'screencapture scrot gnome-screenshot grim maim spectacle',
    what: 'takes pictures of the screen',
    explained: WATCHING,
  },
  { programs: 'imagesnap fswebcam', what: 'takes pictures with the camera', explained: WATCHING },
  { programs: 'arecord parecord', what: 'listens to the microphone', explained: WATCHING },
  {
    programs: 'ffmpeg',
    when: /^(?!.*-list_devices)[\s\S]*(?:x11grab|avfoundation|gdigrab|\balsa\b|dshow)/,
    what: 'records the screen, the camera or the microphone',
    explained: WATCHING,
  },
  { programs: 'vssadmin wbadmin', when: /^delete/i, what: 'deletes the backups of the machine', explained: BACKUPS },
  { programs: 'bcdedit', when: /\/set/i, what: 'changes how the machine starts and recovers', explained: BACKUPS },
  { programs: 'tmutil', when: /^(?:delete|disable)/, what: 'deletes the backups of the machine', explained: BACKUPS },
  {
    programs: 'psql mysql mariadb sqlcmd cockroach sqlite3 duckdb',
    when: /\bDROP\s+(?:SCHEMA|DATABASE)\b|\bTRUNCATE\b/i,
    what: 'deletes a whole database',
    explained: DATABASE,
  },
  { programs: 'dropdb dropuser', what: 'deletes a whole database', explained: DATABASE },
  { programs: 'mongosh mongo', when: /dropDatabase/, what: 'deletes a whole database', explained: DATABASE },
  { programs: 'redis-cli', when: /\bFLUSH(?:ALL|DB)\b/i, what: 'deletes a whole database', explained: DATABASE },
  {
    programs: 'aws',
    when: /\b(?:terminate|delete|deregister)-\w+|\brb\b.*--force|\brm\b.*--recursive/,
    what: 'deletes what runs in a cloud account',
    explained: INFRASTRUCTURE,
  },
  {
    programs: 'gcloud az doctl linode-cli hcloud flyctl fly',
    when: /\b(?:delete|destroy)\b/,
    what: 'deletes what runs in a cloud account',
    explained: INFRASTRUCTURE,
  },
  {
    programs: 'terraform tofu pulumi cdk',
    when: /\bdestroy\b|-auto-approve\b.*-destroy/,
    what: 'deletes what runs in a cloud account',
    explained: INFRASTRUCTURE,
  },
  {
    programs: 'heroku',
    when: /apps:destroy|pg:reset/,
    what: 'deletes what runs in a cloud account',
    explained: INFRASTRUCTURE,
  },
  {
    programs: 'kubectl oc',
    when: /^delete\b.*(?:--all\b|\b(?:ns|namespaces?)\b)/,
    what: 'deletes what runs in a cluster',
    explained: INFRASTRUCTURE,
  },
  {
    programs: 'gh glab',
    when: /\bcollaborators\/|\bDELETE\b.*\/protection\b/,
    what: 'opens a repository to others',
    explained: /collaborat|permission|access|visibility|open[- ]sourc|administ|protect/,
  },
  {
    programs: 'aws gcloud az',
    when: /AdministratorAccess|roles\/owner|--role (?:Owner|Contributor)\b|create-access-key/,
    what: 'gives somebody all rights in a cloud account',
    explained: /provision|bootstrap|onboard|terraform|create.{0,20}(?:user|account|role)/,
  },
  {
    programs: 'install',
    when: /(?:^|\s)-m\s?[2-7][0-7]{3}\b/,
    what: 'lets a program run with the rights of its owner',
    explained: /setuid|\bsuid/,
  },
  {
    programs: 'ttyd gotty wetty shellinabox',
    what: 'serves a shell to others',
    explained: /terminal|shell|ttyd|remote|console/,
  },
  {
    programs: 'claude codex gemini cursor-agent',
    when: /--dangerously-skip-permissions|--yolo\b|--full-auto|--dangerously-bypass/,
    what: 'starts another agent that asks nobody',
    explained: /claude|codex|gemini|cursor|orchestrat|sub-?agent|spawn|delegat|headless|sandbox/,
  },
  { programs: 'gh glab', when: /^repo (?:delete|archive)\b/, what: 'deletes repositories', explained: INFRASTRUCTURE },
  {
    programs: 'git',
    when: /^push\b(?=.*\s(?:-f\b|--force\b|--mirror\b|--delete\b))(?=.*\s(?:--all\b|--mirror\b))/,
    what: 'overwrites every branch of a repository',
    explained: /git|repositor|mirror|migrat|history|branch|release/,
  },
  {
    programs: 'git',
    when: /^config\b.*\bhttps?\.(?:\S+\.)?(?:proxy\s+\S*\w\.\w|sslVerify\s+(?:false|0))/i,
    what: 'sends the traffic of git through others, or unchecked',
    explained: NETWORK,
  },
  {
    programs: 'npm pnpm yarn',
    when: /^config set\b.*\b(?:proxy|https-proxy)[ =]\S*\w\.\w/,
    what: 'sends the traffic of package managers through others',
    explained: NETWORK,
  },
  {
    programs: 'networksetup',
    when: /^-set(?:web|secureweb|socksfirewall|autoproxy)/,
    what: 'sends the traffic of the machine through others',
    explained: NETWORK,
  },
  {
    programs: 'claude codex gemini cursor-agent',
    when: /^mcp add\b.*\bhttps?:\/\//,
    what: 'adds a server to the tools of the agent',
    explained: AGENTS,
  },
]

const BY_PROGRAM = Map.groupBy(
  POWERS.flatMap((power) => power.programs.split(' ').map((program) => ({ ...power, program }))),
  ({ program }) => program,
)

/** Variables by which others get to see the traffic of every program that is started later. */
const REROUTES = /^(?:https?|all|ftp)_proxy$/i
const UNCHECKED = /^(?:NODE_TLS_REJECT_UNAUTHORIZED|PYTHONHTTPSVERIFY)$/

/** Writes down a variable that leads the traffic of programs elsewhere, or leaves it unchecked. */
export function notePowerVariable(
  name: string,
  value: Value,
  { trace, place }: Pick<ShellCall, 'trace' | 'place'>,
): void {
  const [text = ''] = value.texts
  if (REROUTES.test(name) && /\w\.\w/.test(text))
    note(trace, place, 'power', {
      what: 'sends the traffic of every program through others',
      explained: NETWORK,
      value,
      targets: [`${name}=${text}`],
    })
  else if (UNCHECKED.test(name) && text === '0')
    note(trace, place, 'power', {
      what: 'lets anybody stand between programs and their servers',
      explained: CERTIFICATES,
      targets: [`${name}=${text}`],
    })
}

/** Writes down what a command does to the machine or an account beyond its own files. */
export function notePowers(call: ShellCall): void {
  const line = words(call).join(' ')
  for (const { when, what, explained } of BY_PROGRAM.get(call.name) ?? [])
    if (when === undefined || when.test(line))
      note(call.trace, call.place, 'power', {
        what,
        explained,
        value: addressIn(line),
        targets: [`${call.name} ${line}`],
      })
}

// Who gets what is led there; nobody, when no address is named.
function addressIn(line: string): Value {
  const url = /https?:\/\/[^\s"']+/.exec(line)?.[0]
  return url === undefined ? UNKNOWN : textValue(url)
}
