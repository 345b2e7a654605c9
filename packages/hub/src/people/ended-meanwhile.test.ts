import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ANONYMOUS, type Principal, type SignedIn } from '../principal.ts'
import { openTestHub } from '../server/fixtures/test-hub.ts'
import { testPostgres } from '../store/fixtures/test-postgres.ts'
import { changePerson, type PersonChange } from './administer.ts'
import { authenticate } from './authenticate.ts'
import { createPerson } from './create-person.ts'
import { deriveToken } from './derive-token.ts'
import { createOrganisation, setMember } from './organisations.ts'
import { changePassword } from './own-account.ts'
import { revokeToken } from './revoke-token.ts'
import { createToken, listTokens } from './tokens.ts'

const postgres = await testPostgres()
const NEW = 'another horse entirely'

describe.skipIf(!postgres.available)('at the same moment on PostgreSQL', () => {
  let opened: Awaited<ReturnType<typeof openTestHub>>
  beforeAll(async () => {
    opened = await openTestHub({ databaseUrl: await postgres.freshDatabase() })
  })
  afterAll(() => opened[Symbol.asyncDispose]())

  test('a token that is made ends with the one that makes it', async () => {
    const { person, owner, thief } = await signedInTwice('ann')
    await atOnce(
      person,
      () => derive(thief),
      () => revokeToken(opened.hub, owner, thief.token?.id ?? ''),
    )
    expect(await left(person)).toEqual([owner.token?.id])
  })

  test('a new password by an administrator leaves no token', async () => {
    const { person, thief } = await signedInTwice('bob')
    await atOnce(
      person,
      () => changePerson(opened.hub, ANONYMOUS, 'bob', { password: NEW }),
      () => derive(thief),
    )
    expect(await left(person)).toEqual([])
  })

  test('of two who change the password one is signed out', async () => {
    const { person, owner, thief } = await signedInTwice('cyd')
    const change = (principal: Principal) => changePassword(opened.hub, principal, { password: NEW, end_others: true })
    const outcomes = await atOnce(
      person,
      () => change(owner),
      () => change(thief),
    )
    // PostgreSQL decides who comes first.
    const signedIn = [owner, thief].filter((_, i) => outcomes[i]?.status === 'fulfilled')
    expect(signedIn).toHaveLength(1)
    expect(await left(person)).toEqual(signedIn.map(({ token }) => token?.id))
  })

  test('a role that is taken away is not given back by who sets a password', async () => {
    const person = await createPerson(opened.hub, { handle: 'dee', role: 'admin' })
    const change = (what: PersonChange) => () => changePerson(opened.hub, ANONYMOUS, 'dee', what)
    await atOnce(person, change({ role: 'member' }), change({ password: NEW }))
    expect(await opened.hub.db.selectFrom('people').select('role').where('id', '=', person.id).execute()).toEqual([
      { role: 'member' },
    ])
  })

  test('of two owners who take each other out one stays', async () => {
    const { hub } = opened
    const owners = [await createPerson(hub, { handle: 'eve' }), await createPerson(hub, { handle: 'fay' })]
    const [eve, fay] = owners.map((person): Principal => ({ person, scopes: new Set(['account']) }))
    await createOrganisation(hub, eve ?? ANONYMOUS, { handle: 'guild' })
    await setMember(hub, eve ?? ANONYMOUS, { scope: 'guild', handle: 'fay', role: 'owner' })
    // What is written last: each has seen by then that the other is still there.
    const outcomes = await held('audit', [
      () => setMember(hub, eve ?? ANONYMOUS, { scope: 'guild', handle: 'fay', role: undefined }),
      () => setMember(hub, fay ?? ANONYMOUS, { scope: 'guild', handle: 'eve', role: undefined }),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('of administrators who take each other’s rights away one stays', async () => {
    const { hub } = opened
    for (const change of [{ role: 'member' }, { disabled: true }] satisfies PersonChange[]) {
      const [one, two] = ['ira', 'jon'].map((name) => `${name}-${Object.keys(change)[0]}`)
      const admins = [one, two].map((handle) => createPerson(hub, { handle: handle ?? '', role: 'admin' }))
      const [ira, jon] = (await Promise.all(admins)).map(
        (person): Principal => ({ person, scopes: new Set(['admin']) }),
      )
      const outcomes = await held('audit', [
        () => changePerson(hub, ira ?? ANONYMOUS, two ?? '', change),
        () => changePerson(hub, jon ?? ANONYMOUS, one ?? '', change),
      ])
      expect(outcomes).toContainEqual({
        status: 'rejected',
        reason: expect.objectContaining({ code: 'PERMISSION_DENIED' }),
      })
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    }
  })

  test('of two who take one name the second is told that it is taken', async () => {
    const { hub } = opened
    const gil: Principal = { person: await createPerson(hub, { handle: 'gil' }), scopes: new Set(['account']) }
    const outcomes = await held('people', [
      () => createOrganisation(hub, gil, { handle: 'band' }),
      () => createPerson(hub, { handle: 'band' }),
    ])
    expect(outcomes).toContainEqual({ status: 'rejected', reason: expect.objectContaining({ code: 'CONFLICT' }) })
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  /** Begins all while nothing can be written to a table. */
  async function held(table: string, begin: readonly (() => Promise<unknown>)[]) {
    const begun = await opened.hub.db.transaction().execute(async (holder) => {
      await sql`lock table ${sql.table(table)} in exclusive mode`.execute(holder)
      const all = Promise.allSettled(begin.map((one) => one()))
      while ((await waiting()) < begin.length);
      return [all]
    })
    return (await Promise.all(begun)).flat()
  }

  async function signedInTwice(handle: string) {
    const person = await createPerson(opened.hub, { handle })
    const signIn = async () => {
      const made = await createToken(opened.hub, person, { name: 'x', scopes: ['read', 'account'], expiresAt: null })
      return authenticate(opened.hub, { authorization: `Bearer ${made.token}` })
    }
    return { person, owner: await signIn(), thief: await signIn() }
  }

  function derive(principal: Principal) {
    return deriveToken(opened.hub, principal, { name: 'left', scopes: ['read'] })
  }

  async function left(person: SignedIn): Promise<string[]> {
    return (await listTokens(opened.hub, person)).items.map(({ id }) => id)
  }

  /** Holds the account until both wait for it, or the second is done without. */
  async function atOnce(person: SignedIn, first: () => Promise<unknown>, second: () => Promise<unknown>) {
    const { db } = opened.hub
    const begun = await db.transaction().execute(async (holder) => {
      await holder.updateTable('people').set({ display_name: 'held' }).where('id', '=', person.id).execute()
      const one = Promise.allSettled([first()])
      while ((await waiting()) < 1);
      let isDone = false
      const two = Promise.allSettled([second()]).finally(() => {
        isDone = true
      })
      while (!isDone && (await waiting()) < 2);
      return [one, two]
    })
    return (await Promise.all(begun)).flat()
  }

  async function waiting(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(opened.hub.db)
    return rows[0]?.count ?? 0
  }
})
