import { readTraceContext, SkillError, type SkillRequest, type SkillResponse } from '@skillwright/contract'
import type { RunEvent, RunOptions } from '@skillwright/runtime'
import type { Skill } from '@skillwright/skill'
import type { Command } from 'commander'
import { findNamedSkill, noteFindings, skillArgument } from '../find-skill.ts'
import {
  addRemoteOptions,
  noSandboxOption,
  openRuntime,
  type RemoteFlags,
  type RuntimeFlags,
  yesOption,
} from '../open-runtime.ts'
import { readEnvironment } from '../read-environment.ts'
import { addRequestOptions, type RequestFlags, requestOf } from '../read-request.ts'
import { readSeconds } from '../read-seconds.ts'
import { repeatable } from '../repeatable.ts'
import { findServeSocket } from '../serve/serve-place.ts'
import { reportResponse, showEvents } from '../show-run.ts'
import { paintNote, type Terminal, untilInterrupted } from '../terminal.ts'

interface RunFlags extends RequestFlags, RuntimeFlags {
  readonly env?: readonly string[]
  readonly timeout?: number
  readonly debug?: boolean
  readonly json?: boolean
}

/** `run`: one call of a skill. */
export function runCommand(command: Command, terminal: Terminal): Command {
  command
    .addArgument(skillArgument())
    .argument('[words...]', "which skill, in an agent's folder; then which action, when the skill has several")
  return addRemoteOptions(addRequestOptions(command))
    .option('-e, --env <name>', 'let it see this variable of your environment; repeat for several', repeatable)
    .option('-t, --timeout <seconds>', 'end it after this long (default: what the skill says, else 300)', readSeconds)
    .option('--debug', 'show its whole log, and set SKILL_DEBUG=1 (as SKILL_DEBUG=1 in your environment does)')
    .option('--json', 'print the whole response, with status, errors and metadata')
    .addOption(yesOption())
    .addOption(noSandboxOption())
    .addHelpText(
      'after',
      `
Examples:
  $ skillwright run digest --param topics=AI --param max_articles_per_topic=3
  $ skillwright run digest --input request.json --json
  $ skillwright run translate --param text=hello --credential TRANSLATE_KEY
  $ skillwright run agents/dev_efficiency_analyst build_analysis analyze --param days=7
  $ echo '{"action": "test"}' | skillwright run skill.py
  $ echo '{"action": "run", "params": {"topics": ["AI"]}}' | skillwright run digest

Exit code 0 means success, 1 that it failed, 2 that the parameters are wrong, 130 that it was cancelled.`,
    )
    .action(async (path: string, words: readonly string[], flags: RunFlags) => {
      using interruption = untilInterrupted()
      const debug = flags.debug ?? process.env.SKILL_DEBUG === '1'
      using events = showEvents(terminal, { debug })
      const env = flags.env === undefined ? {} : readEnvironment(flags.env)
      const socket = flags.unsafeNoSandbox ? undefined : findServeSocket()
      const { found, rest } = await findNamedSkill(path, words)
      const { skill } = found
      const action = onlyWord(rest)
      noteFindings(terminal, found)
      refuseWithoutService(skill, flags)
      const request = await requestOf(terminal, flags, { contract: skill.contract, action })
      const { TRACEPARENT, TRACESTATE } = process.env
      const trace = TRACEPARENT === undefined ? undefined : readTraceContext(TRACEPARENT, TRACESTATE)
      const options = {
        signal: interruption.signal,
        onEvent: (event: RunEvent) => events.onEvent(event),
        env,
        debug,
        ...(trace === undefined ? {} : { trace }),
        ...(flags.timeout === undefined ? {} : { timeoutSeconds: flags.timeout }),
      }
      const wanted = { skill, request, options, flags }
      const response =
        (socket === undefined ? undefined : await runByServe(terminal, socket, wanted)) ??
        (await runHere(terminal, wanted))
      events[Symbol.dispose]()
      reportResponse(terminal, response, flags)
    })
}

/** What is run with which options. */
interface WantedRun {
  readonly skill: Skill
  readonly request: SkillRequest
  readonly options: Required<Pick<RunOptions, 'signal' | 'onEvent' | 'env' | 'debug'>> & RunOptions
  readonly flags: RunFlags
}

/** The response when a server of this user has run it; undefined when it is to be run here. */
async function runByServe(terminal: Terminal, socket: string, { skill, request, options }: WantedRun) {
  const { runThroughServe } = await import('../serve/run-through-serve.ts')
  const outcome = await runThroughServe(socket, skill, request, options)
  const done = 'response' in outcome
  if (options.debug)
    terminal.note(paintNote('dim', done ? 'run by skillwright serve' : `not run by skillwright serve: ${outcome.why}`))
  return done ? outcome.response : undefined
}

async function runHere(terminal: Terminal, { skill, request, options, flags }: WantedRun): Promise<SkillResponse> {
  const { runtime } = await openRuntime(terminal, flags)
  await using _ = runtime
  return await runtime.run(skill, request, options)
}

function onlyWord([action, ...others]: readonly string[]): string | undefined {
  if (others.length === 0) return action
  throw new SkillError('INVALID_INPUT', `Expected one action, got ${[action, ...others].join(' ')}`, {
    hint: 'Write parameters as --param name=value',
  })
}

/** A key that is never sent, or a host that is never called, was meant for something else. */
function refuseWithoutService({ id, capabilityType, entry }: Skill, { credential, allow }: RemoteFlags): void {
  if ((credential === undefined && allow === undefined) || (capabilityType === 'api' && entry === undefined)) return
  throw new SkillError('INVALID_INPUT', `${id} calls no service, so --credential and --allow mean nothing to it`, {
    hint: 'Hand it a variable that it declares with --env',
  })
}
