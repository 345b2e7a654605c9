import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject, SkillError } from '@skillwright/contract'
import { type Descriptor, describeSkill, isDescriptor, readDescriptor, type Skill } from '@skillwright/skill'
import type { Callee } from '../call/call-envelope.ts'
import { type ServiceSettings, serviceCallee } from './answer-by-service.ts'

/** A skill that a service answers for, as the descriptor.json in its folder says. */
export async function skillService(skill: Skill, settings: ServiceSettings): Promise<Callee> {
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
