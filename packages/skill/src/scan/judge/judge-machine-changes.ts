import type { Fact } from '../code/trace.ts'
import { textsOf } from '../code/value.ts'
import type { Purpose } from '../declared-purpose.ts'
import { type Evidence, fromFact } from '../evidence.ts'
import { RUNS_WHEN_READ } from '../text/download-cradles.ts'
import { normalPath, persistenceClass } from '../text/path-class.ts'
import { judgeFileMode } from './access/judge-file-mode.ts'
import { isStoppedProtection, judgeWeakenedProtection } from './access/judge-weakened-protection.ts'
import { judgeDeletion } from './destruction/judge-deletion.ts'
import { isOwnCopy, judgeLasting } from './persistence/judge-lasting.ts'

/** Everything that outlasts the skill or harms the machine: start-up entries, agent instructions, deletions, loosened rights. */
export function judgeMachineChanges(facts: readonly Fact[], purpose: Purpose): Evidence[] {
  const stopped = new Set(facts.flatMap((fact) => (isStoppedProtection(fact) ? fact.targets : [])))
  return facts.flatMap((fact) => {
    if (fact.place.origin === 'test') return []
    switch (fact.kind) {
      case 'lasting':
        return judgeLasting(fact, fact.what, fact.targets.join(' '), purpose)
      case 'write':
        return judgeWrite(fact, purpose)
      case 'delete':
        return judgeDeletion(fact, purpose)
      case 'mode':
        return judgeFileMode(fact)
      case 'weaken':
        return judgeWeakenedProtection(fact, stopped, purpose)
      case 'invisible':
        return [fromFact('scan/invisible-output', fact, fact.what)]
      case 'update':
        return judgeUpdate(fact, purpose)
      default:
        return []
    }
  })
}

/** Hidden files at home and settings of the system: other programs read them when they start. */
const STARTED_BY_OTHERS = /^~\/\.(?!cache\b|local\/bin\b|ssh\b)\w|^\/etc\//
/** A program in a folder of programs, which starts when it is called, and data, which does not start. */
const STARTED_BY_NOBODY = /\/(?:bin|scripts)\/|\.(?:jsonl?|log|txt|md|csv)$/

function judgeWrite(fact: Fact, purpose: Purpose): readonly Evidence[] {
  const path = fact.targets.find((target) => persistenceClass(target) !== undefined)
  if (path !== undefined) return judgeLasting(fact, persistenceClass(path) ?? '', path, purpose)
  // A document of the package is read where it lies.
  if (isForAgents(fact) && !isOwnCopy(fact)) {
    const detail = `writes an order for agents into ${fact.targets[0] ?? 'a document'}`
    return [fromFact('scan/turned-agent', fact, detail, textsOf(fact.data)[0])]
  }
  const start = fact.targets.find(
    (target) => STARTED_BY_OTHERS.test(normalPath(target)) && !STARTED_BY_NOBODY.test(target),
  )
  return start !== undefined && textsOf(fact.data).some((text) => RUNS_WHEN_READ.test(text))
    ? judgeLasting(fact, 'start-up file of a program', start, purpose)
    : []
}

/** Addressed to an agent, or unseen by who looks at the page. */
const TO_AGENTS = /<!--|\b(?:agents?|assistants?|AIs?|LLMs?|models?)\b(?!["'])[^\n]{0,12}:/i

// A document that others will read gets a line that has their agents fetch and run something.
function isForAgents({ place, targets, data }: Fact): boolean {
  return (
    place.origin === 'script' &&
    targets.some((target) => /\.(?:mdx?|mdc|txt|rst|adoc)$|(?:^|\/)README$/i.test(target)) &&
    textsOf(data).some((text) => TO_AGENTS.test(text) && RUNS_WHEN_READ.test(text))
  )
}

function judgeUpdate(fact: Fact, purpose: Purpose): Evidence[] {
  const text = textsOf(fact.value).join(' ')
  const isOwn = /skills?\b|\{baseDir\}|SKILL_DIR|CLAUDE_PLUGIN_ROOT/.test(text)
  if (!isOwn || /updat|upgrad|sync|git\b|version|install|manage/.test(purpose.said)) return []
  return [fromFact('scan/self-update', fact, `${fact.what} in a skill folder`, text)]
}
