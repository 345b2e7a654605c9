import { counted } from '@skillwright/contract'
import type { SkillFiles } from '@skillwright/skill'
import { paint, type Terminal } from '../../terminal.ts'

/** Says what was made, and what to type next. */
export function reportNew(
  terminal: Terminal,
  dir: string,
  files: SkillFiles,
  { json, next }: { json?: boolean | undefined; next: readonly string[] },
): void {
  const paths = [...files.keys()]
  if (json) {
    terminal.print(JSON.stringify({ dir, files: paths }, null, 2))
    return
  }
  terminal.print(`${paint('green', 'made')} ${dir}: ${counted(paths.length, 'file')}`)
  for (const path of paths) terminal.print(`  ${path}`)
  terminal.note('Next:')
  for (const command of next) terminal.note(`  $ ${command}`)
}
