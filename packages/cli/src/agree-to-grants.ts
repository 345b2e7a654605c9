import { createInterface } from 'node:readline/promises'
import type { GrantRequest } from '@skillwright/runtime'
import { describePermissions } from '@skillwright/skill'
import { paintNote, type Terminal } from './terminal.ts'
import { visibleText } from './visible-text.ts'

/** Shows what a skill wants beyond its own folder, and asks whether it may have it; `yes` answers for a machine. */
export async function agreeToGrants(
  terminal: Terminal,
  { skill, read, write }: GrantRequest,
  { yes = false }: { yes?: boolean },
): Promise<boolean> {
  if (!yes && !process.stdin.isTTY) return false
  const { id, permissions } = skill
  terminal.note(`${paintNote('yellow', 'new')} ${visibleText(id)} was not run here before, as it is now:`)
  for (const line of describePermissions({ ...permissions, read, write })) terminal.note(`  it ${visibleText(line)}`)
  if (yes) return true
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await lines.question('May it, until it changes? [y/N] ')
    return /^\s*y(?:es)?\s*$/i.test(answer)
  } finally {
    lines.close()
  }
}
