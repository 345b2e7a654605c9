/**
 * The closed set of values that a description lists, such as `Output format: prose, bullets, or structured`, or undefined.
 * Examples ("such as", "e.g.", 例如) are no closed set. `name` is the property, which may tell that a choice is meant.
 */
export function findAlternatives(description: string, name = ''): readonly string[] | undefined {
  // A list that matters to a model stands near the beginning; the rest of a long text is not worth a slow regular expression.
  const text = description.slice(0, 2000)
  const found = definedTerms(text) ?? introducedTerms(text)
  if (found) return found
  for (const list of lists(text)) if (isClosedSet(list, name)) return list.values
  return undefined
}

/** A run of items with separators between them, and what stands around it. */
interface List {
  readonly values: readonly string[]
  /** The text from the start of the sentence to the list. */
  readonly before: string
  readonly after: string
  readonly areQuoted: boolean
  /** The separators between the items, each as one of `, | / or and`. */
  readonly separators: ReadonlySet<string>
}

const QUOTED = String.raw`'[^'\n]{1,40}'|"[^"\n]{1,40}"|${'`'}[^${'`'}\n]{1,40}${'`'}|“[^”\n]{1,40}”|‘[^’\n]{1,40}’|「[^」\n]{1,40}」`
const BARE = String.raw`[A-Za-z0-9][\w.+-]{0,39}|[\u4e00-\u9fff]{1,6}?(?=\s*(?:[、,,|/;;。.))]|或|$))`
const SEPARATOR = String.raw`\s*(?:,\s*(?:or|and)\s|,\s*或者?|[,,、;;]|\|{1,2}|/|\s(?:or|and)\s|或者?|和)\s*`
const LIST = new RegExp(`(?:${QUOTED}|${BARE})(?:${SEPARATOR}(?:${QUOTED}|${BARE}))+`, 'gu')
const ITEM = new RegExp(`(${QUOTED}|${BARE})|(${SEPARATOR})`, 'gu')

