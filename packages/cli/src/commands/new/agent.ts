import { scaffoldAgent, writeSkill } from '@skillwright/skill'
import type { Command } from 'commander'
import { repeatable } from '../../repeatable.ts'
import type { Terminal } from '../../terminal.ts'
import { reportNew } from './report-new.ts'

interface AgentFlags {
  readonly skill?: readonly string[]
  readonly action?: readonly string[]
  readonly description?: string
  readonly out?: string
  readonly json?: boolean
}

/** `new agent`: an agent folder with agent.yaml, CLAUDE.md and flat script skills. */
export function newAgentCommand(command: Command, terminal: Terminal): Command {
  return command
    .argument('<role>', 'snake_case role; also the name of the folder')
    .option('-s, --skill <name>', 'a skill in snake_case; repeat for several', repeatable)
    .option('-a, --action <name>', 'an action of every skill; repeat for several', repeatable)
    .option('-d, --description <text>', 'one sentence: what the agent does')
    .option('-o, --out <dir>', 'the folder to make (default: ./<role>)')
    .option('--json', 'print the folder and its files as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ skillwright new agent dev_efficiency_analyst --skill build_analysis --out agents/dev_efficiency_analyst',
    )
    .action(async (role: string, { skill: skills, action: actions, description, out = role, json }: AgentFlags) => {
      const files = scaffoldAgent({
        role,
        ...(skills === undefined ? {} : { skills }),
        ...(actions === undefined ? {} : { actions }),
        ...(description === undefined ? {} : { description }),
      })
      await writeSkill(out, files)
      reportNew(terminal, out, files, {
        json,
        next: [`skillwright lint ${out}`, `skillwright scan ${out}`, `skillwright test ${out}`],
      })
    })
}
