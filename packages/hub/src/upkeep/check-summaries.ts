import { isObject } from '@skillwright/contract'
import { fullName } from '@skillwright/hub-api'
import type { Kysely } from 'kysely'
import { summariseSkill } from '../registry/refresh-document.ts'
import type { Row, Tables } from '../store/tables.ts'
import type { StoreProblem } from './check-hub.ts'
import type { StoredHub } from './open-stored.ts'

const PAGE = 100
/** What a document says that others decide by. The rest describes, and an older hub may have described it otherwise. */
const DECISIVE = ['name', 'access', 'tier', 'latest', 'deprecated'] as const

type Skill = Pick<Row<'skills'>, 'id' | 'scope' | 'name' | 'tier' | 'latest' | 'document'>

/** Checks that each skill is said to be what its versions and what speaks for them make it: its tier, its latest version and what is sent of both. */
export async function checkSummaries({ db }: StoredHub): Promise<StoreProblem[]> {
  const problems: StoreProblem[] = []
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after
    // A skill and its versions are read at one moment: the hub may be changing them.
    after = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (snapshot) => {
        const page = await pageOf(snapshot, from)
        for (const skill of page) problems.push(...(await differences(snapshot, skill)))
        return page.at(PAGE - 1)?.id
      })
  }
  return problems
}

function pageOf(db: Kysely<Tables>, after: string): Promise<Skill[]> {
  return db
    .selectFrom('skills')
    .select(['id', 'scope', 'name', 'tier', 'latest', 'document'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE)
    .execute()
}

async function differences(db: Kysely<Tables>, { id, tier, latest, document, ...place }: Skill) {
  const made = await summariseSkill(db, id).catch(unreadable)
  if (made instanceof SyntaxError)
    return [{ subject: fullName(place), message: `what speaks for it cannot be read: ${made.message}` }]
  const told = document === null ? {} : parse(document)
  const other = DECISIVE.filter((name) => (told[name] ?? null) !== (made.document?.[name] ?? null))
  const messages = [
    ...(made.tier === tier ? [] : [`what speaks for it makes it ${made.tier}, and it is ${tier}`]),
    ...(made.latest === latest
      ? []
      : [`its latest version is ${made.latest ?? 'none'}, and it names ${latest ?? 'none'}`]),
    ...(other.length === 0 ? [] : [`its document is not what its versions say (${other.join(', ')})`]),
  ]
  return messages.map((message) => ({ subject: fullName(place), message }))
}

/** JSON in the database that is none any more. */
function unreadable(thrown: unknown): SyntaxError {
  if (thrown instanceof SyntaxError) return thrown
  throw thrown
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
