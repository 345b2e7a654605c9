import { type Descriptor, readDescriptor } from '@skillwright/skill'
import { type FetchGuardedOptions, fetchGuarded } from './fetch-guarded.ts'
import { parseBody } from './read-remote-answer.ts'

/** Fetches and reads the descriptor at a URL, guarded like every other call. Throws SkillError. */
export async function fetchDescriptor(url: string, options: FetchGuardedOptions = {}): Promise<Descriptor> {
  return readDescriptor(parseBody(await fetchGuarded(url, options)))
}
