import { counted } from '@skillwright/contract'
import type { FoundSkill } from '@skillwright/index'
import type { Command } from 'commander'
import { addIndexOptions, type IndexFlags, noteEmbedder, openSkillIndex } from '../open-skill-index.ts'
import { readCount } from '../read-count.ts'
import { readMessage } from '../read-message.ts'
import { paint, type Terminal } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'

interface FindFlags extends IndexFlags {
  readonly top: number
  readonly json?: boolean
}

/** `find`: the right skills for a message. */
export function findCommand(command: Command, terminal: Terminal): Command {
  command
    .argument('<message...>', 'what a user says, or - for stdin')
    .option('-k, --top <number>', 'how many', readCount, 3)
    .option('--json', 'print them with scores and reasons as JSON')
  return addIndexOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  $ skillwright find --root skills "summarise the news"
  $ skillwright find --root skills 总结今天的新闻
  $ echo "how many metres are a mile" | skillwright find --root skills -

Exit code 0 means found, 1 that no skill fits.`,
    )
    .action(async (words: string[], { top, json, ...flags }: FindFlags) => {
      const message = await readMessage(terminal, words.join(' '))
      await using index = await openSkillIndex(flags)
      const found = await index.find(message, { topK: top })
      noteEmbedder(terminal, flags, index)
      terminal.exitCode = found.length === 0 ? 1 : 0
      if (json) return terminal.print(JSON.stringify(found, null, 2))
      if (found.length === 0) terminal.note(nothingFound(index.status().skills))
      for (const skill of found) for (const line of foundLines(skill)) terminal.print(line)
    })
}

function nothingFound(skills: number): string {
  return skills === 0
    ? 'there are no skills here: name a folder with --root'
    : `none of ${counted(skills, 'skill')} fits`
}

function foundLines({ id, description, score, why: { words, vectorShare } }: FoundSkill): string[] {
  const reasons = [
    ...words
      .filter(({ share }) => share > 0)
      .slice(0, 5)
      .map(({ word, from, field }) => `${word}${from === undefined ? '' : ` (from ${from})`} in ${field}`),
    ...(vectorShare > 0 ? [`${Math.round(vectorShare * 100)} % by meaning`] : []),
  ]
  return [
    `${paint('bold', visibleText(id))}  ${paint('dim', score.toFixed(2))}`,
    `  ${visibleText(description)}`,
    ...(reasons.length === 0 ? [] : [`  ${paint('dim', `because: ${visibleText(reasons.join(', '))}`)}`]),
  ]
}
