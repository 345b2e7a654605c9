import type { SkillResponse } from '@skillwright/contract'
import type { Descriptor } from '@skillwright/skill'
import { answerCall } from '../call/call-envelope.ts'
import type { RunOptions, RunRequest } from '../run-request.ts'
import { type ServiceSettings, serviceCallee } from './answer-by-service.ts'

/** How a remote call is to be made. */
export interface RemoteOptions
  extends ServiceSettings,
    Pick<
      RunOptions,
      'signal' | 'timeoutSeconds' | 'policy' | 'version' | 'runId' | 'idempotencyKey' | 'onEvent' | 'onStage'
    > {}

/** Calls a skill over HTTP as its descriptor says. Never throws: what goes wrong is in the response. */
export function callRemote(
  descriptor: Descriptor,
  request: RunRequest = {},
  options: RemoteOptions = {},
): Promise<SkillResponse> {
  return answerCall(() => serviceCallee(descriptor, options), request, options, { now: () => performance.now() })
}