function* lists(text: string): Generator<List> {
  for (const match of text.matchAll(LIST)) {
    const values: string[] = []
    const separators = new Set<string>()
    let quoted = 0
    for (const [, item, separator] of match[0].matchAll(ITEM)) {
      if (separator !== undefined) for (const kind of separatorKinds(separator)) separators.add(kind)
      if (item === undefined) continue
      const isQuoted = /^['"`“‘「]/u.test(item)
      if (isQuoted) quoted++
      values.push(isQuoted ? item.slice(1, -1) : item.replace(/[.。]$/u, ''))
    }
    const start = text.slice(Math.max(0, match.index - 200), match.index)
    yield {
      values: [...new Set(values)],
      before: start.slice(Math.max(...SENTENCE_ENDS.map((end) => start.lastIndexOf(end) + 1))),
      after: text.slice(match.index + match[0].length, match.index + match[0].length + 24),
      areQuoted: quoted === values.length,
      separators,
    }
  }
}

const SENTENCE_ENDS = ['. ', '。', '\n', '! ', '? ', '!', '?']

function separatorKinds(separator: string): string[] {
  const kinds = separator.includes('|') ? ['|'] : separator.includes('/') ? ['/'] : []
  if (/or|或/u.test(separator)) kinds.push('or')
  if (/and|和/u.test(separator)) kinds.push('and')
  return kinds.length > 0 ? kinds : [',']
}

// "such as red, green or blue" is an open list, and so is one that ends in "etc.".
const OPEN_BEFORE =
  /\b(?:e\.?g\.?|i\.?e\.?|ex|examples?|for instance|such as|like|including|includes?|similar to|named?|called|not|never|default(?:s| is)?)\b[^.]*$|例如|比如|譬如|诸如|如[::]|示例|例子|例[::]|默认/iu
const OPEN_AFTER = /^[\s,,、.]*(?:etc|and so on|and more|and others|or (?:any|other|similar|another|more)|\.{3}|…|等)/iu
// Words that introduce the whole set.
const CLOSED_BEFORE =
  /(?:\b(?:one|any) of(?: the following| these)?(?: values| options)?|\b(?:possible|allowed|valid|accepted|acceptable|available|supported|permitted|legal)(?: \w+)?(?: are| is| includes?)?|\b(?:options|choices|values|enum)(?: are| is)?|可选值?|可选项|可选范围|取值(?:范围)?|有效值|允许值|枚举值?|可用值|支持的值|必须(?:是|为)|只能(?:是|为)|选项)(?:有|包括|为|是)?\s*[::=]?\s*[([(【{]?\s*$/iu
// Words for a thing that has kinds: what follows a colon or stands in brackets after them is the list of the kinds.
const KIND =
  /(?:format|mode|type|kind|level|style|order|ordering|direction|strategy|method|status|state|priority|units?|size|colou?r|category|scope|depth|quality|tone|theme|role|severity|verbosity|operation|platform|granularity|frequency|interval|period|gender|environment|variant|layout|position|alignment|sort|operator|visibility|algorithm|scale|class|tier|phase|side|option|choice|格式|模式|类型|级别|等级|风格|顺序|方式|策略|方法|状态|优先级|单位|大小|颜色|类别|范围|深度|语气|主题|角色|方向|频率|周期|环境|种类)s?/iu
const KIND_BEFORE = new RegExp(`${KIND.source}\\s*(?:is|are|为|是)?\\s*[::((\\[]\\s*$`, 'iu')
const KIND_NAME = new RegExp(`(?:^|[_\\-\\s])${KIND.source}$`, 'iu')
const WEAK_BEFORE =
  /(?:\b(?:can|must|may|should|shall) be|\beither|\bis|\bare|\buse|\baccepts|可以是|可为|使用|支持|传|填)\s*[::]?\s*$/iu
// Words that say what kind of value is meant rather than being one.
const KIND_OF_VALUE =
  /^(?:strings?|numbers?|integers?|booleans?|objects?|arrays?|lists?|null|none|empty|text|words?|phrases?|sentences?|keywords?|urls?|uris?|paths?|files?|ids?|names?|emails?|city|state|country|region|address|absolute|relative|and|or|not)$/iu

function isClosedSet(list: List, name: string): boolean {
  const { values, before, after, areQuoted, separators } = list
  if (values.length < 2 || isOpen(before) || OPEN_AFTER.test(after)) return false
  // "in the format 'City, State'" shows a notation.
  if (/\bin (?:the |a )?format\b[^.]*$/iu.test(before)) return false
  if (values.some((value) => /^(?:e\.g|i\.e|etc|others?|more|其他|其它)|[,,]/iu.test(value))) return false
  if (values.every((value) => KIND_OF_VALUE.test(value) || /^\d+$/u.test(value))) return false
  // Placeholders of a notation, YYYY/MM/DD, are no values.
  if (values.some((value) => /^(?:Y{2,4}|MM|DD|HH|mm|ss)$/u.test(value))) return false
  // "one of red, green, and blue things": the run must end where its clause ends.
  if (!areQuoted && !/^\s*(?:[.;::。;,,))\]】}]|$|之一|中的一)/u.test(after)) return false
  if (/^\s*(?:之一|中的一)/u.test(after)) return true
  if (CLOSED_BEFORE.test(before)) return true
  // "the title and the text" is no choice, unless it was introduced as one.
  if (separators.has('and')) return false
  const isChoice = separators.has('or') || separators.has('|') || separators.has('/')
  if (areQuoted && isChoice) return true
  if (separators.has('|') && !separators.has('or')) return values.length > 2 || /(?:^|[(:([])\s*$/u.test(before)
  if (areQuoted && WEAK_BEFORE.test(before)) return true
  if (KIND_BEFORE.test(before)) return isChoice || values.length > 2 || /[(([]\s*$/u.test(before)
  return KIND_NAME.test(name) && isChoice && /[((::[]\s*$/u.test(before)
}

/** `'prose': narrative paragraphs; 'bullets': lists`: terms that are each explained, two at least. */
function definedTerms(text: string): readonly string[] | undefined {
  const term = /(?:^|[\s,,;;。.((])(['"`“‘])([\w.+-]{1,40})['"`”’]\s*(?:[:=:]|->|→|—|– |- |表示|为|代表)/gu
  const values: string[] = []
  for (const match of text.matchAll(term)) {
    if (isOpen(text.slice(Math.max(0, match.index - 30), match.index))) return undefined
    values.push(match[2] ?? '')
  }
  const distinct = [...new Set(values)]
  return distinct.length > 1 ? distinct : undefined
}

/** `Values are 'asc' for rising or 'desc' for falling order`: what is quoted in a sentence that says it names the values. */
function introducedTerms(text: string): readonly string[] | undefined {
  for (const sentence of text.split(/\. |[。\n]/u)) {
    const first = sentence.search(/['"`“‘]/u)
    const before = sentence.slice(0, Math.max(0, first))
    if (!CLOSED_BEFORE.test(before) || isOpen(before)) continue
    const quoted = [...sentence.slice(first).matchAll(new RegExp(QUOTED, 'gu'))].map((match) => match[0].slice(1, -1))
    const distinct = [...new Set(quoted)]
    const isOpenList = /\betc\b|\.{3}|…|等|\bsuch as\b/u.test(sentence)
    if (distinct.length > 1 && !isOpenList && distinct.every((value) => !/[,,]/u.test(value))) return distinct
  }
  return undefined
}

/** True when the words before a list make it a list of examples. "Supported values include" does not. */
function isOpen(before: string): boolean {
  return OPEN_BEFORE.test(before.replace(CLOSED_BEFORE, ''))
}
