import { jsonEquals, preview } from '../json.ts'
import type { Action } from '../open-contract.ts'
import { toPointer } from '../pointer.ts'
import { type ContractChange, judged } from './judge-change.ts'
import { judgeInput } from './judge-input.ts'
import { judgeOutput } from './judge-output.ts'

/** Compares two versions of an action. */
export function compareActions(before: Action, after: Action): ContractChange[] {
  const action = after.name
  const input = judgeInput(before.input.schema, after.input.schema, {
    before: before.passThrough,
    after: after.passThrough,
  })
  const output = judgeOutput(before.output.schema, after.output.schema)
  return [
    ...input.map((change) => ({ ...change, action, direction: 'input' as const })),
    ...output.map((change) => ({ ...change, action, direction: 'output' as const })),
    ...[...comparePromises(before, after), ...compareTexts(before, after)].map((change) => ({ ...change, action })),
  ]
}

/** What an action promises beside its schemas. */
function comparePromises(before: Action, after: Action): ContractChange[] {
  const changes: ContractChange[] = []
  const at = (key: string) => toPointer(['actions', after.name, key])
  if (before.idempotent && !after.idempotent) {
    changes.push(
      judged('major', at('idempotent'), 'The action is no longer idempotent: repeating a call may do harm now.'),
    )
  } else if (!before.idempotent && after.idempotent) {
    changes.push(judged('minor', at('idempotent'), 'The action is idempotent now.'))
  }
  if (before.timeoutSeconds !== after.timeoutSeconds)
    changes.push(compareTimeouts(before, after, at('timeout_seconds')))
  if (before.passThrough !== undefined && before.passThrough !== after.passThrough) {
    const name = preview(before.passThrough)
    changes.push(judged('major', at('pass_through'), `What is sent under ${name} is no longer forwarded untouched.`))
  } else if (after.passThrough !== before.passThrough) {
    changes.push(
      judged(
        'minor',
        at('pass_through'),
        `What is sent under ${preview(after.passThrough)} is forwarded untouched now.`,
      ),
    )
  }
  return changes
}

function compareTimeouts(before: Action, after: Action, path: string): ContractChange {
  const [old, next] = [before.timeoutSeconds, after.timeoutSeconds]
  const say = (seconds: number | undefined) => (seconds === undefined ? 'not stated' : `${seconds} s`)
  const reason = `The time limit was ${say(old)} and is now ${say(next)}.`
  const isShorter = (next ?? Number.POSITIVE_INFINITY) < (old ?? Number.POSITIVE_INFINITY)
  if (!isShorter) return judged('patch', path, reason)
  return judged('minor', path, reason, { caution: 'Calls that took longer were answered, and now run out of time.' })
}

function compareTexts(before: Action, after: Action): ContractChange[] {
  const changed = (['description', 'docs', 'examples'] as const).filter((key) => !jsonEquals(before[key], after[key]))
  return changed.map((key) => {
    const path = toPointer(['actions', after.name, key === 'docs' ? 'x-docs' : key])
    return judged('patch', path, `The ${key} of the action changed.`)
  })
}
