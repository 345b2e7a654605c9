import type { Purpose } from '../../declared-purpose.ts'
import { type Evidence, fromMatch } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'
import { DOWNLOAD_CRADLE } from '../../text/download-cradles.ts'
import { anyOf } from '../../text/join-patterns.ts'
import { isStrangerOrNamesake } from '../strange-host.ts'

/** An account with a password that is written out as its hash: its author knows the password. */
const KNOWN_PASSWORD = anyOf(
  '',
  /\b(?:useradd|usermod|adduser)\b[^\n]{0,120}\s(?:-p|--password)[\s=]*["']?\\?\$[1256y]\w?\\?\$[\w./$\\]{4,}/,
  /:\\?\$[1256y]\w?\\?\$[\w./$\\]{4,}:0:0:[^:\n]{0,40}:[^:\n]{0,60}:\/bin\/\w{0,3}sh\b/,
)

/** An account for the author of the skill. */
export function judgeBackdoorAccount(file: TextFile): Evidence[] {
  const account = KNOWN_PASSWORD.exec(file.text)
  return account === null
    ? []
    : [fromMatch('scan/loosened-permissions', file, account, 'makes an account whose password its author knows')]
}

/** A second account that is root, a shell that makes root of everybody, a rule that lets everybody be root. */
const KEEPS_ROOT = anyOf(
  'im',
  // An account with the number of root.
  /\b(?:useradd|usermod|adduser)\b[^\n]{0,120}\s(?:-\w{0,3}u|--uid)[ =]0\b/,
  /\bdscl\b[^\n]{0,120}\bUniqueID\s+0\b/,
  // A shell, or a copy of one, with setuid.
  /\bchmod\s+(?:[ugoa]*\+[rwx]*s|[2467][0-7]{3})\s+\S*\/(?:ba|z|da|k)?sh\b/,
  /\b(?:cp|install|ln)\b[^\n]{0,80}\/bin\/(?:ba|z|da|k)?sh\s+(\S{3,80})[\s\S]{0,160}?\bchmod\s+(?:[ugoa]*\+[rwx]*s|[2467][0-7]{3})\s+\1/,
  /\bsetcap\s+\S*cap_setuid\S*\s+\S+/,
  // Lines of sudoers and passwd.
  /(?:^|["'\s])ALL\s+ALL\s*=\s*\(ALL(?::ALL)?\)\s*NOPASSWD/,
  /^[^\n]{0,80}["'][\w.-]{1,30}:[^:\n]{0,40}:0:0:[^:\n]{0,40}:[^:\n]{0,60}:\/bin\/\w{0,3}sh\b[^\n]{0,20}\/etc\/passwd/,
  /\bnet\s+localgroup\s+administrators\b[^\n]{0,60}\/add\b/,
)

/** A privilege that stays: whoever has the account of the user can be root again. */
export function judgeKeptRoot(file: TextFile): Evidence[] {
  // The words of a command may stand in a list.
  const kept = KEEPS_ROOT.exec(file.text.replace(/["']\s*,\s*["']/g, ' '))
  if (kept === null) return []
  return [fromMatch('scan/loosened-permissions', file, kept, 'keeps a way to be root')]
}

/** The disk of the machine inside a container: by a command, a compose file or a manifest of Kubernetes. */
const MOUNTS_ROOT = anyOf(
  'm',
  /\b(?:docker|podman|nerdctl)\b[^\n]{0,200}(?:\s-v[= ]?["']?|--volume[= ]["']?|source=)\/(?::\/|,)/,
  /^\s*(?:-\s*|volumes:\s*\[\s*)["']?\/:\/\w/,
  /\bhostPath:\s*\{?\s*(?:\n\s*)?path:\s*["']?\/["']?\s*(?:$|\}|\n)/,
)
const ENTERS_ROOT = /\b(?:chroot|nsenter)\b/
/** An image from a registry that is named, in a file or in a command. */
const IMAGE = anyOf(
  '',
  /\bimage:\s*["']?([\w.-]+\.[a-z]{2,24})(?::\d+)?\//,
  /\b(?:docker|podman|nerdctl)\s+run\b[^\n]{0,300}?\s([\w-]+(?:\.[\w-]+)+)(?::\d+)?\/[\w./:-]+/,
)

/** A container that escapes to its machine, with an image or code of a stranger in it. */
export function judgeMountedRoot(file: TextFile, purpose: Purpose): Evidence[] {
  const { text } = file
  const mount = MOUNTS_ROOT.exec(text)
  if (mount === null) return []
  const image = IMAGE.exec(text)
  const host = image?.[1] ?? image?.[2]
  const isForeign = host !== undefined && isStrangerOrNamesake(`https://${host}`, purpose)
  const isFetched = ENTERS_ROOT.test(text) && DOWNLOAD_CRADLE.test(text)
  if (!isForeign && !isFetched) return []
  const detail = `gives the disk of the machine to ${isForeign ? `an image of ${host}` : 'what it fetches'}`
  return [fromMatch('scan/loosened-permissions', file, mount, detail)]
}
