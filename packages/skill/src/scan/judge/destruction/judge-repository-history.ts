import type { Purpose } from '../../declared-purpose.ts'
import { type Evidence, fromMatch } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'
import { lineAt } from '../../text/line-at.ts'
import { UNASKED } from '../../text/motives.ts'

/** A branch elsewhere is overwritten or deleted. */
const OVERWRITES = /\bpush\b[^\n]{0,80}\s(?:-[a-z]{0,3}[fd]|--force|--mirror|--delete|\+\w{1,40})(?![\w-])/
/** Every branch, one after the other. */
const EACH_BRANCH = /\bbranch\s+-\w*r|\bls-remote\b|\bfor-each-ref\b|\bpush\b[^\n]{0,80}\s--(?:all|mirror)\b/
/** Nothing that was there before. */
const EMPTIES = /--orphan\b|\bupdate-ref\s+-d\b|\bcommit-tree\b/
/** A repository is begun anew in the place of the old one. */
const BEGINS_ANEW = /\brm\s+-\w*r\w*\s+(?:\S{1,60}\/)?\.git\b[\s\S]{0,200}\bgit\s+init\b/
/** The way back: what git keeps of commits that no branch has any more. */
const DROPS_REFLOG = /\breflog\s+(?:expire\b[^\n]{0,60}=(?:now|all)|delete)\b|\bgc\b[^\n]{0,40}--prune=(?:now|all)/
/** Skills that rewrite a history for a reason. */
const REWRITES = /history|secret|rewrit|purg|squash|leak|shrink|large file/

/** A script that overwrites the history of a repository elsewhere. */
export function judgeOverwrittenHistory(file: TextFile, purpose: Purpose): Evidence[] {
  const { text } = file
  const pushed = OVERWRITES.exec(text)
  if (pushed !== null && BEGINS_ANEW.test(text) && !/history|template|starter|scaffold|squash/.test(purpose.said))
    return [fromMatch('scan/destructive', file, pushed, 'overwrites a history by an empty one')]
  if (pushed === null || !EACH_BRANCH.test(text) || REWRITES.test(purpose.said)) return []
  if (!EMPTIES.test(text) && !DROPS_REFLOG.test(text)) return []
  const detail = 'overwrites every branch of a repository and leaves no way back'
  return [fromMatch('scan/destructive', file, pushed, detail)]
}

/** Letters around a command in which it is told how to go about it. */
const AROUND = 400

/** A guide may tell how a history is rewritten; it has no reason to have that done unasked. */
export function judgeHistoryOrder(file: TextFile, purpose: Purpose): Evidence[] {
  const pushed = OVERWRITES.exec(file.text)
  if (pushed === null) return []
  const from = Math.max(0, pushed.index - AROUND)
  const around = file.text.slice(from, pushed.index + AROUND)
  if (!UNASKED.test(around) || !DROPS_REFLOG.test(around)) return []
  return judgeOverwrittenHistory({ ...file, text: around }, purpose).map((found) => ({
    ...found,
    line: lineAt(file.text, pushed.index),
  }))
}
