import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject, SkillError } from '@skillwright/contract'
import { type Descriptor, describeSkill, isDescriptor, readDescriptor, type Skill } from '@skillwright/skill'
import type { Callee } from '../call/call-envelope.ts'
import { type ProcessSetup, processCallee } from './answer-by-process.ts'
import type { ServiceSettings } from './answer-by-service.ts'
import type { TaskBoard } from './task-board.ts'

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
  const { serviceCallee } = await import('./answer-by-service.ts')
  const settings = await remote()
  // Each of several actions is asked for in its own way, which is known once it is clear which one is meant.
  if ((skill.contract?.actions.size ?? 0) > 1)
    return {
      contract: skill.contract,
      timeoutSeconds: skill.timeoutSeconds,
      answer: async (call) => serviceCallee(await descriptorOf(skill, call.actionName), settings).answer(call),
    }
  const { contract, timeoutSeconds, answer } = serviceCallee(await descriptorOf(skill), settings)
  return {
    // The skill's own contract says more than its descriptor can; one that was guessed from a table says less.
    contract: skill.contractSource === 'contract.json' ? skill.contract : contract,
    timeoutSeconds: skill.timeoutSeconds ?? timeoutSeconds,
    answer,
  }
}

// Read once: what was made of a descriptor is kept as long as it is the same object.
const known = new WeakMap<Skill, Map<string, Promise<Descriptor>>>()

function descriptorOf(skill: Skill, action = ''): Promise<Descriptor> {
  const ofSkill = known.get(skill) ?? new Map()
  known.set(skill, ofSkill)
  const found = ofSkill.get(action) ?? readOwn(skill, action)
  ofSkill.set(action, found)
  found.catch(() => ofSkill.delete(action))
  return found
}

/** What it leaves out comes from the rest of the skill. */
async function readOwn(skill: Skill, action: string): Promise<Descriptor> {
  const text = await readFile(join(skill.dir ?? '', 'descriptor.json'), 'utf8')
  try {
    const own: unknown = JSON.parse(text)
    const isWhole = !isObject(own) || isDescriptor(own)
    return readDescriptor(isWhole ? own : describeSkill(skill, { own, ...(action === '' ? {} : { action }) }))
  } catch (cause) {
    if (cause instanceof SkillError) throw cause
    throw new SkillError('INVALID_CONTRACT', 'The descriptor.json of the skill is not JSON', { cause })
  }
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
