import type { Fact } from '../../code/trace.ts'
import type { Mark } from '../../code/value.ts'
import type { Purpose } from '../../declared-purpose.ts'
import { fromFact } from '../../evidence.ts'
import { type HostRelation, isStrange, nameWords } from '../../text/host-relation.ts'
import { normalPath } from '../../text/path-class.ts'
import type { Sent } from './sent.ts'

/** A file of the user or of another program that is sent. */
export function judgeSentFile({ fact, purpose, relation, url, place }: Sent) {
  const taken = fact.data.marks.find((mark) => /^file:(?:~|\/(?!tmp\/|dev\/|path\/to\/|\uFFFC))./.test(mark))
  if (taken === undefined || fact.place.role !== 'asked') return
  // The name of a host is anybody's choice: it gives no right to what other programs keep.
  const isTaken =
    isStrange(relation) || (relation === 'affine' && fact.place.origin === 'script' && isOthers(taken, purpose))
  if (!isTaken) return
  if (isOwn(taken.slice(5), purpose) && relation === 'unrelated') return
  const isTheft = isKeptPrivate(taken.slice(5), purpose) || isOthers(taken, purpose) || isDropped(fact, relation)
  const rule = isTheft ? 'scan/secret-exfiltration' : 'scan/secret-to-stranger'
  return fromFact(rule, fact, `sends ${taken.slice(5)} to ${place}`, url)
}

// A script that leaves files of the user where anybody can pick them up.
function isDropped(fact: Fact, relation: HostRelation): boolean {
  return fact.place.origin === 'script' && (relation === 'paste' || relation === 'capture' || relation === 'ip')
}

/** Folders of the home that programs keep their own state in. */
const PRIVATE_PLACE = /^~\/(?:\.\w|Library\/|AppData\/)/

/** What agents remember of their work. */
const REMEMBERED = /^file:~\/\.(?:claude|codex|openclaw|cursor|gemini)\/(?:projects|sessions|agents|history)/

/** Whatever papers the user has. */
const PAPERS = /^file:~\/(?:Documents|Desktop|Pictures|Downloads)(?:\/?$|\/\S*\*)/

function isOthers(mark: Mark | undefined, purpose: Purpose): boolean {
  if (mark === undefined) return false
  return (
    REMEMBERED.test(mark) || (PAPERS.test(mark) && !/back-?up|sync|upload|archiv|备份|同步|上传/.test(purpose.said))
  )
}

// A folder at home that has the whole name of the skill is its own.
function isOwn(path: string, { name }: Purpose): boolean {
  return (
    name.length > 3 &&
    normalPath(path)
      .replace(/^~\/(?:\.(?:config|cache|local\/share)\/)?\.?/, '')
      .startsWith(`${name}/`)
  )
}

// The state of a program that the skill does not speak of; what it keeps for itself has its name.
function isKeptPrivate(path: string, purpose: Purpose): boolean {
  const normal = normalPath(path)
  const isOwn = nameWords(normal).some((word) => purpose.words.has(word)) || namesLabel(normal, purpose)
  return PRIVATE_PLACE.test(normal) && !isOwn
}

// `~/.yt_config.json` of `yt`.
function namesLabel(path: string, { label }: Purpose): boolean {
  return (
    label !== undefined &&
    path
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .includes(label)
  )
}
