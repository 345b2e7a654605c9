import { isObject } from '../json.ts'
import { toPointer } from '../pointer.ts'
import { type Difference, isAnnotation } from './list-differences.ts'
import { canonicalText } from './schema-node.ts'

/** The names that removed properties probably have now, by the JSON pointers they had. */
export type Renames = ReadonlyMap<string, string>

// Among more new properties of one kind than this a rename cannot be inferred.
const MAX_ALIKE = 50

/** Tells renamings from removals: beside the removed property there is a new one of the same schema, with a word of its name or alone. */
export function findRenames(differences: readonly Difference[]): Renames {
  const ofProperties = differences.filter(({ keyword, was }) => keyword === 'properties' && was !== 'changed')
  const { added = [], removed = [] } = Object.groupBy(ofProperties, ({ was }) => was)
  const addedAlike = Map.groupBy(added, ({ steps, after }) => `${placeOf(steps)} ${canonicalText(bare(after))}`)
  const removedBeside = Map.groupBy(removed, ({ steps }) => placeOf(steps))
  const renames = new Map<string, string>()
  for (const difference of removed) {
    const place = placeOf(difference.steps)
    const alike = addedAlike.get(`${place} ${canonicalText(bare(difference.before))}`) ?? []
    if (alike.length > MAX_ALIKE) continue
    const isAlone = alike.length === 1 && removedBeside.get(place)?.length === 1
    const found = alike.find(({ name = '' }) => sharesWord(name, difference.name ?? '')) ?? (isAlone ? alike[0] : null)
    if (found?.name !== undefined) renames.set(toPointer(difference.steps), found.name)
  }
  return renames
}

function placeOf(steps: Difference['steps']): string {
  return toPointer(steps.slice(0, -1))
}

function bare(schema: unknown): unknown {
  if (!isObject(schema)) return schema
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !isAnnotation(keyword)))
}

function sharesWord(a: string, b: string): boolean {
  const [x, y] = [wordsOf(a), wordsOf(b)]
  return x.some((word) => y.some((other) => word.startsWith(other) || other.startsWith(word)))
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
}
