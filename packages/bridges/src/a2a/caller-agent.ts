import type { SkillResponse } from '@skillwright/contract'
import type { AgentCardFacts } from './agent-card.ts'

/** The call that a message asks for. */
export interface AskedCall {
  /** `@scope/name`; undefined when the message names none. */
  readonly skill?: string
  readonly action?: string
  /** Parameters, or words that are one. */
  readonly input: { readonly params: unknown } | { readonly text: string }
  /** What the caller groups it with. */
  readonly contextId?: string
}

/** A run as an agent that asked for it sees it. */
export interface AgentTask {
  readonly id: string
  /** What its caller groups it with; itself when they name nothing. */
  readonly contextId: string
  readonly state: 'submitted' | 'working' | 'completed' | 'failed' | 'canceled'
  /** Since when, in milliseconds since 1970. */
  readonly at: number
  /** What is called. */
  readonly skill: string
  readonly progress?: { readonly done: number; readonly message?: string }
  /** Once it has ended. */
  readonly response?: SkillResponse
}

/** What one caller can do with skills as the agent that offers them; what goes wrong is a SkillError. */
export interface CallerAgent {
  /** What the agent says of itself to this caller. */
  card(): Promise<AgentCardFacts>
  /** Calls a skill. With `isAsync` the task is not waited for. */
  send(call: AskedCall, options: { readonly isAsync: boolean }): Promise<AgentTask>
  /** Calls a skill, and tells of it until it has ended. */
  stream(call: AskedCall): AsyncIterable<AgentTask>
  /** Throws DATA_NOT_FOUND for a task that is not there, or another caller's; so do the others. */
  read(id: string): Promise<AgentTask>
  cancel(id: string): Promise<AgentTask>
  follow(id: string): AsyncIterable<AgentTask>
}
