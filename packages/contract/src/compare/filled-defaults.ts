import { type DefaultPlan, type DefaultPlans, NO_PLANS } from '../defaults/default-plan.ts'
import { openDefaultPlans } from '../defaults/fill-defaults.ts'
import { tryCompileSchema } from '../engine/compile-schema.ts'
import { defineKey } from '../json.ts'
import { type PathStep, toFragment, toPointer } from '../pointer.ts'
import { indexRefs } from '../ref-index.ts'
import { eachSubschema, isSchemaObject, type Schema, type SchemaObject } from '../schema.ts'
import { mapSchema, type Place } from '../schema-map.ts'

/** The schema of what a caller may send, and where each of its parts stands in the schema it was made of. */
export interface SentSchema {
  readonly schema: Schema
  /** A JSON pointer of it as one of the original. */
  origin(pointer: string): string
  /** The names of second forms, which are no one's business. */
  readonly forms: readonly string[]
}

/**
 * The schema of what a caller may send: defaults are filled in before an input is validated, so that a required property
 * need not be sent where its default is. Where that is, the plan says by which defaults are filled in. A definition
 * that is used both where they are and where they are not gets a second form.
 */
export function withFilledDefaults(schema: Schema, passThrough?: string): SentSchema {
  const validator = isSchemaObject(schema) ? tryCompileSchema(schema) : undefined
  const plans = validator ? openDefaultPlans(mapSchema(validator), passThrough) : NO_PLANS
  if (!isSchemaObject(schema) || plans.all.length === 0) return { schema, origin: (pointer) => pointer, forms: [] }
  const forms = assignForms(schema, plans)
  const copies = new Map<string, string>()
  const added = new Map<string, Schema>()
  const done = new Map<SchemaObject, Map<DefaultPlan | undefined, SchemaObject>>()
  const root = rewrite(schema, '', forms.get(''))
  const sent: SchemaObject = added.size > 0 ? { ...root, $defs: { ...root.$defs, ...Object.fromEntries(added) } } : root
  return {
    schema: sent,
    forms: [...added.keys()],
    origin(pointer) {
      const copy = [...copies].find(([name]) => pointer === name || pointer.startsWith(`${name}/`))
      return copy ? `${copy[1]}${pointer.slice(copy[0].length)}` : pointer
    },
  }

  function rewrite(from: SchemaObject, pointer: string, plan: DefaultPlan | undefined): SchemaObject {
    const known = done.get(from)?.get(plan)
    if (known) return known
    const copy: Record<string, unknown> = { ...from }
    done.set(from, (done.get(from) ?? new Map()).set(plan, copy))
    eachSubschema(from, (sub, [keyword = '', key]) => {
      if (!isSchemaObject(sub)) return
      const below = `${pointer}${toPointer(key === undefined ? [keyword] : [keyword, key])}`
      const isDefinition = keyword === '$defs' || keyword === 'definitions'
      const form = isDefinition
        ? forms.get(below)
        : planBelow(plans, plan, { keyword, key, schema: sub, pointer: below })
      const next = rewrite(sub, below, form)
      if (key === undefined) copy[keyword] = next
      else {
        const holder = copy[keyword] as object
        if (holder === from[keyword]) copy[keyword] = Array.isArray(holder) ? [...holder] : { ...holder }
        defineKey(copy[keyword] as object, String(key), next)
      }
    })
    if (plan && Array.isArray(from.required)) {
      const filled = new Set(plan.defaults.map(({ name }) => name))
      copy.required = from.required.filter((name) => !filled.has(name))
    }
    if (typeof from.$ref === 'string') copy.$ref = refer(from, from.$ref, plan)
    return copy
  }

  /** The reference, or one to another form of what it leads to. */
  function refer(from: SchemaObject, ref: string, plan: DefaultPlan | undefined): string {
    const target = indexRefs(schema).resolve(ref, from)
    if (!target || !isSchemaObject(target.schema) || forms.get(target.pointer) === plan) return ref
    const key = [...added].find(([, form]) => form === done.get(target.schema as SchemaObject)?.get(plan))?.[0]
    if (key !== undefined) return toFragment(toPointer(['$defs', key]))
    const name = `${target.pointer.split('/').at(-1)} ${plan ? 'filled' : 'as sent'} ${added.size}`
    copies.set(toPointer(['$defs', name]), target.pointer)
    added.set(name, true)
    added.set(name, rewrite(target.schema, target.pointer, plan))
    return toFragment(toPointer(['$defs', name]))
  }
}

/** By which plan each place that a reference can lead to is filled in; that of its first use for a definition. */
function assignForms(root: SchemaObject, plans: DefaultPlans): ReadonlyMap<string, DefaultPlan | undefined> {
  const forms = new Map<string, DefaultPlan | undefined>([['', plans.all[0]]])
  const seen = new Map<SchemaObject, Set<DefaultPlan | undefined>>()
  const pending: [SchemaObject, string, DefaultPlan | undefined][] = [[root, '', plans.all[0]]]
  const later: typeof pending = []
  // What stands in the tree has its form from there; definitions take that of a reference.
  for (let next = pending.pop() ?? later.pop(); next; next = pending.pop() ?? later.pop()) {
    const [schema, pointer, plan] = next
    const known = seen.get(schema) ?? new Set()
    if (known.has(plan)) continue
    seen.set(schema, known.add(plan))
    if (!forms.has(pointer)) forms.set(pointer, plan)
    eachSubschema(schema, (sub, [keyword = '', key]) => {
      if (!isSchemaObject(sub) || keyword === '$defs' || keyword === 'definitions') return
      const below = `${pointer}${toPointer(key === undefined ? [keyword] : [keyword, key])}`
      pending.push([sub, below, planBelow(plans, plan, { keyword, key, schema: sub, pointer: below })])
    })
    const target = typeof schema.$ref === 'string' ? indexRefs(root).resolve(schema.$ref, schema) : undefined
    if (target && isSchemaObject(target.schema)) later.push([target.schema, target.pointer, plan])
  }
  return forms
}

/** The plan for a subschema: that of the same value in `allOf`, another one for what is inside, none where nothing is filled in. */
function planBelow(plans: DefaultPlans, plan: DefaultPlan | undefined, sub: Below): DefaultPlan | undefined {
  const { keyword, key } = sub
  if (plan === undefined || keyword === 'allOf') return plan
  if (keyword !== 'properties' && keyword !== 'items' && keyword !== 'prefixItems') return undefined
  const isPassedThrough = plan === plans.all[0] && keyword === 'properties' && key === plans.passThrough
  return isPassedThrough ? undefined : plans.at(sub)
}

/** A subschema, and under which keyword it stands. */
interface Below extends Place {
  readonly keyword: PathStep
  readonly key: PathStep | undefined
}
