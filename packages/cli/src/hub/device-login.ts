import { setTimeout as wait } from 'node:timers/promises'
import { SkillError } from '@skillwright/contract'
import {
  type AnswerOf,
  BEGIN_DEVICE_LOGIN,
  createHubClient,
  type HubClient,
  POLL_DEVICE_LOGIN,
} from '@skillwright/hub-api'
import { paintNote, type Terminal, untilInterrupted } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'

const MOST_SECONDS = 1_800

/** Gets a token for this machine by a code that its owner types elsewhere. Throws when they refuse, or take too long. */
export async function logInByCode(terminal: Terminal, url: string, name: string): Promise<string> {
  const client = createHubClient({ url })
  const codes = await client.call(BEGIN_DEVICE_LOGIN, { body: { name } })
  const code = visibleText(codes.user_code)
  terminal.note(`open ${visibleText(codes.verification_uri)} in a browser and type ${paintNote('bold', code)}`)
  terminal.note(`or, where you are signed in already: skillwright login approve ${code} --hub ${url}`)
  using interruption = untilInterrupted()
  return await poll(client, codes, interruption.signal)
}

async function poll(
  client: HubClient,
  { device_code, expires_in, interval }: AnswerOf<typeof BEGIN_DEVICE_LOGIN>,
  signal: AbortSignal,
): Promise<string> {
  const pauseMs = Math.max(1, interval) * 1000
  const tries = Math.ceil((Math.min(expires_in, MOST_SECONDS) * 1000) / pauseMs)
  for (let attempt = 0; attempt < tries; attempt++) {
    await wait(pauseMs, undefined, { signal }).catch((cause: unknown) => {
      throw new SkillError('CANCELLED', 'Interrupted', { cause })
    })
    const token = await tokenNow(client, device_code, signal)
    if (token !== undefined) return token
  }
  throw new SkillError('AUTHENTICATION_REQUIRED', 'The code was not entered in time', { hint: 'Begin again' })
}

async function tokenNow(client: HubClient, device_code: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const answer = await client.call(POLL_DEVICE_LOGIN, { body: { device_code }, signal })
    return 'token' in answer ? answer.token : undefined
  } catch (thrown) {
    // Asked too soon, by a clock that runs otherwise.
    if (thrown instanceof SkillError && thrown.code === 'RATE_LIMIT_EXCEEDED') return undefined
    throw thrown
  }
}
