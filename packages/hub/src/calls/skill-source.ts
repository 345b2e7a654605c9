import type { SkillResponse } from '@skillwright/contract'
import type { CALLABLE, Wire } from '@skillwright/hub-api'
import type { Run } from '@skillwright/jobs'
import type { RunOptions, RuntimeOptions } from '@skillwright/runtime'
import type { Descriptor, Skill } from '@skillwright/skill'
import type { Principal } from '../principal.ts'
import type { VersionPlace } from '../registry/find-version.ts'
import type { Page, PageRequest } from '../registry/page-cursor.ts'

/** Where callable skills come from: the registry of a hub, or folders of this machine. */
export interface SkillSource {
  /** How the runtime for them is opened. */
  readonly runtime: Pick<RuntimeOptions, 'cacheDir' | 'approve' | 'remote'>
  /** What the principal can call, a page at a time. */
  list(principal: Principal, page: PageRequest & { readonly url: string }): Promise<Page<Wire<typeof CALLABLE>>>
  /** What fits a message, the best first; what of it may be called is found out by a call. */
  find(principal: Principal, search: { readonly query: string; readonly limit: number }): Promise<readonly SkillHit[]>
  /** Differs after every change of what can be called; with a principal, of what they can see of that. */
  revision(principal?: Principal): Promise<string>
  /** How a skill is called over HTTP. Throws DATA_NOT_FOUND for one that cannot be. */
  describe(
    principal: Principal,
    place: VersionPlace,
    options: { readonly action?: string | undefined; readonly url: string },
  ): Promise<Descriptor>
  /** The header in which callers of a skill show their token, when it names one of its own. Throws when the principal may not see it. */
  headerOf(principal: Principal, place: VersionPlace): Promise<string | undefined>
  /** The skill that a principal calls. Throws when there is none, or they may not. */
  open(principal: Principal, place: VersionPlace): Promise<CalledSkill>
  /** The skill of a run that was accepted before. Throws when it is no longer there, or its caller may not call it any more. */
  reopen(run: Run): Promise<CalledSkill>
  /** Removes what it keeps on the disk and was not called for long. */
  sweep?(): Promise<void>
}

/** A skill that fits a message. */
interface SkillHit {
  /** `@scope/name`. */
  readonly name: string
  readonly skill: string
  readonly description?: string
  /** From 0 to 1, and 10 more when the message names it. */
  readonly score: number
}

/** A skill that is called. */
export interface CalledSkill {
  /** `@scope/name`. */
  readonly name: string
  readonly version: string
  readonly skill: Skill
  /** Makes ready what one run of it needs. */
  enter(run: Run): Promise<RunPlace>
}

/** What one run is given, and what is done with what it leaves. */
export interface RunPlace extends AsyncDisposable {
  readonly options: Pick<
    RunOptions,
    | 'digest'
    | 'principal'
    | 'env'
    | 'dataDir'
    | 'isOnce'
    | 'remote'
    | 'debug'
    | 'timeoutSeconds'
    | 'onEvent'
    | 'onStage'
  >
  /** The response as the caller gets it. */
  finish(response: SkillResponse): Promise<SkillResponse>
}
