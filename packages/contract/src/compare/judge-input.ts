import { type Json, preview } from '../json.ts'
import { openSchema } from '../open-schema.ts'
import { isBelow, toPointer } from '../pointer.ts'
import { eachSubschema, isSchemaObject, type Schema } from '../schema.ts'
import { upgradeSchema } from '../upgrade-schema.ts'
import { CANNOT_TELL } from './compare-schemas.ts'
import { type Acceptance, containmentProver } from './contain-schema.ts'
import { describeDifference } from './describe-difference.ts'
import { type SentSchema, withFilledDefaults } from './filled-defaults.ts'
import { findRenames } from './find-renames.ts'
import { type ContractChange, judged } from './judge-change.ts'
import { judgeSchemas, type Policy, together } from './judge-schemas.ts'
import { type Difference, listDifferences } from './list-differences.ts'
import { listFields } from './list-fields.ts'

const POLICY: Policy = {
  direction: 'input',
  newField: 'Callers that already sent something else under this name are refused.',
  // A default is what callers that leave the parameter out get: another one changes what the skill does for them.
  annotation: ({ keyword }) => (keyword === 'default' ? 'minor' : 'patch'),
}

/** Judges what became of an action's input (document A 31.5): what callers send must still be accepted. */
export function judgeInput(
  before: Schema,
  after: Schema,
  passThrough: { readonly before?: string | undefined; readonly after?: string | undefined } = {},
): ContractChange[] {
  const [old, next] = [upgradeSchema(before), upgradeSchema(after)]
  const written = listDifferences(old, next)
  const sentBefore = withFilledDefaults(old, passThrough.before)
  const sentNow = withFilledDefaults(next, passThrough.after)
  const [sent, accepted] = [sentBefore.schema, sentNow.schema]
  const removed = removedParameters(old, next, written)
  const gone = new Set(removed.map(({ path }) => path))
  const filled = filledRequired(written, listDifferences(sent, accepted))
  const nowFilled = new Set(filled.flatMap((each) => (each.was === 'added' ? [propertyPointer(each)] : [])))
  const acceptance = new Map([
    ...acceptanceOf(old, sentBefore, passThrough.before),
    ...acceptanceOf(next, sentNow, passThrough.after),
  ])
  const judgedAlone = judgeSchemas(sent, accepted, POLICY, acceptance)
  const changes = considerClashes(judgedAlone, [old, sentBefore], [next, sentNow], acceptance).flatMap((change) =>
    inOwnWords(change, [sentBefore, sentNow]),
  )
  const witnesses = new Map(changes.flatMap(({ path, witness }) => (witness === undefined ? [] : [[path, witness]])))
  const added = new Set(written.flatMap(({ was, steps }) => (was === 'added' ? [toPointer(steps)] : [])))
  return [
    ...removed.map((change) => {
      const witness = witnesses.get(change.path)
      return witness === undefined ? change : { ...change, witness }
    }),
    ...changes
      .filter(({ path }) => !gone.has(path))
      .map((change) => (nowFilled.has(change.path) ? sayFilled(change) : change)),
    ...filled.filter((each) => !added.has(propertyPointer(each))).map(requiredWithDefault),
  ]
}

/** What callers may send by the very rule of a check, for the schema as it is written and as it is sent. */
function acceptanceOf(schema: Schema, sent: SentSchema, passThrough: string | undefined): Acceptance {
  if (sent.schema === schema) return new Map()
  const checker = openSchema(schema, { passThrough })
  const accepts = (document: Json) => checker.check(document, { policy: 'strict' }).ok
  const judge = { accepts, steps: checkSteps(schema) }
  return new Map([schema, sent.schema].map((each) => [each, judge]))
}

/** What a check costs in steps of the search: defaults are filled in, and each is looked at with every pattern. */
function checkSteps(root: Schema): number {
  let defaults = 0
  let patterns = 0
  const pending = [root]
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    if (!isSchemaObject(schema)) continue
    if (schema.default !== undefined) defaults++
    patterns += Object.keys(schema.patternProperties ?? {}).length
    eachSubschema(schema, (sub) => {
      pending.push(sub)
    })
  }
  return 1 + defaults * (STEPS_PER_DEFAULT + patterns * STEPS_PER_MATCH)
}

