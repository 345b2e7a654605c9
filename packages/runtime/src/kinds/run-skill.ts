import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { failed, SkillError, type SkillResponse } from '@skillwright/contract'
import { type Descriptor, readDescriptor, type Skill } from '@skillwright/skill'
import { callRemote, type RemoteOptions } from '../remote/call-remote.ts'
import type { RunOptions, RunRequest } from '../run-request.ts'
import { answerSource } from './answer-source.ts'
import { type RunSetup, runMetadata, runScript } from './run-script.ts'
import { runTask, type TaskSetup } from './run-task.ts'

/** What a run of any kind needs of the runtime around it. */
export interface SkillSetup extends RunSetup, TaskSetup {
  /** How services are called: credentials, allowed addresses, the circuit breaker. */
  readonly remote: RemoteOptions
}

/** Runs a skill of any capability type once. Never throws: what goes wrong is in the response. */
export async function runSkill(
  skill: Skill,
  request: RunRequest,
  options: RunOptions,
  setup: SkillSetup,
): Promise<SkillResponse> {
  switch (answerSource(skill)) {
    case 'person':
      return runTask(skill, request, options, setup)
    case 'remote':
      return runRemote(skill, request, options, setup)
    case 'process':
      return runScript(skill, request, options, setup)
  }
}

async function runRemote(
  skill: Skill,
  request: RunRequest,
  { env: _, debug: __, principal: ___, ...options }: RunOptions,
  { remote, runId, now, askedAt }: SkillSetup,
): Promise<SkillResponse> {
  const metadata = runMetadata(runId, request)
  try {
    // A service has one action, which a caller need not name; another one is refused here.
    if (request.action !== undefined) skill.contract?.action(request.action)
    const limit = options.timeoutSeconds ?? skill.timeoutSeconds
    const response = await callRemote(await descriptorOf(skill), request.params, {
      ...remote,
      ...options,
      runId,
      waitedMs: now() - askedAt,
      ...(limit === undefined ? {} : { timeoutSeconds: limit }),
    })
    return { ...response, metadata: { ...response.metadata, ...metadata } }
  } catch (thrown) {
    return failed(thrown, { metadata })
  }
}

// Read once: callRemote keeps what it made of a descriptor as long as it is the same object.
const known = new WeakMap<Skill, Promise<Descriptor>>()

function descriptorOf(skill: Skill): Promise<Descriptor> {
  const found = known.get(skill) ?? readOwn(join(skill.dir ?? '', 'descriptor.json'))
  known.set(skill, found)
  found.catch(() => known.delete(skill))
  return found
}

async function readOwn(file: string): Promise<Descriptor> {
  const text = await readFile(file, 'utf8')
  try {
    return readDescriptor(JSON.parse(text))
  } catch (cause) {
    if (cause instanceof SkillError) throw cause
    throw new SkillError('INVALID_CONTRACT', 'The descriptor.json of the skill is not JSON', { cause })
  }
}
