import type { Finding } from '../finding.ts'
import { jsonEquals, preview } from '../json.ts'
import { fromPointer, toPointer } from '../pointer.ts'
import { readVersion } from '../version.ts'
import { splitPath } from './edit-at.ts'
import { currentLine, functionLinks, nextLink } from './migration-chain.ts'
import type { Migration, MigrationStep } from './migrations-schema.ts'
import { compareLines } from './version-line.ts'

/** Options of checkMigrations. */
export interface CheckMigrationsOptions {
  /** The contract's version, such as `2.1.0`. */
  readonly version?: string | undefined
  /** The contract's action names. */
  readonly actions?: readonly string[] | undefined
  /** The lines that functions start from. */
  readonly functions?: readonly string[]
}

/** What is wrong with migrations that have the right shape: gaps and ways back, paths that lead nowhere. Pointers lead into the contract. */
export function checkMigrations(
  migrations: readonly Migration[],
  options: CheckMigrationsOptions = {},
): readonly Finding[] {
  return [
    ...chainFindings(migrations, options),
    ...migrations.flatMap(({ steps = [] }, i) =>
      steps.flatMap((step, j) => stepFindings(step, toPointer(['migrations', i, 'steps', j]))),
    ),
  ]
}

function chainFindings(
  migrations: readonly Migration[],
  { version, actions, functions = [] }: CheckMigrationsOptions,
): readonly Finding[] {
  const read = version === undefined ? undefined : readVersion(version, { short: true })
  if (version !== undefined && read === undefined && migrations.length > 0) {
    return [
      finding(
        'chain',
        '/version',
        `Expected a version such as 2.0.0 for migrations to lead to, got ${preview(version)}`,
      ),
    ]
  }
  const current = currentLine(migrations, read)
  const links = [...migrations, ...functionLinks(migrations, functions, current)]
  const scopes = [undefined, ...new Set(migrations.flatMap(({ action }) => action ?? []))]
  const seen = new Set<string>()
  return migrations.flatMap(({ from, to, action }, i) => {
    const at = (field: string) => toPointer(['migrations', i, field])
    const found: Finding[] = []
    const identity = `${from} ${action ?? ''}`
    if (seen.has(identity)) {
      found.push(
        finding('chain', at('from'), `Expected one migration from ${from} ${ofAction(action)}, got a second one`),
      )
    }
    seen.add(identity)
    if (action !== undefined && actions !== undefined && !actions.includes(action)) {
      const known = preview(actions, 200)
      found.push(
        finding('action', at('action'), `Expected an action of the contract, ${known}, got ${preview(action)}`),
      )
    }
    if (compareLines(from, to) >= 0) {
      found.push(
        finding('chain', at('to'), `Expected a line newer than ${from}, got ${to}: migrations only lead forward`),
      )
    } else if (current !== undefined && compareLines(to, current) > 0) {
      found.push(finding('chain', at('to'), `Expected at most ${current}, the line of this contract, got ${to}`))
    } else if (to !== current) {
      const isGap = (action === undefined ? scopes : [action]).some((scope) => nextLink(links, to, scope) === undefined)
      if (isGap)
        found.push(finding('chain', at('to'), `Expected a migration that goes on from ${to} to ${current}, got none`))
    }
    return found
  })
}

function stepFindings(step: MigrationStep, pointer: string): readonly Finding[] {
  const found: Finding[] = []
  const wrong = (field: string, message: string) => found.push(finding('path', `${pointer}/${field}`, message))
  const { base, inner } = splitPath(step.path)
  const namesKey = step.op === 'rename' || step.op === 'move' || step.op === 'set' || step.op === 'remove'
  if (namesKey && inner.length === 0) {
    wrong('path', `Expected a path that ends in a name for ${step.op}, got ${preview(step.path)}, which ends in *`)
  }
  if (step.op !== 'rename' && step.op !== 'move') return found
  const target = splitPath(step.to)
  if (target.inner.length === 0 || !jsonEquals(target.base, base)) {
    wrong(
      'to',
      `Expected the same path as ${preview(step.path)} up to its last *, then a name, got ${preview(step.to)}`,
    )
  } else if (step.path === step.to) {
    wrong('to', `Expected another place than ${preview(step.path)}, got the same`)
  } else if (step.op === 'rename' && !jsonEquals(parentOf(step.path), parentOf(step.to))) {
    wrong('to', `Expected a name beside ${preview(step.path)}, got ${preview(step.to)}; use move to change the place`)
  }
  return found
}

function parentOf(path: string): readonly string[] {
  return fromPointer(path).slice(0, -1)
}

function ofAction(action: string | undefined): string {
  return action === undefined ? 'for all actions' : `for ${preview(action)}`
}

function finding(rule: string, pointer: string, message: string): Finding {
  return { rule: `contract/migration-${rule}`, severity: 'error', pointer, message }
}
