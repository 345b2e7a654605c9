import { isObject, preview } from '../json.ts'
import { declaredProperty } from './declared-properties.ts'
import { nameWords } from './name-words.ts'
import { onDeclarations, type Rule } from './rule.ts'
import { resolved, type Site, someInPlace } from './schema-site.ts'

const MAX_PROPERTY_TOKENS = 120
const MAX_ACTION_TOKENS = 300

/** Rules about descriptions: the model reads them before it fills in a value. */
export const DESCRIPTION_RULES: readonly Rule[] = [
  {
    id: 'contract/description-missing',
    severity: 'warning',
    summary: 'An input property has no description.',
    why: 'A model that must guess what a parameter means fills it in wrongly.',
    fix: 'Say what it is, in which format, with an example and its limits.',
    fixable: false,
    check: onDeclarations((site, report) => {
      if (site.keyword !== 'properties' || site.isPassThrough || site.schema.const !== undefined) return
      if (descriptionOf(site) !== undefined || isDescribedElsewhere(site)) return
      report(site, `Property ${preview(site.name)} has no description`)
    }),
  },
  {
    id: 'contract/description-thin',
    severity: 'warning',
    summary: 'The description of an input property says no more than its name.',
    why: 'It costs tokens and tells a model nothing: not the format, not the limits, not what it is for.',
    fix: 'Say what it is, in which format, with an example and its limits.',
    fixable: false,
    check: onDeclarations((site, report) => {
      const { description } = site.schema
      if (site.keyword !== 'properties' || typeof description !== 'string' || !isThin(description, site.name ?? ''))
        return
      // An enum, a constant or a yes-or-no explains itself once it is named.
      if (someInPlace(site, (schema) => schema.enum !== undefined || schema.const !== undefined)) return
      report(site, `${preview(description)} says no more than the name ${preview(site.name)}`, { at: ['description'] })
    }),
  },
  {
    id: 'contract/description-example',
    severity: 'info',
    summary: 'A string with a pattern or a format shows no example.',
    why: 'A model copies an example more reliably than it reads a regular expression.',
    fix: 'Name the format and give an example in the description, or add `examples`.',
    fixable: false,
    check: onDeclarations((site, report) => {
      const { schema } = site
      const wanted = schema.pattern === undefined ? 'format' : 'pattern'
      if (
        site.keyword !== 'properties' ||
        typeof schema[wanted] !== 'string' ||
        schema.enum ||
        schema.const !== undefined
      )
        return
      if ((Array.isArray(schema.examples) && schema.examples.length > 0) || showsExample(descriptionOf(site))) return
      report(site, `Property ${preview(site.name)} has a ${wanted} and no example`)
    }),
  },
  {
    id: 'contract/description-long',
    severity: 'warning',
    summary: `A description is long for a model: over ${MAX_PROPERTY_TOKENS} tokens for a property, ${MAX_ACTION_TOKENS} for an action.`,
    why: 'The model reads every description on every call: each token costs, and the important ones drown.',
    fix: 'Keep the short version in `description` and move the rest to `x-docs`, for human readers.',
    fixable: false,
    check(context, report) {
      const check = (description: unknown, limit: number, say: (tokens: number) => void) => {
        // No tokenizer makes more than two tokens of a character on average, so a short text need not be counted.
        if (typeof description !== 'string' || description.length * 2 <= limit) return
        const tokens = context.countTokens(description)
        if (tokens > limit) say(tokens)
      }
      const say = (limit: number) => (tokens: number) => `Expected at most ${limit} tokens, got about ${tokens}`
      for (const site of context.sites) {
        if (!site.input) continue
        const limit = site.isParams ? MAX_ACTION_TOKENS : MAX_PROPERTY_TOKENS
        check(site.schema.description, limit, (tokens) => report(site, say(limit)(tokens), { at: ['description'] }))
      }
      const places = new Set([
        ...(context.contract ? [context.contract.value] : []),
        ...context.actions.map((a) => a.value),
      ])
      for (const place of [...context.actions, ...(context.contract ? [context.contract] : [])]) {
        if (!places.delete(place.value)) continue
        const sayIt = (tokens: number) => report(place, say(MAX_ACTION_TOKENS)(tokens), { at: ['description'] })
        check(place.value.description, MAX_ACTION_TOKENS, sayIt)
      }
    },
  },
  {
    id: 'contract/deprecated',
    severity: 'info',
    summary: 'A deprecated property does not say what to use instead.',
    why: 'A caller that must stop using it is left without a way on.',
    fix: 'Say in the description what replaces it, or that nothing does.',
    fixable: false,
    check: onDeclarations((site, report) => {
      if (site.schema.deprecated !== true || site.keyword !== 'properties') return
      const says =
        /\b(?:use|instead|replaced?|see|superseded|removed|ignored|no longer)\b|改用|请使用|替代|代替|取代|移除|忽略/iu
      if (!says.test(descriptionOf(site) ?? ''))
        report(site, `Property ${preview(site.name)} is deprecated in favour of nothing`)
    }),
  },
]

function descriptionOf(site: Site): string | undefined {
  const text = site.schema.description ?? resolved(site).schema.description
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}

function isDescribedElsewhere(site: Site): boolean {
  const owner = site.parent
  if (!owner || owner.top === owner) return false
  return someInPlace(owner, (schema) => {
    const other = declaredProperty(schema, site.name ?? '')
    return isObject(other) && typeof other.description === 'string'
  })
}

const FILLERS: ReadonlySet<string> = new Set(
  'the a an of for to your this that is value parameter param field input property data string number text'.split(' '),
)

function isThin(description: string, name: string): boolean {
  if (description.length > 60) return false
  const known = new Set(nameWords(name))
  const words = nameWords(description)
  if (words.every((word) => known.has(word) || FILLERS.has(word) || known.has(`${word}s`))) return true
  // A Chinese, Japanese or Korean character says about as much as a word of two or three letters.
  const wide = description.match(/[\u3040-\u9fff\uac00-\ud7af]/gu)?.length ?? 0
  return wide * 2 + (description.length - wide) < 8
}

function showsExample(description = ''): boolean {
  return /\b(?:e\.g|i\.e|examples?|such as|for instance|like)\b|['"`“‘「]|例|比如|如[::]/iu.test(description)
}
