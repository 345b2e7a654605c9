import { isObject } from '@skillwright/contract'

type Properties = Readonly<Record<string, unknown>>

/** What names a unit, the units of one dimension together. */
const DIMENSIONS: readonly (readonly (readonly [unit: string, words: RegExp])[])[] = [
  [
    ['milliseconds', /(?<![a-z])(?:milliseconds?|ms)\b|毫秒/i],
    ['seconds', /(?<![a-z])(?:seconds?|secs?)\b|\d\s?s\b|(?<!毫)秒/i],
    ['minutes', /(?<![a-z])(?:minutes?|mins?)\b|分钟/i],
    ['hours', /(?<![a-z])(?:hours?|hrs?)\b|小时/i],
    ['days', /(?<![a-z])days?\b|天/i],
  ],
  [
    ['bytes', /(?<![a-z])bytes?\b|字节/i],
    ['KB', /(?<![a-z])(?:ki?b|kilobytes?)\b/i],
    ['MB', /(?<![a-z])(?:mi?b|megabytes?)\b/i],
    ['GB', /(?<![a-z])(?:gi?b|gigabytes?)\b/i],
  ],
  [
    ['metres', /(?<![a-z])met(?:er|re)s?\b|(?<!千)米/i],
    ['kilometres', /(?<![a-z])(?:kilomet(?:er|re)s?|km)\b|公里|千米/i],
    ['miles', /(?<![a-z])miles?\b|英里/i],
    ['feet', /(?<![a-z])(?:feet|foot|ft)\b|英尺/i],
  ],
  [
    ['grams', /(?<![a-z])grams?\b|(?<!千)克/i],
    ['kilograms', /(?<![a-z])(?:kilograms?|kg)\b|公斤|千克/i],
    ['pounds', /(?<![a-z])(?:pounds?|lbs?)\b|磅/i],
  ],
  [
    ['Celsius', /°c\b|celsius|摄氏/i],
    ['Fahrenheit', /°f\b|fahrenheit|华氏/i],
  ],
]
const QUOTED = '(?:`[^`]{1,80}`|"[^"]{1,80}"|“[^”]{1,80}”)'
const RUN = new RegExp(
  `${QUOTED}(?:\\s*(?:[/|,，、;；]\\s*(?:or\\s|and\\s)?|\\s(?:or|and)\\s|[或和])\\s*${QUOTED})+`,
  'g',
)
const FOR_EXAMPLE = /(?:e\.g\.?|such as|like|for example|例如|比如|譬如|如)[\s:：,，(（]*$/i
const AT_MOST =
  /(?:at most|up to|no more than|max(?:imum)?(?: of)?|最多|不超过)[\s:：]*(\d{1,9})\s*(characters?|chars?|letters|items?|entries|个?字符|个?字|项|个元素)/i
const BETWEEN = /between (-?\d{1,9}) and (-?\d{1,9})(?![\d.])|(-?\d{1,9})\s*[到至]\s*(-?\d{1,9})\s*之间/i

/** In what the words about a parameter contradict its schema in the contract, each as the end of a sentence about it. */
export function describedDifferences(said: Properties, promised: Properties, where: string): string[] {
  const text = textOf(said)
  return [
    ...unitDifferences(text, textOf(promised), promised, where),
    ...listedDifferences(text, said, promised, where),
    ...limitDifferences(text, said, promised, where),
  ]
}

/** Two different units of one dimension; a text that names several means each of them somewhere. */
function unitDifferences(text: string, known: string, { type }: Properties, where: string): string[] {
  if (type !== 'integer' && type !== 'number') return []
  return DIMENSIONS.flatMap((units) => {
    const unitsIn = (each: string) => units.flatMap(([unit, words]) => (words.test(each) ? [unit] : []))
    const [[unit, ...others], [real, ...more]] = [unitsIn(text), unitsIn(known)]
    if (unit === undefined || real === undefined || others.length + more.length > 0 || unit === real) return []
    return [`is in ${unit} in ${where} and in ${real} in contract.json`]
  })
}

/** Values that the words list, where the notation itself states none. */
function listedDifferences(text: string, said: Properties, promised: Properties, where: string): string[] {
  const allowed = promised.enum
  if (!Array.isArray(allowed) || Object.hasOwn(said, 'enum')) return []
  const names = allowed.filter((value) => value !== null).map(String)
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const listed = [...run.matchAll(new RegExp(QUOTED, 'g'))].map(([token]) => token.slice(1, -1))
    if (FOR_EXAMPLE.test(text.slice(0, index)) || !listed.some((value) => names.includes(value))) continue
    const extra = listed.filter((value) => !names.includes(value))
    const missing = names.filter((name) => !text.includes(name))
    return [
      ...(extra.length > 0 ? [`may be ${extra.join(', ')} in ${where}, which contract.json does not allow`] : []),
      ...(missing.length > 0 ? [`may be ${missing.join(', ')} in contract.json, which ${where} does not name`] : []),
    ]
  }
  return []
}

function limitDifferences(text: string, said: Properties, promised: Properties, where: string): string[] {
  const [, most = '', unit = ''] = AT_MOST.exec(text) ?? []
  const keyword = /^(?:item|entr|项|个元素)/i.test(unit) ? 'maxItems' : 'maxLength'
  const [, low, high, from = low, to = high] = BETWEEN.exec(text) ?? []
  const stated: readonly (readonly [string, string | undefined])[] = [
    [keyword, most === '' ? undefined : most],
    ['minimum', from],
    ['maximum', to],
  ]
  return stated.flatMap(([limit, number]) => {
    const real = promised[limit]
    if (number === undefined || Object.hasOwn(said, limit) || typeof real !== 'number') return []
    const words = limit === 'minimum' ? 'at least' : 'at most'
    return Number(number) === real ? [] : [`is ${words} ${number} in ${where} and ${words} ${real} in contract.json`]
  })
}

function textOf(schema: Properties): string {
  const { description, items } = schema
  const own = typeof description === 'string' ? description.slice(0, 2_000) : ''
  return own === '' && isObject(items) && typeof items.description === 'string' ? items.description : own
}
