import type { SkillRequest, SkillResponse } from '@skillwright/contract'
import type { RunOptions } from '@skillwright/runtime'
import type { Skill } from '@skillwright/skill'

/** A skill that is offered, as lists and searches show it. */
export interface OfferedSkill {
  /** What it is called here: an id, or `@scope/name` at a hub. */
  readonly id: string
  readonly name: string
  readonly description: string
}

/** A skill that fits a message. */
export interface RankedSkill extends OfferedSkill {
  readonly score: number
}

/** How a skill is run for an MCP client. */
export interface CatalogRunOptions extends Pick<RunOptions, 'signal' | 'onEvent'> {
  /** What a person answered already, for a skill that is a task. */
  readonly taskResult?: unknown
}

/** The skills that one client is offered, wherever they are kept, and the one way to run them. */
export interface SkillCatalog {
  /** Every skill, sorted by id. */
  list(): Promise<readonly OfferedSkill[]>
  /** The whole skill; the same object until it changes. Throws DATA_NOT_FOUND for one that is not offered. */
  read(id: string): Promise<Skill>
  /** The skills that fit a message, the best first. */
  find(
    message: string,
    options: { readonly topK: number; readonly signal?: AbortSignal },
  ): Promise<readonly RankedSkill[]>
  /** Runs a skill through the call envelope: what goes wrong is in the response. */
  run(id: string, request: SkillRequest, options: CatalogRunOptions): Promise<SkillResponse>
  /** Whether a person at this client may answer tasks; where not, a task waits for others. */
  readonly asksForTasks: boolean
  /** Calls a function after the skills, or one of them, changed. */
  onChange(listener: () => void): Disposable
}
