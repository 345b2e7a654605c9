import { SkillError, type SkillResponse } from '@skillwright/contract'
import type { Skill } from '@skillwright/skill'
import { LARGE_BYTES, readLargeAnswer } from '../answer/large-answers.ts'
import { maskSecrets } from '../answer/mask-secrets.ts'
import { readAnswer } from '../answer/read-answer.ts'
import { type ChildResult, MAX_OUTPUT_BYTES, runChild } from '../answer/run-child.ts'
import type { Answer, Call, Callee } from '../call/call-envelope.ts'
import { stopReason } from '../call/stop-reason.ts'
import { withinCall } from '../call/within.ts'
import type { ContainmentLevel } from '../contain/detect-containment.ts'
import { explainNetwork } from '../contain/explain-network.ts'
import type { Launch, LaunchSpec } from '../launch.ts'
import type { RunOptions } from '../run-request.ts'
import type { ServiceSettings } from './answer-by-service.ts'
import type { TaskBoard } from './task-board.ts'

/** What starting processes needs of the runtime around it. */
interface ProcessSetup {
  readonly launch: Launch
  readonly containment: () => Promise<ContainmentLevel>
  readonly specFor: (skill: Skill, options: RunOptions) => LaunchSpec | Promise<LaunchSpec>
}

/** Who answers: a process of ours, a service elsewhere, or a person. */
export type AnswerSource = 'process' | 'service' | 'person'

/** What skills of every kind need of the runtime around them. */
export interface SkillSetup extends ProcessSetup {
  readonly board: () => Promise<TaskBoard>
  /** How services are called: credentials, allowed addresses, the circuit breaker. */
  readonly remote: () => Promise<ServiceSettings>
}

/** Where a skill's answers come from. A script of its own always answers; its capability type says who does without one. */
export function answerSource({ entry, capabilityType, files }: Skill): AnswerSource {
  if (entry !== undefined) return 'process'
  if (capabilityType === 'api' && files.includes('descriptor.json')) return 'service'
  return capabilityType === 'task' ? 'person' : 'process'
}

/** A skill as something to call. What only some kinds need is loaded when one of that kind is called. */
export function calleeOf(skill: Skill, setup: SkillSetup): Callee | Promise<Callee> {
  switch (answerSource(skill)) {
    case 'process':
      return processCallee(skill, setup)
    case 'service':
      return openService(skill, setup)
    case 'person':
      return openPerson(skill, setup)
  }
}

async function openPerson(skill: Skill, { board }: SkillSetup): Promise<Callee> {
  const { personCallee } = await import('./answer-by-person.ts')
  return personCallee(skill, await board())
}

async function openService(skill: Skill, { remote }: SkillSetup): Promise<Callee> {
  const { skillService } = await import('./skill-service.ts')
  return skillService(skill, await remote())
}

/** The files that say how a skill is run: its promise, its permissions, its limits. */
const DECISIVE = new Set(['agent.yaml', 'skill.json', 'contract.json'])

/**
 * Throws INVALID_CONTRACT when a file that says how a skill is run cannot be read as it was meant: without it the skill would
 * run unchecked, or with other limits than its author states, and nothing would say so.
 */
export function refuseUnreadable({ id, findings }: Skill): void {
  const wrong = findings.filter(({ severity, file }) => severity === 'error' && DECISIVE.has(file ?? ''))
  const [first] = wrong
  if (first === undefined) return
  const place = [first.file, first.line].filter((part) => part !== undefined).join(':')
  throw new SkillError('INVALID_CONTRACT', `${id} is not run: ${place}: ${first.message}`, {
    findings: wrong,
    ...(first.fix === undefined ? {} : { hint: first.fix }),
  })
}

/** A skill that a process answers for: its script, its module, or a runner of ours for its documents. */
function processCallee(skill: Skill, setup: ProcessSetup): Callee {
  const { contract, timeoutSeconds } = skill
  return { contract, timeoutSeconds, answer: (call) => answerByProcess(skill, call, setup) }
}

/** Starts the process, feeds it the request, and reads what it answers. */
async function answerByProcess(
  skill: Skill,
  call: Call,
  { launch, containment, specFor }: ProcessSetup,
): Promise<Answer> {
  const { options, shutdown } = call
  const secrets = [...call.secrets]
  const mask = maskSecrets(secrets)
  const planned = specFor(skill, options)
  const spec = planned instanceof Promise ? await planned : planned
  refuseEnded(call)
  const started = launch(spec)
  const child = started instanceof Promise ? await started : started
  options.onStage?.('started')
  const running = runChild(child, {
    input: wireRequest(call),
    timeoutMs: call.leftMs(),
    signal: options.signal,
    shutdown,
    onEvent: options.onEvent,
    mask,
  })
  // While it works.
  const { kind, systemCallFilter } = await containment()
  call.metadata.containment = { kind, system_call_filter: systemCallFilter }
  const result = await running
  refuseCutOff(result, call)
  const isLarge = result.stdout.length >= LARGE_BYTES
  const response = isLarge ? await readLarge(result, secrets, call) : readAnswer(result, mask)
  return {
    response:
      kind === 'none' || response.errors === undefined ? response : explainNetwork(response, skill.permissions.network),
    isChecked: isLarge,
  }
}

/** Throws when there is no reason to start anything any more. */
function refuseEnded({ options, shutdown, leftMs }: Call): void {
  for (const signal of [options.signal, shutdown?.signal]) if (signal?.aborted) throw stopReason(signal)
  if (leftMs() <= 0) throw new DOMException('timeout', 'TimeoutError')
}

function wireRequest({ actionName: action, context: given, params, options: { trace } }: Call): string {
  const context = trace === undefined ? given : { ...given, ...trace }
  return JSON.stringify(context === undefined ? { action, params } : { action, context, params })
}

/** Throws for a process that did not end by itself. */
function refuseCutOff({ ended }: ChildResult, { options }: Call): void {
  if (ended === 'timeout') throw new DOMException('timeout', 'TimeoutError')
  if (ended === 'cancel')
    throw options.signal?.aborted ? stopReason(options.signal) : new DOMException('cancelled', 'AbortError')
  if (ended === 'output') {
    throw new SkillError('OUTPUT_TOO_LARGE', `The skill printed more than ${MAX_OUTPUT_BYTES} bytes`, {
      details: { limit_bytes: MAX_OUTPUT_BYTES },
    })
  }
}

/** Reads a large answer in a thread, where it is checked too. */
function readLarge(result: ChildResult, secrets: readonly string[], call: Call): Promise<SkillResponse> {
  const { stdout, exit, stderrTail } = result
  const request = { stdout, exit, stderrTail, secrets, schema: call.action?.output.schema }
  return withinCall(call, (signal) => readLargeAnswer(request, signal))
}
