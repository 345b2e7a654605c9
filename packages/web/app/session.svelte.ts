import { type AnswerOf, LOG_OUT, WHO_AM_I } from '@skillwright/hub-api'
import { hub } from './hub.ts'

interface Session extends AnswerOf<typeof WHO_AM_I> {
  /** False until the hub has said who it is. */
  readonly isKnown: boolean
}

const NOBODY: Session = { handle: null, role: null, scopes: [], bound_to: null, expires_at: null, isKnown: false }

let current = $state.raw<Session>(NOBODY)

/** Who is signed in here. */
export function session(): Session {
  return current
}

/** Whether the one who is signed in may do what needs a scope. */
export function may(scope: Session['scopes'][number]): boolean {
  return current.scopes.includes(scope)
}

/** Asks the hub who is signed in. */
export async function refreshSession(): Promise<void> {
  current = { ...(await hub.call(WHO_AM_I)), isKnown: true }
}

/** Signs out. */
export async function signOut(): Promise<void> {
  await hub.call(LOG_OUT)
  await refreshSession()
}
