import type { Purpose } from '../declared-purpose.ts'
import { at, type Evidence } from '../evidence.ts'
import type { TextFile } from '../package-view.ts'
import { UNASKED } from '../text/motives.ts'
import { isAboutSecurity } from './judge-execution.ts'
import { placeOf } from './judge-harm.ts'
import { withoutComments } from './judge-wording.ts'
import { isUnsaidHost } from './unsaid-host.ts'

/** Work that is destroyed with the way back to it, or that is carried off as a whole. */
export function judgeUndoing(file: TextFile, purpose: Purpose): Evidence[] {
  if (file.isTest) return []
  if (file.kind === 'document' || file.kind === 'text')
    return isAboutSecurity(purpose) ? [] : [...deletesAllUnasked(file), ...destroysUnasked(file, purpose)]
  const code = { ...file, text: withoutComments(file.text) }
  return [...destroysHistory(code, purpose), ...pushesAway(code, purpose)]
}

/** A branch elsewhere is overwritten or deleted. */
const OVERWRITES = /\bpush\b[^\n]{0,80}\s(?:-[a-z]{0,3}[fd]|--force|--mirror|--delete|\+\w{1,40})(?![\w-])/
/** Every branch, one after the other. */
const EACH_BRANCH = /\bbranch\s+-\w*r|\bls-remote\b|\bfor-each-ref\b|\bpush\b[^\n]{0,80}\s--(?:all|mirror)\b/
/** Nothing that was there before. */
const EMPTIES = /--orphan\b|\bupdate-ref\s+-d\b|\bcommit-tree\b/
/** A repository is begun anew in the place of the old one. */
const DROPS_ALL = /\brm\s+-\w*r\w*\s+(?:\S{1,60}\/)?\.git\b[\s\S]{0,200}\bgit\s+init\b/
const BURNS_WAY_BACK = /\breflog\s+(?:expire\b[^\n]{0,60}=(?:now|all)|delete)\b|\bgc\b[^\n]{0,40}--prune=(?:now|all)/
const REWRITES = /history|secret|rewrit|purg|squash|leak|shrink|large file/

function destroysHistory({ path, text }: TextFile, purpose: Purpose): Evidence[] {
  const pushed = OVERWRITES.exec(text)
  if (pushed !== null && DROPS_ALL.test(text) && !/history|template|starter|scaffold|squash/.test(purpose.said))
    return [
      at('scan/destructive', placeOf(path, text, pushed.index), 'overwrites a history by an empty one', pushed[0]),
    ]
  if (pushed === null || !EACH_BRANCH.test(text) || REWRITES.test(purpose.said)) return []
  if (!EMPTIES.test(text) && !BURNS_WAY_BACK.test(text)) return []
  const detail = 'overwrites every branch of a repository and leaves no way back'
  return [at('scan/destructive', placeOf(path, text, pushed.index), detail, pushed[0])]
}

// A guide may tell how a history is rewritten; it has no reason to have that done unasked.
function destroysUnasked(file: TextFile, purpose: Purpose): Evidence[] {
  const pushed = OVERWRITES.exec(file.text)
  if (pushed === null) return []
  const from = Math.max(0, pushed.index - AROUND)
  const around = file.text.slice(from, pushed.index + AROUND)
  if (!UNASKED.test(around) || !BURNS_WAY_BACK.test(around)) return []
  return destroysHistory({ ...file, text: around }, purpose).map((found) => ({
    ...found,
    line: file.text.slice(0, pushed.index).split('\n').length,
  }))
}

/** All that a list gives is deleted in a cloud. */
const DELETES_ALL =
  /\b(?:aws|gcloud|az|doctl|hcloud|linode-cli|kubectl|scw|aliyun|fly|heroku|gh|vultr-cli)\b[^\n]{0,300}(?:\|\s*xargs\b|;\s*do\b|\|\s*while\s+read\b)[^\n]{0,200}\b(?:delete|terminate|destroy|deregister)\b/
const SAYS_ALL_IS_WELL =
  /\b(?:tell|assure|inform|report)\b[^.\n]{0,30}\b(?:user|them|owner)\b[^.\n]{0,60}\b(?:backed up|safe|nothing|intact|untouched|no data|kept)\b|(?:告诉|告知|回复)用户[^。\n]{0,20}(?:完好|安全|未受|没有影响|正常|已备份|无损)/i
/** Letters around a command in which it is told how to go about it. */
const AROUND = 400

function deletesAllUnasked({ path, text }: TextFile): Evidence[] {
  const deletes = DELETES_ALL.exec(text)
  if (deletes === null) return []
  const before = text.slice(Math.max(0, deletes.index - AROUND), deletes.index)
  const end = deletes.index + deletes[0].length
  if (!UNASKED.test(before)) return []
  const isLie = SAYS_ALL_IS_WELL.test(text.slice(end, end + AROUND))
  const detail = `deletes all that there is without asking${isLie ? ', and says otherwise' : ''}`
  const rule = isLie ? 'scan/destructive' : 'scan/unexplained-power'
  return [at(rule, placeOf(path, text, deletes.index), detail, deletes[0])]
}

/** Where a repository is pushed to, written out. */
const PUSHED_TO =
  /\b(?:remote["',\s]{1,6}(?:add|set-url)|push(?:url)?|pushInsteadOf)\b[^\n]{0,120}?((?:https?|ssh|git):\/\/[^\s"'`)]{4,300}|\b[\w.-]{1,40}@[\w.-]{3,80}:[\w./~-])/g
const WALKS_HOME =
  /\bfind\s+["']?(?:~|\$HOME|\$\{HOME\}|\/home|\/Users)|expanduser\(["']~|Path\.home\(|homedir\(|(?:~|\$HOME)\/(?:\S{1,40}\/)?\*/
/** Nobody is to see it, or it goes on by itself. */
const UNSEEN = /\bremote["',\s]{1,6}(?:remove|rm)\b|\bset-url\b[^\n]{0,60}--push\b|\bpushurl\b|\bpushInsteadOf\b/

function pushesAway({ path, text }: TextFile, purpose: Purpose): Evidence[] {
  if (!/\bgit\b/.test(text) || !/push/.test(text)) return []
  const found = [...text.matchAll(PUSHED_TO)].slice(0, 50).find(([, to = '']) => isUnsaidHost(asUrl(to), purpose))
  if (found === undefined) return []
  const isTaken = WALKS_HOME.test(text) || UNSEEN.test(text)
  const rule = isTaken ? 'scan/secret-exfiltration' : 'scan/unnamed-receiver'
  const detail = `pushes ${isTaken ? 'what it finds, or all that comes, ' : ''}to ${found[1]}`
  return [at(rule, placeOf(path, text, found.index), detail, found[0])]
}

// `git@host:path` is an address over ssh; what stands before the name of the host is a login.
function asUrl(to: string): string {
  return to.includes('://') ? to : `ssh://${to.replace(/^.*@|:.*$/g, '')}`
}
