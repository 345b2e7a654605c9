import { canonicalKey } from '../canonical-key.ts'
import type { Schema } from '../schema.ts'
import { NOTHING, type Run, SOFT_DEPTH } from './run.ts'
import { itemSchemas, type Shape } from './shape.ts'

/** No array longer than this is made. */
const MAX_ITEMS = 2000
/** A longest allowed array is made up to this length. */
const MAX_EDGE = 20
/** How often an item is made again because the same one is already there. */
const UNIQUE_TRIES = 12

/** An array that fits: its length often at the edge of what is allowed. */
export function makeArray(shape: Shape, run: Run, depth: number): unknown {
  const { array } = shape
  const least = array.contains.reduce((most, rule) => Math.max(most, rule.min), array.min)
  if (least > array.max || least > MAX_ITEMS) {
    run.blame(`an array of ${least} items is more than ${least > array.max ? 'its schema allows' : 'we make'}`)
    return NOTHING
  }
  const { length, wanted } = placeContained(shape, run, chooseLength(shape, run, depth, least))
  const items: unknown[] = []
  const keys = new Set<string>()
  for (let index = 0; index < length; index++) {
    const item = makeItem([...itemSchemas(shape, index), ...(wanted[index] ?? [])], shape, run, depth, keys)
    if (item === NOTHING) {
      if (index < least || wanted.slice(index).some((schemas) => schemas.length > 0)) return NOTHING
      break
    }
    items.push(item)
  }
  if (array.repeated && items.length > 1) items[items.length - 1] = structuredClone(items[items.length - 2])
  return items
}

function makeItem(schemas: Schema[], shape: Shape, run: Run, depth: number, keys: Set<string>): unknown {
  for (let attempt = 0; attempt < UNIQUE_TRIES; attempt++) {
    const item = run.make(schemas, depth + 1)
    if (item === NOTHING || !shape.array.unique) return item
    const key = canonicalKey(item)
    if (keys.has(key)) continue
    keys.add(key)
    return item
  }
  run.blame('there are not enough different items')
  return NOTHING
}

function chooseLength({ array }: Shape, { random, mode }: Run, depth: number, least: number): number {
  const far = Math.min(array.max, least + MAX_EDGE)
  const near = Math.min(far, least + (depth > 2 ? 1 : 3))
  if (mode === 'small' || depth > SOFT_DEPTH) return least
  if (mode === 'example') return array.rules.length > 0 && depth <= 2 ? Math.min(Math.max(least, 1), array.max) : least
  const most = array.max <= MAX_EDGE && depth < 3 ? far : near
  return mode === 'large' ? most : random.pick([least, near, most, random.int(least, near), random.int(least, near)])
}

/** Chooses which items shall fit the `contains`, and forbids it to the others where there may not be more. */
function placeContained({ array }: Shape, run: Run, chosen: number): { length: number; wanted: Schema[][] } {
  const together = array.contains.reduce((sum, rule) => sum + rule.min, 0)
  const length = Math.max(chosen, Math.min(array.max, together))
  const wanted = Array.from({ length }, (): Schema[] => [])
  const order = run.random.shuffled(wanted.keys().toArray())
  let next = 0
  for (const rule of array.contains) {
    const count = Math.min(rule.max, rule.min)
    const taken = new Set(Array.from({ length: count }, () => order[next++ % order.length]))
    for (const [index, schemas] of wanted.entries()) {
      if (taken.has(index)) schemas.push(rule.schema)
      else if (rule.max < Infinity) schemas.push({ not: rule.schema })
    }
  }
  return { length, wanted }
}
