import type { Version } from '../version.ts'
import { compareLines, lineOf, namesOf } from './version-line.ts'

/** What the search for a way needs to know of a migration. */
export interface MigrationLink {
  readonly from: string
  readonly to: string
  readonly action?: string | undefined
}

/** The line that migrations lead to: the contract's own, or the newest that one of them names. */
export function currentLine(links: readonly MigrationLink[], version: Version | undefined): string | undefined {
  if (version !== undefined) return lineOf(version)
  const [newest] = links.map(({ to }) => to).sort((a, b) => compareLines(b, a))
  return newest
}

/** The migration that starts from a line: the action's own before one for all actions. */
export function nextLink<Link extends MigrationLink>(
  links: readonly Link[],
  line: string,
  action: string | undefined,
): Link | undefined {
  for (const name of namesOf(line)) {
    const starting = links.filter((link) => link.from === name)
    const found = starting.find((link) => link.action === action) ?? starting.find((link) => link.action === undefined)
    if (found !== undefined) return found
  }
  return undefined
}

/** The migrations that lead from one line to another; undefined when there is no way. */
export function chainBetween<Link extends MigrationLink>(
  links: readonly Link[],
  { from, to, action }: MigrationLink,
): readonly Link[] | undefined {
  const chain: Link[] = []
  for (let line = from; compareLines(line, to) !== 0; ) {
    const next = nextLink(links, line, action)
    // A link that does not lead to a newer line would be followed forever; checkMigrations reports it.
    if (next === undefined || compareLines(next.to, line) <= 0) return undefined
    chain.push(next)
    line = next.to
  }
  return chain
}

/** A link for each function whose line no migration starts from: to the next line that something is known about. */
export function functionLinks(
  declared: readonly MigrationLink[],
  lines: readonly string[],
  current: string | undefined,
): readonly Pick<MigrationLink, 'from' | 'to'>[] {
  const starts = new Set(declared.map(({ from }) => from))
  const known = [...starts, ...lines, ...(current === undefined ? [] : [current])].sort(compareLines)
  return lines.flatMap((from) => {
    const to = known.find((line) => compareLines(line, from) > 0)
    return starts.has(from) || to === undefined ? [] : [{ from, to }]
  })
}
