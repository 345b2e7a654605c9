import { isObject, preview } from '../json.ts'
import { namesType } from '../schema-types.ts'
import { completeVersion, parseVersion } from '../version.ts'
import { declaredProperty } from './declared-properties.ts'
import { onActions, type Rule } from './rule.ts'
import { resolved } from './schema-site.ts'

const MAX_TIMEOUT_SECONDS = 300

/** Rules about the contract and its actions as a whole. */
export const ACTION_RULES: readonly Rule[] = [
  {
    id: 'contract/version',
    severity: 'warning',
    summary: 'The contract states no version, or not a semantic one.',
    why: 'Old callers are recognised, migrated and warned by it; without one every change breaks some caller silently.',
    fix: 'Add `"version": "1.0.0"` and raise it as `skillwright contract compare` says.',
    fixable: true,
    check({ contract }, report) {
      if (!contract) return
      const { version } = contract.value
      if (version === undefined) report(contract, 'Expected a version, got none')
      if (typeof version !== 'string' || isVersion(version)) return
      const whole = completeVersion(version)
      report(contract, `Expected a semantic version such as 1.2.0, got ${preview(version)}`, {
        at: ['version'],
        ...(isVersion(whole) ? { fix: `Write "${whole}".` } : {}),
        ...(isVersion(whole) ? { repair: { edits: [{ at: ['version'], value: whole }] } } : {}),
      })
    },
  },
  {
    id: 'contract/action-description',
    severity: 'warning',
    summary: 'An action has no description.',
    why: 'A model chooses an action by its description; without one it is chosen by accident or never.',
    fix: 'Say in a sentence or two what it does and when to use it.',
    fixable: false,
    check: onActions((action, report) => {
      const { description } = action.value
      if (typeof description !== 'string' || description.trim() === '') report(action, 'This action has no description')
    }),
  },
  {
    id: 'contract/action-examples',
    severity: 'info',
    summary: 'An action has no examples.',
    why: 'One complete example shows more than many descriptions, and it is run as a test.',
    fix: 'Add `"examples": [{ "input": { … }, "output": { … } }]`.',
    fixable: false,
    check: onActions((action, report) => {
      const { examples } = action.value
      if (!Array.isArray(examples) || examples.length === 0) report(action, 'This action has no examples')
    }),
  },
  {
    id: 'contract/action-idempotent',
    severity: 'info',
    summary: 'An action does not say whether it is idempotent.',
    why: 'A failed call is repeated without asking only where repeating does no harm.',
    fix: 'Add `"idempotent": true`, or `false`.',
    fixable: false,
    check: onActions((action, report) => {
      if (action.value.idempotent === undefined) report(action, 'This action does not say whether it is idempotent')
    }),
  },
  {
    id: 'contract/action-timeout',
    severity: 'warning',
    summary: `An action may take longer than ${MAX_TIMEOUT_SECONDS} seconds.`,
    why: 'Hosts and proxies give up earlier: the work goes on and the answer is lost.',
    fix: `Let it answer within ${MAX_TIMEOUT_SECONDS} seconds, or make it a job.`,
    fixable: false,
    check: onActions((action, report) => {
      const seconds = action.value.timeout_seconds
      if (typeof seconds !== 'number' || seconds <= MAX_TIMEOUT_SECONDS) return
      report(action, `Expected at most ${MAX_TIMEOUT_SECONDS} seconds, got ${seconds}`, { at: ['timeout_seconds'] })
    }),
  },
  {
    id: 'contract/pass-through',
    severity: 'error',
    summary: '`pass_through` names a property that is declared and is no object.',
    why: 'Only the keys of an object can be forwarded.',
    fix: 'Name an object property, or one that is not declared: it is then added.',
    fixable: false,
    check: onActions((action, report) => {
      const name = action.value.pass_through
      if (typeof name !== 'string' || !action.input) return
      const property = declaredProperty(resolved(action.input).schema, name)
      if (property === undefined) return
      if (isObject(property) && (property.type === undefined || namesType(property, 'object'))) return
      report(action, `${preview(name)} is no object`, { at: ['pass_through'] })
    }),
  },
]

function isVersion(text: string): boolean {
  try {
    return parseVersion(text).text === text.replace(/\+.*$/, '')
  } catch {
    return false
  }
}
