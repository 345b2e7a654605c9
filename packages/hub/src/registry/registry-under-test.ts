import type { HubContext } from '../hub-context.ts'
import { createPerson } from '../people/create-person.ts'
import { scopesOfRole } from '../people/token-scopes.ts'
import type { Principal, SignedIn, TokenScope } from '../principal.ts'
import { openTestHub, type TestHubOptions } from '../server/hub-under-test.ts'
import { makePackage, type TestPackage } from './package-under-test.ts'
import { type PublishOutcome, type PublishRequest, publishSkill } from './publish-skill.ts'
import { closeRegistry } from './registry-of.ts'

/** A hub with people, for tests of the registry's functions. */
export interface TestRegistry extends AsyncDisposable {
  readonly hub: HubContext
  /** Makes a person with the scope of their name, who may do what their role allows, or only these things. */
  person(handle: string, role?: SignedIn['role'], scopes?: readonly TokenScope[]): Promise<Principal>
  /** Packs and publishes; what is not said is made up. */
  publish(
    principal: Principal,
    what?: TestPackage & Partial<Omit<PublishRequest, 'archive'>> & { readonly archive?: Uint8Array },
  ): Promise<PublishOutcome>
}

/** Opens a hub in a temporary folder. */
export async function openTestRegistry(options: TestHubOptions = {}): Promise<TestRegistry> {
  const opened = await openTestHub({ allowAddresses: [], ...options })
  const { hub } = opened
  return {
    hub,
    async person(handle, role = 'member', scopes = scopesOfRole(role)) {
      const person = await createPerson(hub, { handle, role }, { mayUseReserved: true })
      return { person, scopes: new Set(scopes) }
    },
    async publish(principal, { archive, ...what } = {}) {
      const { name = 'text-shout', version = '1.0.0', scope = principal.person?.handle ?? '' } = what
      return publishSkill(hub, principal, {
        ...what,
        scope,
        name,
        version,
        archive: archive ?? (await makePackage({ ...what, name, version })).archive,
      })
    },
    async [Symbol.asyncDispose]() {
      await closeRegistry(hub)
      await opened[Symbol.asyncDispose]()
    },
  }
}
