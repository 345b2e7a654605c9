import { type Descriptor, readDescriptor } from '@skillwright/skill'
import { type FetchGuardedOptions, fetchGuarded } from './fetch-guarded.ts'
import { RemoteAnswer } from './remote-answer.ts'

/** Fetches and reads the descriptor at a URL, guarded like every other call. Throws SkillError. */
export async function fetchDescriptor(url: string, options: FetchGuardedOptions = {}): Promise<Descriptor> {
  const answer = new RemoteAnswer(await fetchGuarded(url, options), new Set())
  const { value } = await answer.read(options.signal ?? new AbortController().signal)
  return readDescriptor(value)
}
