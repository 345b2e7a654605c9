import type { SLOT, Wire } from '@skillwright/hub-api'

/** What became of a time of a schedule, in one word: the state of its run, or why there was none. */
export function slotState({ outcome, status }: Pick<Wire<typeof SLOT>, 'outcome' | 'status'>): string {
  return outcome === 'run' ? (status ?? 'forgotten') : outcome
}
