import { failed, SkillError, type SkillResponse } from '@skillwright/contract'
import type { JobsContext } from './jobs-context.ts'
import type { Run } from './run.ts'
import { RunJournal } from './run-journal.ts'

/** Why a run was called off: on request, because its node closes, or because another node has taken it over. */
export type CalledOff = 'cancelled' | 'closing' | 'lost'

/** A run that is being done in this process. */
export interface Underway {
  readonly run: Run
  readonly fence: number
  readonly journal: RunJournal
  readonly isJob: boolean
  /** It came from the queue. */
  readonly isClaimed: boolean
  /** False for one that only this process knows of until it ends. */
  isKept: boolean
  /** Settles once it is kept, when that was asked for. */
  keeping?: Promise<void>
  /** How it ended, of one that was not kept. */
  final?: Run
  isStarted: boolean
  /** It waits for something outside, and takes no place of a worker. */
  isWaiting: boolean
  /** The attempts before have been forgotten: what only waits does nothing that could be done too often. */
  isUncounted: boolean
  calledOff: CalledOff | undefined
  /** Made when it is asked for: most runs are over before anything could call them off. */
  controller?: AbortController
  readonly ended: PromiseWithResolvers<Run>
}

/** A run that is about to be done. */
export function underwayOf(
  { clock }: Pick<JobsContext, 'clock'>,
  facts: Pick<Underway, 'run' | 'fence' | 'isJob' | 'isClaimed' | 'isKept'> & { readonly lastEvent: number },
): Underway {
  const { lastEvent, ...known } = facts
  const ended = Promise.withResolvers<Run>()
  // Callers may look at it; none has to.
  ended.promise.catch(() => undefined)
  return {
    ...known,
    journal: new RunJournal(clock, lastEvent),
    isStarted: false,
    isWaiting: false,
    isUncounted: false,
    calledOff: undefined,
    ended,
  }
}

/** Does a run, and tells its answer, also when what does it throws. */
export async function attend(
  { perform, watch }: Pick<JobsContext, 'perform' | 'watch'>,
  underway: Underway,
  { onWaits }: { readonly onWaits: () => void },
): Promise<SkillResponse> {
  try {
    return await perform(underway.run, {
      get signal() {
        return controllerOf(underway).signal
      },
      started: () => {
        underway.isStarted = true
      },
      waits: onWaits,
      onEvent: (event) => {
        underway.journal.add(event)
        // What is kept is told of once it is written.
        if (!underway.isKept) watch.notify(underway.run.id)
      },
    })
  } catch (error) {
    return failed(error)
  }
}

/** Calls a run off, once. */
export function callOff(underway: Underway, why: CalledOff): void {
  if (underway.calledOff === undefined || why === 'lost') underway.calledOff = why
  controllerOf(underway).abort(new SkillError('CANCELLED', REASONS[why]))
}

function controllerOf(underway: Underway): AbortController {
  underway.controller ??= new AbortController()
  return underway.controller
}

const REASONS: Readonly<Record<CalledOff, string>> = {
  cancelled: 'The operation was cancelled',
  closing: 'The program that did the run is closing',
  lost: 'Another node has taken the run over',
}
