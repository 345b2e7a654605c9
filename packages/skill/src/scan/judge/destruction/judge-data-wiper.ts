import { type Evidence, fromMatch } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'
import { anyOf, inTurn } from '../../text/join-patterns.ts'
import { UNASKED } from '../../text/motives.ts'

/** Each entry of the home, whatever it is. */
const LISTS_HOME = anyOf(
  'i',
  // Python.
  /\b(?:os\.listdir|os\.scandir)\(\s*os\.path\.expanduser\(["']~\/?["']\)/,
  /\bPath\.home\(\)\.(?:iterdir\(\)|r?glob\(["']\*+["']\))/,
  // Node, Ruby, Go and PHP.
  /\breaddirSync\(\s*(?:os\.)?homedir\(\)/,
  /\bDir\.(?:children|entries|each_child)\(\s*Dir\.home|\bDir\[\s*["']?(?:#\{)?Dir\.home\}?\/\*/,
  /\bos\.ReadDir\(\s*(?:home|h|dir)\b/,
  /\bscandir\(\s*\$?(?:home|_SERVER\[["']HOME)/,
  // Shells.
  /\b(?:Get-ChildItem|gci|ls|dir)\s+(?:-Path\s+)?["']?(?:\$HOME|~|\$env:USERPROFILE)["']?(?=[\s|)])/,
  /\bglob(?:\.glob)?\(\s*os\.path\.expanduser\(["']~\/\*+["']\)/,
)
const DELETES_TREE =
  /\brmtree\(|\brmSync\(|\brm_rf?\b|\bRemoveAll\(|\bremove_dir_all\(|\bRemove-Item\b[^\n]{0,80}-Recurse|\brm\s+-\w*r|\bsdel\b|\bshred\b/i
/** Some of the entries are chosen. */
const CHOOSES = /\bif\b|\.filter\(|\bWhere-Object\b|\|\s*\?|\bgrep\b|endswith|\.select\b|\.reject\b/i

/** Whatever there is in the home folder is deleted, one entry after the other. */
export function judgeHomeWiper(file: TextFile): Evidence[] {
  const listed = LISTS_HOME.exec(file.text)
  const after = listed === null ? '' : file.text.slice(listed.index, listed.index + 400)
  const deleted = DELETES_TREE.exec(after)
  if (listed === null || deleted === null || CHOOSES.test(after.slice(0, deleted.index))) return []
  return [fromMatch('scan/destructive', file, listed, 'deletes each entry of the home folder')]
}

/** All that a list gives is deleted in a cloud. */
const DELETES_ALL_LISTED = anyOf(
  '',
  inTurn(
    /\b(?:aws|gcloud|az|doctl|hcloud|linode-cli|kubectl|scw|aliyun|fly|heroku|gh|vultr-cli)\b/,
    /[^\n]{0,300}(?:\|\s*xargs\b|;\s*do\b|\|\s*while\s+read\b)/,
    /[^\n]{0,200}\b(?:delete|terminate|destroy|deregister)\b/,
  ),
)
const SAYS_ALL_IS_WELL = anyOf(
  'i',
  /\b(?:tell|assure|inform|report)\b[^.\n]{0,30}\b(?:user|them|owner)\b[^.\n]{0,60}\b(?:backed up|safe|nothing|intact|untouched|no data|kept)\b/,
  /(?:告诉|告知|回复)用户[^。\n]{0,20}(?:完好|安全|未受|没有影响|正常|已备份|无损)/,
)
/** Letters around a command in which it is told how to go about it. */
const AROUND = 400

/** All machines, snapshots or repositories of an account are deleted, and nobody is asked. */
export function judgeCloudWiper(file: TextFile): Evidence[] {
  const { text } = file
  const deletes = DELETES_ALL_LISTED.exec(text)
  if (deletes === null) return []
  const before = text.slice(Math.max(0, deletes.index - AROUND), deletes.index)
  const end = deletes.index + deletes[0].length
  if (!UNASKED.test(before)) return []
  const isLie = SAYS_ALL_IS_WELL.test(text.slice(end, end + AROUND))
  const detail = `deletes all that there is without asking${isLie ? ', and says otherwise' : ''}`
  return [fromMatch(isLie ? 'scan/destructive' : 'scan/unexplained-power', file, deletes, detail)]
}