const STEPS_PER_DEFAULT = 0.1
const STEPS_PER_MATCH = 0.004
const CLASH_STEPS = 10_000

/**
 * The changes where defaults may clash with other keywords, so that an input is accepted as it is sent or with its defaults: it breaks only
 * when neither is accepted any more.
 */
function considerClashes(
  changes: ContractChange[],
  [old, before]: readonly [Schema, SentSchema],
  [next, after]: readonly [Schema, SentSchema],
  acceptance: Acceptance,
): ContractChange[] {
  if (!before.mayClash && !after.mayClash) return changes
  const prover = containmentProver(acceptance)
  const verdicts = (before.mayClash ? [before.schema, old] : [before.schema]).map((accepting) =>
    prover.isWithin(accepting, after.schema, {
      steps: CLASH_STEPS,
      accepting,
      refusing: after.mayClash ? next : after.schema,
    }),
  )
  if (verdicts.every(({ is }) => is === 'proved'))
    return changes.map((change) =>
      change.breaking ? judged('minor', change.path, change.reason.replace(`${CANNOT_TELL}: `, '')) : change,
    )
  const isTold = changes.some(({ breaking, caution }) => breaking || caution !== undefined)
  const broken = verdicts.find(({ is }) => is === 'refuted')
  return broken && !isTold ? [...changes, together(broken)] : changes
}

/** A change of what callers may send, told of the schema as it is written: of a definition with two forms, which only differ here. */
function inOwnWords(change: ContractChange, sent: readonly SentSchema[]): readonly ContractChange[] {
  const forms = sent.flatMap(({ forms }) => forms)
  const path = sent.reduce((pointer, { origin }) => origin(pointer), change.path)
  const form = forms.find((name) => change.reason.includes(name) || change.reason.includes(encodeURI(name)))
  if (form === undefined) return [{ ...change, path }]
  // That there is a second form is no change of anything.
  if (!change.breaking) return []
  return [
    { ...change, path, reason: 'What is required there was not before, and no default is filled in at this place.' },
  ]
}

/** Removing or renaming a parameter is major, also where the object still takes anything under that name. */
function removedParameters(old: Schema, next: Schema, written: readonly Difference[]): ContractChange[] {
  const now = listFields(next)
  const renames = findRenames(written)
  const differences = new Map(
    written.flatMap((each) => (each.was === 'removed' ? [[toPointer(each.steps), each]] : [])),
  )
  const removed: ContractChange[] = []
  const gone = new Set<string>()
  for (const [place, { name, pointer }] of listFields(old)) {
    if (now.has(place) || !pointer.includes('/properties/') || isBelow(pointer, gone)) continue
    const difference = differences.get(pointer)
    const reason = difference ? describeDifference(difference, renames) : `Property ${preview(name)} was removed.`
    removed.push(judged('major', pointer, reason))
    gone.add(pointer)
  }
  return removed
}

/** Changes of `required` that a default makes good. */
function filledRequired(written: readonly Difference[], effective: readonly Difference[]): Difference[] {
  const key = ({ name, was, steps }: Difference) => `${was} ${toPointer(steps)} ${name}`
  const remaining = new Set(effective.map(key))
  return written.filter((each) => each.keyword === 'required' && !remaining.has(key(each)))
}

/** Where the schema has the property that a change of `required` is about. */
function propertyPointer({ name = '', steps }: Difference): string {
  return toPointer([...steps.slice(0, -1), 'properties', name])
}

function requiredWithDefault({ name = '', was, steps }: Difference): ContractChange {
  const reason = `${preview(name)} is ${was === 'added' ? 'now' : 'no longer'} required; a default is filled in where it is absent.`
  return judged(was === 'added' ? 'minor' : 'patch', toPointer(steps), reason)
}

function sayFilled(change: ContractChange): ContractChange {
  return { ...change, reason: `${change.reason} It is required, and its default is filled in where it is absent.` }
}
