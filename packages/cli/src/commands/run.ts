import { SkillError } from '@skillwright/contract'
import type { RunOptions } from '@skillwright/runtime'
import { Command } from 'commander'
import { findSkill } from '../find-skill.ts'
import { noSandboxOption, openRuntime, type RuntimeFlags } from '../open-runtime.ts'
import { type ParamFlags, readRequest } from '../read-params.ts'
import { readSeconds } from '../read-seconds.ts'
import { repeatable } from '../repeatable.ts'
import { reportResponse } from '../report-response.ts'
import { showEvents } from '../run-events.ts'
import type { Terminal } from '../terminal.ts'
import { untilInterrupted } from '../until-interrupted.ts'

interface RunFlags extends ParamFlags, RuntimeFlags {
  readonly env?: readonly string[]
  readonly timeout?: number
  readonly debug?: boolean
  readonly json?: boolean
}

/** `run`: one call of a skill. */
export function runCommand(terminal: Terminal): Command {
  return new Command('run')
    .description('run a skill once, contained, and print what it answers')
    .argument('<skill>', 'skill folder, agent folder, or a script of an agent')
    .argument('[action]', 'which action, when the skill has several')
    .option('-p, --param <name=value>', 'a parameter, as JSON or text; repeat for several', repeatable)
    .option('-i, --input <file>', 'the parameters, or a whole request, as JSON file, or - for stdin')
    .option('-e, --env <name>', 'let it see this variable of your environment; repeat for several', repeatable)
    .option('-t, --timeout <seconds>', 'end it after this long (default: what the skill says, else 300)', readSeconds)
    .option('--debug', 'show its whole log, and set SKILL_DEBUG=1')
    .option('--json', 'print the whole response, with status, errors and metadata')
    .addOption(noSandboxOption())
    .addHelpText(
      'after',
      `
Examples:
  $ skillwright run digest --param topics=AI --param max_articles_per_topic=3
  $ skillwright run digest --input request.json --json
  $ echo '{"action": "run", "params": {"topics": ["AI"]}}' | skillwright run digest

Exit code 0 means success, 1 that it failed, 2 that the parameters are wrong, 130 that it was cancelled.`,
    )
    .action(async (path: string, action: string | undefined, flags: RunFlags) => {
      const skill = await findSkill(path)
      const request = await readRequest(terminal, flags)
      using interruption = untilInterrupted()
      using events = showEvents(terminal, flags)
      const { runtime } = await openRuntime(terminal, flags)
      await using _ = runtime
      const options: RunOptions = {
        signal: interruption.signal,
        onEvent: (event) => events.onEvent(event),
        env: readEnvironment(flags.env ?? []),
        debug: flags.debug ?? false,
        ...(flags.timeout === undefined ? {} : { timeoutSeconds: flags.timeout }),
      }
      const response = await runtime.run(skill, action === undefined ? request : { ...request, action }, options)
      events[Symbol.dispose]()
      reportResponse(terminal, response, flags)
    })
}

/** Values come from the environment, never from the command line, which everybody on the machine can read. */
function readEnvironment(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      const value = process.env[name]
      if (value !== undefined) return [name, value]
      throw new SkillError('INVALID_INPUT', `There is no ${name.split('=')[0]} in your environment`, {
        hint: `Set it first: export ${name.split('=')[0]}=…`,
      })
    }),
  )
}
