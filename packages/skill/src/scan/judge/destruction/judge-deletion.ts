import type { Fact } from '../../code/trace.ts'
import type { Purpose } from '../../declared-purpose.ts'
import { type Evidence, fromFact } from '../../evidence.ts'
import type { RuleId } from '../../rules.ts'
import { isCriticalPath, isLogPath, normalPath } from '../../text/path-class.ts'
import { isAboutSecurity } from '../about-security.ts'

/** What skills that wipe disks or homes say they do. */
const WIPING =
  /disk|wip(?:e|ing)|eras|format|partition|flash|image|usb|sd card|raspberry|boot|clean|uninstall|reset|磁盘|清理|刷机/
/** The same of those that delete logs. */
const CLEANING =
  /clean|disk|\blogs?\b|logging|rotat|maintenance|storage|space|forensic|history|session|reset|uninstall|清理|日志/

/** What is deleted: a home, a system, a disk, or the logs of what was done. */
export function judgeDeletion(fact: Fact, purpose: Purpose): Evidence[] {
  const { place } = fact
  const log = fact.targets.find((target) => isLogPath(target))
  const vital = fact.targets.find((target) => isCriticalPath(target))
  // Whatever there is in the home folder, one after the other.
  const each = fact.targets.find((target) => /^(?:~\/)+\uFFFC$/.test(normalPath(target)))
  if (vital === undefined && each !== undefined && place.origin === 'script')
    return [fromFact('scan/dangerous-delete', fact, `deletes what it finds in the home folder (${fact.what})`)]
  if (log === undefined && vital === undefined) return []
  const detail = `deletes ${log ?? vital} (${fact.what})`
  // An order to wipe the machine or the home, in a skill that never speaks of that.
  const isUnexplained = place.role === 'asked' && !WIPING.test(purpose.said) && !isAboutSecurity(purpose)
  if (vital !== undefined && isUnexplained && /overwriting a disk|shred|find/.test(fact.what))
    return [fromFact('scan/destructive', fact, detail)]
  if (vital !== undefined && / -r|rmtree|rm|mkfs|disk|wipefs|find|Remove/i.test(fact.what)) {
    const rule: RuleId =
      place.origin === 'document' || isAboutSecurity(purpose) ? 'scan/dangerous-delete' : 'scan/destructive'
    return [fromFact(rule, fact, detail)]
  }
  if (log === undefined) return []
  const isExpected = CLEANING.test(purpose.said) || isAboutSecurity(purpose)
  return [fromFact(isExpected || isOwnLog(log) ? 'scan/log-cleanup' : 'scan/log-wiping', fact, detail)]
}

// What an agent itself writes down of its sessions.
function isOwnLog(log: string): boolean {
  return (
    /\/(?:sessions|projects|transcripts|logs?)\b/.test(log) &&
    /^~?\/?\.(?:openclaw|claude|codex|hermes)/.test(normalPath(log))
  )
}
