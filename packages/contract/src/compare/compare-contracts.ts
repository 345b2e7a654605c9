import { jsonEquals, preview } from '../json.ts'
import type { Migrations } from '../migrations/open-migrations.ts'
import { type Contract, openContract } from '../open-contract.ts'
import { toPointer } from '../pointer.ts'
import type { Bump } from '../version-bump.ts'
import { compareActions } from './compare-actions.ts'
import { type ContractChange, judged, largestBump } from './judge-change.ts'

/** How far a contract is from an earlier one. */
export interface ContractComparison {
  /** The smallest version step that semantic versioning allows. */
  readonly bump: Bump
  readonly changes: readonly ContractChange[]
}

/**
 * Compares two contracts, opened or as documents, and names the version step that the changes take, with one reason per
 * change (document A 31.5). The version they state is not compared.
 */
export function compareContracts(before: unknown, after: unknown): ContractComparison {
  const [old, next] = [asContract(before), asContract(after)]
  const changes = [
    ...compareTools(old.toolsRequired, next.toolsRequired),
    ...compareActionNames(old, next),
    ...compareMigrations(old.migrations, next.migrations),
    ...compareTexts(old, next),
  ]
  return { bump: largestBump(changes), changes }
}

function asContract(value: unknown): Contract {
  return isContract(value) ? value : openContract(value)
}

function isContract(value: unknown): value is Contract {
  return typeof value === 'object' && value !== null && 'actions' in value && value.actions instanceof Map
}

/** A tool that is gone or replaced is major; one more is a new demand on the host, not on the caller. */
function compareTools(old: readonly string[], next: readonly string[]): ContractChange[] {
  const path = '/tools_required'
  const added = next.filter((tool) => !old.includes(tool))
  const removed = old.filter((tool) => !next.includes(tool))
  const isReplaced = removed.length > 0 && added.length > 0
  return [
    ...removed.map((tool) => {
      const by = isReplaced ? `, probably replaced by ${added.map((name) => preview(name)).join(', ')}` : ''
      return judged('major', path, `The required tool ${preview(tool)} was dropped${by}.`)
    }),
    ...added.map((tool) => {
      const caution = 'Hosts without the tool can no longer run the skill.'
      return judged(isReplaced ? 'major' : 'minor', path, `The tool ${preview(tool)} is newly required.`, { caution })
    }),
  ]
}

function compareActionNames(old: Contract, next: Contract): ContractChange[] {
  const changes: ContractChange[] = []
  const added = [...next.actions.values()].filter(({ name }) => !old.actions.has(name))
  for (const [name, action] of old.actions) {
    const now = next.actions.get(name)
    if (now) changes.push(...compareActions(action, now))
    else {
      const alike = added.find((other) => jsonEquals(other.input.schema, action.input.schema))
      const hint = alike ? `; it was probably renamed to ${preview(alike.name)}` : ''
      changes.push({
        ...judged('major', toPointer(['actions', name]), `Action ${preview(name)} was removed${hint}.`),
        action: name,
      })
    }
  }
  for (const { name } of added) {
    changes.push({
      ...judged('minor', toPointer(['actions', name]), `Action ${preview(name)} was added.`),
      action: name,
    })
  }
  return changes
}

/** Migrations are promises to callers of older versions. */
function compareMigrations(old: Migrations, next: Migrations): ContractChange[] {
  const facts = ({ all }: Migrations) => all.map(({ from, to, action, steps }) => ({ from, to, action, steps }))
  const [were, are] = [facts(old), facts(next)]
  if (!were.every((step) => are.some((other) => jsonEquals(step, other)))) {
    const reason = 'A migration was removed or changed: callers of older versions depend on it.'
    return [judged('major', '/migrations', reason)]
  }
  if (are.length === were.length) return []
  return [judged('minor', '/migrations', 'A migration was added: more callers of older versions are understood.')]
}

function compareTexts(old: Contract, next: Contract): ContractChange[] {
  return (['title', 'description', 'docs'] as const)
    .filter((key) => old[key] !== next[key])
    .map((key) => judged('patch', `/${key === 'docs' ? 'x-docs' : key}`, `The contract's ${key} changed.`))
}
