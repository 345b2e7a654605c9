import { openDefaultPlans } from '../defaults/fill-defaults.ts'
import { tryCompileSchema } from '../engine/compile-schema.ts'
import { defineKey, jsonEquals } from '../json.ts'
import { atPath, type PathStep, toFragment, toPointer } from '../pointer.ts'
import { indexRefs } from '../ref-index.ts'
import { eachSubschema, isSchemaObject, type Schema, type SchemaObject } from '../schema.ts'
import { mapSchema } from '../schema-map.ts'
import { askUnfilled } from './ask-unfilled.ts'
import { type PlanSet, type PlanSets, planSets } from './plan-sets.ts'

/** The schema of what a caller may send, and where each of its parts stands in the schema it was made of. */
export interface SentSchema {
  /** Accepts what is valid once its defaults are filled in. */
  readonly schema: Schema
  /** True when what is valid as it is sent may not be so any more with its defaults; it is accepted then without them. */
  readonly mayClash: boolean
  /** A JSON pointer of it as one of the original. */
  origin(pointer: string): string
  /** The names of second forms, which are no one's business. */
  readonly forms: readonly string[]
}

/**
 * The schema of what a caller may send: defaults are filled in before an input is validated, so that a required property
 * need not be sent where its default is. Where that is, the plans say by which defaults are filled in. A definition
 * that is used both where they are and where they are not gets a second form.
 */
export function withFilledDefaults(schema: Schema, passThrough?: string): SentSchema {
  const validator = isSchemaObject(schema) ? tryCompileSchema(schema) : undefined
  const map = validator && mapSchema(validator)
  const [rootPlan] = map ? openDefaultPlans(map, passThrough) : []
  if (!isSchemaObject(schema) || !map || !rootPlan) {
    return { schema, mayClash: false, origin: (pointer) => pointer, forms: [] }
  }
  const plans = planSets()
  const forms = assignForms(schema, plans, plans.of([rootPlan]))
  const copies = new Map<string, string>()
  const added = new Map<string, Schema>()
  const done = new Map<SchemaObject, Map<PlanSet | undefined, SchemaObject>>()
  let mayClash = false
  const root = rewrite(schema, '', forms.get(''))
  const sent: SchemaObject = added.size > 0 ? { ...root, $defs: { ...root.$defs, ...Object.fromEntries(added) } } : root
  return {
    schema: sent,
    mayClash,
    forms: [...added.keys()],
    origin(pointer) {
      const copy = [...copies].find(([name]) => pointer === name || pointer.startsWith(`${name}/`))
      return copy ? `${copy[1]}${pointer.slice(copy[0].length)}` : pointer
    },
  }

  function rewrite(from: SchemaObject, pointer: string, set: PlanSet | undefined): SchemaObject {
    const known = done.get(from)?.get(set)
    if (known) return known
    const copy: Record<string, unknown> = { ...from }
    done.set(from, (done.get(from) ?? new Map()).set(set, copy))
    eachSubschema(from, (sub, [keyword = '', key]) => {
      if (!isSchemaObject(sub)) return
      const below = `${pointer}${toPointer(key === undefined ? [keyword] : [keyword, key])}`
      const isDefinition = keyword === '$defs' || keyword === 'definitions'
      const next = rewrite(sub, below, isDefinition ? forms.get(below) : plans.below(set, keyword, key))
      if (set && MIXED.has(String(keyword)) && !jsonEquals(sub, next)) mayClash = true
      if (key === undefined) copy[keyword] = next
      else {
        const holder = copy[keyword] as object
        if (holder === from[keyword]) copy[keyword] = Array.isArray(holder) ? [...holder] : { ...holder }
        defineKey(copy[keyword] as object, String(key), next)
      }
    })
    if (typeof from.$ref === 'string') copy.$ref = refer(from, from.$ref, set)
    const isTaken = (steps: readonly PathStep[], value: unknown) => {
      const sub = atPath(from, steps)
      return isSchemaObject(sub)
        ? map?.isValid({ schema: sub, pointer: `${pointer}${toPointer(steps)}` }, value) === true
        : sub !== false
    }
    if (set && askUnfilled(copy, from, set.values, isTaken)) mayClash = true
    return copy
  }

  /** The reference, or one to another form of what it leads to. */
  function refer(from: SchemaObject, ref: string, set: PlanSet | undefined): string {
    const target = indexRefs(schema).resolve(ref, from)
    if (!target || !isSchemaObject(target.schema) || forms.get(target.pointer) === set) return ref
    const key = [...added].find(([, form]) => form === done.get(target.schema as SchemaObject)?.get(set))?.[0]
    if (key !== undefined) return toFragment(toPointer(['$defs', key]))
    const name = `${target.pointer.split('/').at(-1)} ${set ? 'filled' : 'as sent'} ${added.size}`
    copies.set(toPointer(['$defs', name]), target.pointer)
    added.set(name, true)
    added.set(name, rewrite(target.schema, target.pointer, set))
    return toFragment(toPointer(['$defs', name]))
  }
}

/** Keywords under which asking for less may mean that less is accepted. */
const MIXED: ReadonlySet<string> = new Set(['not', 'if', 'oneOf', 'contains'])

/** By which plans each place that a reference can lead to is filled in; those of its first use for a definition. */
function assignForms(
  root: SchemaObject,
  plans: PlanSets,
  rootSet: PlanSet | undefined,
): ReadonlyMap<string, PlanSet | undefined> {
  const forms = new Map<string, PlanSet | undefined>([['', rootSet]])
  const seen = new Map<SchemaObject, Set<PlanSet | undefined>>()
  const pending: [SchemaObject, string, PlanSet | undefined][] = [[root, '', rootSet]]
  const later: typeof pending = []
  // What stands in the tree has its form from there; definitions take that of a reference.
  for (let next = pending.pop() ?? later.pop(); next; next = pending.pop() ?? later.pop()) {
    const [schema, pointer, set] = next
    const known = seen.get(schema) ?? new Set()
    if (known.has(set)) continue
    seen.set(schema, known.add(set))
    if (!forms.has(pointer)) forms.set(pointer, set)
    eachSubschema(schema, (sub, [keyword = '', key]) => {
      if (!isSchemaObject(sub) || keyword === '$defs' || keyword === 'definitions') return
      const below = `${pointer}${toPointer(key === undefined ? [keyword] : [keyword, key])}`
      pending.push([sub, below, plans.below(set, keyword, key)])
    })
    const target = typeof schema.$ref === 'string' ? indexRefs(root).resolve(schema.$ref, schema) : undefined
    if (target && isSchemaObject(target.schema)) later.push([target.schema, target.pointer, set])
  }
  return forms
}
