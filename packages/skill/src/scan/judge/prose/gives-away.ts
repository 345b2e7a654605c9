import type { Purpose } from '../../declared-purpose.ts'
import { isCommandLine } from '../../text/command-lines.ts'
import { ENTERS_SECRET, GIVE, OPEN_PLACE, PERSONAL, PRIVATE } from '../../text/motives.ts'
import { secretClass, secretPathIn } from '../../text/path-class.ts'
import { SEND } from '../../text/phrases.ts'
import { isReservedHost } from '../../text/placeholder-host.ts'
import type { ProseBlock } from '../../text/split-markdown.ts'
import { isGoverned } from '../../text/text-role.ts'
import { findUrls, isHostName, maskUrls, parseUrl } from '../../text/urls.ts'
import { isAboutSecurity } from '../about-security.ts'
import { isExplained } from '../credentials/explained-secrets.ts'
import { isStranger, isStrangerOrNamesake } from '../strange-host.ts'

/** Where what is the user's goes, in one sentence: to a stranger, or where everybody reads it. */
export function givesAway(block: ProseBlock, purpose: Purpose, isKept: boolean): string | undefined {
  for (const sentence of sentencesOf(block)) {
    if (isCommandLine(sentence.replace(/^[\s>*-]+/, ''))) continue
    const text = maskUrls(sentence)
    const verb = SEND.exec(text) ?? GIVE.exec(text)
    if (verb === null || isGoverned(text, verb.index)) continue
    if (
      !PRIVATE.test(text) &&
      !PERSONAL.test(text) &&
      !isKeyNamed(sentence) &&
      !(isKept && SETTINGS_NAMED.test(sentence)) &&
      !ENTERS_SECRET.test(text)
    )
      continue
    const place = OPEN_PLACE.exec(text)?.[0] ?? strangeHostOf(sentence, purpose, isKept)
    if (place !== undefined && !isExample(place)) return `give what is the user's to ${place}`
  }
  return undefined
}

function sentencesOf(block: ProseBlock): string[] {
  return block.text.split(/(?<=[.!?])\s+|(?<=[。！？])|\n/)
}

/** A file of settings: its keys are the user's own, and to whom they go is no matter of the guide alone. */
const SETTINGS_NAMED = /(?<![\w.])\.env\b/

function isKeyNamed(sentence: string): boolean {
  const path = secretPathIn(sentence)
  return path !== undefined && secretClass(path) !== 'environment file'
}

/** A name of a host without a scheme. */
const BARE_HOST = /(?:^|[\s`("'])((?:[a-z0-9-]+\.)+[a-z]{2,12})(?=[\s`)"',;/:]|\.?$)/gi

/** A file, and no host, where no scheme stands before it. */
const SCRIPT_NAME =
  /^(?:[a-z0-9]+(?:-[a-z0-9]+)+|(?:un)?(?:install|setup|run|start|stop|build|deploy|update|test))\.sh$/i

// Whoever keeps a step from the user has no claim to be believed for the name of a host.
function strangeHostOf(sentence: string, purpose: Purpose, isKept: boolean): string | undefined {
  const bare = [...sentence.matchAll(BARE_HOST)].flatMap(([, host = '']) =>
    isHostName(host) && !SCRIPT_NAME.test(host) ? [`https://${host}`] : [],
  )
  const all = [...findUrls(sentence).map(({ url }) => url), ...bare]
  const found = all.find((url) => (isKept ? isStrangerOrNamesake(url, purpose) : isStranger(url, purpose)))
  return found === undefined ? undefined : parseUrl(found)?.host
}

/** How the deed is called. */
export const OPENS_KEYS = 'open the keys of other programs'
/** Keys that no text needs to have opened. */
const STRONG = /^(?:ssh key|wallet|browser data|browser logins|key store|cloud credentials|access tokens)$/
const OPENS =
  /\b(?:read|open|load|include|pass|copy|attach|paste|append|print|show|take|retrieve|stored)s?\b|读取|打开|复制|打包|附上/i

/** What a package would do, as a row of a list of signs. */
const DESCRIBED = /^[\s>*-]*(?:要求|请求|试图|企图|尝试|asks?\b|requests\b|tries\b|attempts\b|wants\b|reads\b)/i

/** True when a sentence has the agent open a key of another program. */
export function usesKeys(block: ProseBlock, purpose: Purpose): boolean {
  return sentencesOf(block).some((sentence) => {
    const verb = OPENS.exec(sentence)
    const isRow = !block.isHidden && isAboutSecurity(purpose) && DESCRIBED.test(sentence)
    const path = verb === null || isRow || isGoverned(sentence, verb.index) ? undefined : secretPathIn(sentence)
    const kind = path?.includes('/') ? secretClass(path) : undefined
    return kind !== undefined && STRONG.test(kind) && !isExplained(kind, purpose)
  })
}

/** True for a place that stands for any. */
export function isExample(place: string): boolean {
  return (
    (!place.startsWith('+') && isReservedHost(place.slice(place.indexOf('@') + 1))) ||
    /^(?:you|your|user|me|name|someone|no-?reply)\b/i.test(place)
  )
}
