import { listItems, type MarkdownSection, markdownSections } from './markdown-sections.ts'
import type { ChangelogEntry, SectionExample, SkillSections } from './skill.ts'

// How the known sections are headed, in English and Chinese. The first that matches wins.
const HEADINGS = {
  whenNotToUse:
    /^(?:when not to use|do not use|don'?t use|not for\b|何时不(?:要)?使用|不适用|什么时候不|不要使用|禁用场景)/i,
  whenToUse:
    /^(?:when to (?:use|activate|invoke)|use (?:this skill )?when|use cases?\b|何时使用|使用场景|适用场景|什么时候(?:使用|用)|触发场景|触发条件|应用场景)/i,
  overview: /^(?:overview|introduction|about\b|summary|概述|概览|简介|介绍|说明|功能概述|技能概述|描述|概要)/i,
  changelog: /^(?:change ?log|version history|release notes|更新日志|变更日志|变更记录|更新记录|版本历史|版本记录)/i,
  examples: /^(?:examples?\b|usage examples?|示例|例子|样例|使用示例|案例|用例)/i,
  usage:
    /^(?:usage|how to use|getting started|quick ?start|instructions?\b|workflow|使用(?!场景|示例|限制)|用法|快速开始|操作指南|工作流程)/i,
  dependencies: /^(?:dependenc(?:y|ies)|requirements?\b|prerequisites?|依赖|前置|先决条件|环境要求|所需)/i,
  configuration: /^(?:config(?:uration)?\b|settings?\b|配置|设置)/i,
  limitations: /^(?:limitations?|known issues|caveats|constraints|限制|局限|使用限制|注意事项|已知问题)/i,
} as const

const USAGE_PARTS = {
  invocations: /^(?:invo(?:cation|ke)|trigger|activation|调用|触发|激活)/i,
  parameters: /^(?:parameters?\b|arguments?\b|inputs?\b|options\b|参数|输入)/i,
  process: /^(?:process\b|procedure|steps?\b|workflow|流程|步骤|过程|执行|处理)/i,
} as const

/** A section of document C. */
export type SectionName = keyof typeof HEADINGS

/** Finds the known sections of a SKILL.md body, English or Chinese. `firstLine` is the line of the file the body begins on. */
export function skillSections(
  body: string,
  firstLine = 1,
): SkillSections & { readonly headings: readonly MarkdownSection[] } {
  const headings = markdownSections(body, firstLine)
  const found = knownSections(headings)
  const usage = found.usage?.text ?? ''
  const part = (name: keyof typeof USAGE_PARTS) => partText(headings, found, USAGE_PARTS[name])
  const overview = found.overview?.text ?? ''
  return {
    headings,
    overview,
    usage,
    ...listsOf(body, headings, found),
    parameters: parameterTable(part('parameters')) || ownTable(body),
    process: listItems(part('process')),
    examples: examplesOf(headings, found.examples),
    dependencies: found.dependencies?.text ?? '',
    configuration: found.configuration?.text ?? '',
    limitations: listItems(found.limitations?.text ?? ''),
    changelog: changelogOf(found.changelog?.text ?? ''),
  }
}

/** When a skill is to be used, when not, what invokes it, and what its examples' users say. */
export type TriggerLists = Pick<SkillSections, 'whenToUse' | 'whenNotToUse' | 'invocations'> & {
  readonly exampleInputs: readonly string[]
}

/** The same as skillSections finds, in a fraction of its time, for an index of thousands. */
export function triggerLists(body: string): TriggerLists {
  const headings = markdownSections(body)
  return { ...listsOf(body, headings, knownSections(headings)), exampleInputs: exampleInputs(body) }
}

function listsOf(
  body: string,
  headings: readonly MarkdownSection[],
  found: Partial<Record<SectionName, MarkdownSection>>,
): Omit<TriggerLists, 'exampleInputs'> {
  const marked = markedLists(body)
  return {
    whenToUse: itemsOf(found.whenToUse) ?? marked.whenToUse,
    whenNotToUse: itemsOf(found.whenNotToUse) ?? marked.whenNotToUse,
    invocations: listItems(partText(headings, found, USAGE_PARTS.invocations)).map((item) =>
      item.replace(/^["“'「]|["”'」]$/g, ''),
    ),
  }
}

/** The first heading of each known section. */
export function knownSections(headings: readonly MarkdownSection[]): Partial<Record<SectionName, MarkdownSection>> {
  const found: Partial<Record<SectionName, MarkdownSection>> = {}
  for (const section of headings) {
    if (section.level === 1 && headings.length > 1) continue
    for (const name of Object.keys(HEADINGS) as SectionName[]) {
      if (!HEADINGS[name].test(section.title)) continue
      found[name] ??= section
      break
    }
  }
  return found
}

/** The text of a part of Usage: a subsection of it, else a section of its own anywhere. */
function partText(
  headings: readonly MarkdownSection[],
  found: Partial<Record<SectionName, MarkdownSection>>,
  title: RegExp,
): string {
  const known = new Set(Object.values(found))
  return headings.find((section) => section.level > 1 && !known.has(section) && title.test(section.title))?.text ?? ''
}

function itemsOf(section: MarkdownSection | undefined): readonly string[] | undefined {
  if (section === undefined) return undefined
  const items = listItems(section.text.split(/^\s*(?:\*\*)?(?:do not use|don'?t use|不适用|不要使用)/im)[0] ?? '')
  return items.length > 0 ? items : section.text === '' ? undefined : [section.text.split('\n\n', 1)[0] ?? '']
}

const LABEL = /^[ \t]*(?:[-*] )?\*\*(.{2,80}?)[:：]?\*\*[:：]?[ \t]*(.*)$/gm
const LABEL_OR_HEADING = /^(?:#{1,6} |[ \t]*(?:[-*] )?\*\*.{2,80}?\*\*)/m

// What a label must hold to count, which is found in a fraction of the time; likewise for users below.
const MAY_BE_MARKED = new RegExp(
  `\\*\\*(?:${HEADINGS.whenNotToUse.source.slice(1)}|${HEADINGS.whenToUse.source.slice(1)})`,
  'i',
)

/** "**When to use this skill:**" and its opposite stand as bold lines over a list where they have no heading of their own. */
function markedLists(body: string): { whenToUse: string[]; whenNotToUse: string[] } {
  const lists = { whenToUse: [] as string[], whenNotToUse: [] as string[] }
  if (!MAY_BE_MARKED.test(body)) return lists
  for (const { index, 0: line, 1: title = '', 2: beside } of body.matchAll(LABEL)) {
    const list = HEADINGS.whenNotToUse.test(title)
      ? lists.whenNotToUse
      : HEADINGS.whenToUse.test(title)
        ? lists.whenToUse
        : undefined
    if (list === undefined) continue
    if (beside) list.push(beside)
    const below = body.slice(index + line.length + 1)
    list.push(...listItems(below.slice(0, LABEL_OR_HEADING.exec(below)?.index)))
  }
  return lists
}

const USER_WORDS =
  /(?:user(?: (?:input|message|says|asks|request|query|prompt))?|用户(?:输入|说|消息|提问|请求|问)?)[*_]*[ \t]*[:：]/i
const USER_LABEL = new RegExp(`^[ \\t>*_-]*${USER_WORDS.source}[*_]*[ \\t]*(.*)$`, 'gim')
const MAX_INPUTS = 20
const MAX_INPUT = 300

/** What users say in the examples of a SKILL.md body: beside a label such as `**User input:**`, or on the line below it. */
function exampleInputs(body: string): string[] {
  const inputs: string[] = []
  if (!USER_WORDS.test(body)) return inputs
  for (const { index, 0: line, 1: beside = '' } of body.matchAll(USER_LABEL)) {
    const rest = body.slice(index + line.length, index + line.length + 2 * MAX_INPUT)
    const said = (beside.trim() || (/^\s*(\S.*)/.exec(rest)?.[1] ?? '')).replace(/^[>\s"“'「`*]+|["”'」`*\s]+$/g, '')
    // Code and data are no messages.
    if (said.length < 2 || said.length > MAX_INPUT || /^[[{#|<]|^\w+:$/.test(said)) continue
    if (inputs.push(said) === MAX_INPUTS) break
  }
  return inputs
}

/** True when a text holds the head of a parameter table: cheap, for the many that hold none. */
export function mayHaveParameters(text: string): boolean {
  if (!namesType(text)) return false
  for (let bar = text.indexOf('|'); bar >= 0; ) {
    const end = text.indexOf('\n', bar)
    const start = text.lastIndexOf('\n', bar) + 1
    const isRow = start === bar || text.slice(start, bar).trim() === ''
    if (isRow && isTableHead(text.slice(start, end < 0 ? undefined : end))) return true
    bar = end < 0 ? -1 : text.indexOf('|', end)
  }
  return false
}

// Plain searches, because a regular expression over a whole file costs more than all else that is done with it.
function namesType(text: string): boolean {
  return text.includes('ype') || text.includes('YPE') || text.includes('类型')
}

function isTableHead(line: string): boolean {
  return (
    namesType(line) &&
    /^\s*\|/.test(line) &&
    /param|argument|\bname\b|参数|名称|字段/i.test(line) &&
    /type|类型/i.test(line)
  )
}

/** What stands over a table of something else: what comes back, what is stored, what is told. */
const OTHER_TABLE =
  /\b(?:outputs?|responses?|returns?|results?|schemas?|columns?|fields?|events?|errors?|tables?|models?|entit(?:y|ies)|propert(?:y|ies)|types?|objects?|env\w*|variables?|database|headers?)\b|返回|输出|响应|结果|字段|数据|错误|事件|变量/i

/** Outside of a section for parameters: the first table of parameters that does not stand under a heading about something else. */
function ownTable(body: string): string {
  let text = body
  for (let table = parameterTable(text); table !== ''; table = parameterTable(text)) {
    const at = text.indexOf(table)
    const heading = [...text.slice(0, at).matchAll(/^#{1,6} (.*)$/gm)].at(-1)?.[1] ?? ''
    const isNamed = /param|argument|参数/i.test(table.split('\n', 1)[0] ?? '')
    if (isNamed || !OTHER_TABLE.test(heading)) return table
    // The heading stays in force for the tables below it.
    text = `# ${heading}\n${text.slice(at + table.length)}`
  }
  return ''
}

/** The first table whose head names a parameter and a type. */
export function parameterTable(text: string): string {
  const lines = text.split('\n')
  const head = lines.findIndex(isTableHead)
  if (head < 0) return ''
  const length = lines.slice(head).findIndex((line) => !/^\s*\|/.test(line))
  return lines.slice(head, length < 0 ? undefined : head + length).join('\n')
}

function examplesOf(headings: readonly MarkdownSection[], section: MarkdownSection | undefined): SectionExample[] {
  if (section === undefined) return []
  const at = headings.indexOf(section)
  const end = headings.findIndex(({ level }, i) => i > at && level <= section.level)
  const below = headings.slice(at + 1, end < 0 ? undefined : end)
  const top = below.reduce((least, { level }) => Math.min(least, level), 7)
  const inside = below.filter(({ level }) => level === top)
  if (inside.length > 0) return inside.map(({ title, text }) => ({ title, text }))
  return section.text === '' ? [] : [{ title: section.title, text: section.text }]
}

function changelogOf(text: string): ChangelogEntry[] {
  const entries: { version: string; date: string | undefined; lines: string[] }[] = []
  for (const line of text.split('\n')) {
    const entry =
      /^\s*(?:#{1,6}\s*|[-*]\s*)?(?:\*\*)?\[?v?(\d+\.\d+(?:\.\d+)?(?:-[\w.]+)?)\]?(?:\*\*)?\s*(?:[(（:：—–-]\s*)?(\d{4}[-/.]\d{1,2}[-/.]\d{1,2})?/i.exec(
        line,
      )
    if (entry) entries.push({ version: entry[1] ?? '', date: entry[2], lines: [] })
    else entries.at(-1)?.lines.push(line)
  }
  return entries.map(({ version, date, lines }) => ({ version, date, changes: listItems(lines.join('\n')) }))
}
