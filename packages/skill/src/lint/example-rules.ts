import { type Contract, isObject } from '@skillwright/contract'
import { readCases, type SkillCase } from '../skill-cases.ts'
import type { LintContext } from './lint-context.ts'
import { everywhere, type Report, type Rule } from './rule.ts'

// A label at the start of a line: bold, a heading, a quote, a list item, or plain words before a colon.
const LABEL =
  /^[ \t>]{0,20}(?:[-*+] |#{1,6} )?(?:\*\*|__|`)?([^\n:：*`]{1,60}?)(?:\*\*|__|`)?[ \t]{0,5}[:：]|^#{3,6} (.+)$|^\*\*([^*\n]{1,60})\*\*[ \t]*$/gm
// More findings of one kind add nothing, and a hostile file may hold a hundred thousand.
const MOST = 50
const INPUT = /input|user|ask|request|prompt|query|says?|question|输入|用户|提问|请求|问/i
const OUTPUT = /output|result|response|answer|repl(?:y|ies)|returns?|expected|输出|结果|回复|回答|响应|返回/i

/** What examples must show, and that they obey the contract. */
export const EXAMPLE_RULES: readonly Rule[] = [
  {
    id: 'skill/two-examples',
    severity: { standard: 'error' },
    summary: 'The Examples section has fewer than two examples.',
    why: 'One example is copied, two are understood.',
    fix: 'Give each example a heading of its own: ### Example 1: …, ### Example 2: …',
    check({ skill, sections, atSection }, report) {
      const count = skill.sections.examples.length
      if (sections.examples && count < 2)
        report(atSection('examples'), `Examples holds ${count} of at least 2 examples`)
    },
  },
  {
    id: 'skill/complete-example',
    severity: { standard: 'error' },
    summary: 'An example lacks the user input or the expected output.',
    why: 'Half an example teaches nothing: a model must see what comes in and what should come out.',
    fix: 'Write **User input:** and **Expected output:** with text below each.',
    check({ skill, atExample }, report) {
      for (const { title, text } of skill.sections.examples.slice(0, MOST)) {
        const missing = missingParts(text)
        if (missing !== undefined) report(atExample(title), `The example "${title}" has no ${missing}`)
      }
    },
  },
  {
    id: 'skill/example-contract',
    severity: { ...everywhere('warning'), standard: 'error' },
    summary: 'An example does not obey the contract.',
    why: 'Users who copy it get an error, and the test made from it fails.',
    fix: 'Correct the example, or the contract.',
    check({ skill, ...context }, report) {
      if (skill.contract === undefined) return
      for (const example of readCases(context.files).cases) checkCase(example, skill.contract, context, report)
      // A table is read as well as it can be; what it is read as is no promise.
      if (skill.contractSource !== 'contract.json') return
      for (const request of shownRequests(context)) checkShown(request, skill.contract, context.skillFile, report)
    },
  },
]

interface ShownRequest {
  readonly line: number
  readonly action: string | undefined
  readonly input: unknown
}

/** Requests that SKILL.md shows as JSON: with action and params, or under a label that says it is the input. */
function shownRequests({ frontMatter: { body, bodyLine } }: Pick<LintContext, 'frontMatter'>): ShownRequest[] {
  const found: ShownRequest[] = []
  for (const match of body.matchAll(/^([^\n]*)\n\s*```json[^\n]*\n([^`]{2,20000})^\s*```/gm)) {
    const [, above = '', text = ''] = match
    const value = parsed(text)
    if (!isObject(value)) continue
    const line = bodyLine + body.slice(0, match.index + above.length).split('\n').length + 1
    const { action, params } = value
    if (isObject(params) && (action === undefined || typeof action === 'string'))
      found.push({ line, action, input: params })
    else if (/^\W*(?:input|parameters?|params|request|输入|参数|请求)\W*$/i.test(above))
      found.push({ line, action: undefined, input: value })
  }
  return found.slice(0, MOST)
}

function checkShown({ line, action, input }: ShownRequest, contract: Contract, file: string, report: Report): void {
  const actions = [...contract.actions.keys()]
  if (action === undefined ? actions.length > 1 : !actions.includes(action)) return
  for (const { path, message } of contract.action(action).input.check(input).issues)
    report({ file, line }, `The request shown here does not obey the contract at ${path || 'its root'}: ${message}`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // Shortened with "…", or with comments: shown, not sent.
  }
}

function missingParts(text: string): string | undefined {
  const labels = [...text.matchAll(LABEL)].map(([whole, label, heading, bold]) => ({
    whole,
    label: label ?? heading ?? bold ?? '',
  }))
  const output = labels.find(({ label }) => OUTPUT.test(label))
  const input = labels.find((other) => other !== output && INPUT.test(other.label))
  if (!input && !output) return 'user input and no expected output'
  return input ? (output ? undefined : 'expected output') : 'user input'
}

function checkCase(
  { file, name, action, input, expect }: SkillCase,
  contract: Contract,
  { inJson }: Pick<LintContext, 'inJson'>,
  report: Report,
): void {
  // A call that should fail may well be against the contract: that is what it tests.
  if ('errorCode' in expect) return
  const actions = [...contract.actions.keys()]
  if (action !== undefined && !actions.includes(action)) {
    report(inJson(file, '/action'), `${name} calls the action ${action}; there are: ${actions.join(', ')}`)
    return
  }
  if (action === undefined && actions.length > 1) {
    report(inJson(file, ''), `${name} names none of the actions ${actions.join(', ')}`)
    return
  }
  const promised = contract.action(action)
  for (const { path, message } of promised.input.check(input).issues)
    report(inJson(file, `/input${path}`), `The input of ${name} does not obey the contract: ${message}`)
  if (!('output' in expect)) return
  for (const { path, message } of promised.output.check(expect.output, { policy: 'strict' }).issues)
    report(inJson(file, `/output${path}`), `The output of ${name} does not obey the contract: ${message}`)
}
