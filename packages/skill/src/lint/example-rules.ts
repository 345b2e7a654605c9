import { type Contract, type Issue, isObject } from '@skillwright/contract'
import { readCases, type SkillCase } from '../skill-cases.ts'
import { contractPlace } from './contract-place.ts'
import type { LintContext } from './lint-context.ts'
import { everywhere, type Report, type Rule } from './rule.ts'
import { shownJson } from './shown-json.ts'

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
    check(context, report) {
      const { contract, contractSource } = context.skill
      if (contract === undefined) return
      for (const example of readCases(context.files).cases) checkCase(example, contract, context, report)
      // A table is read as well as it can be; what it is read as is no promise.
      if (contractSource === 'contract.json') checkShown(contract, context, report)
    },
  },
]

const REQUEST = /^\W*(?:(?:example|sample) )?(?:input|parameters?|params|request|输入|参数|请求)\W*$/i
const ANSWER = /^\W*(?:(?:example|expected|sample) )?(?:output|response|result|预期输出|输出|响应|返回)\W*$/i

/** Requests and answers that SKILL.md shows as JSON: by their shape, or under a label that says what they are. */
function checkShown(contract: Contract, context: LintContext, report: Report): void {
  const shown = shownJson(context.frontMatter.body, context.frontMatter.bodyLine)
  const [only, ...others] = contract.actions.keys()
  let asked = others.length === 0 ? only : undefined
  for (const [i, { line, label, value }] of shown.entries()) {
    const place = { file: context.skillFile, line }
    const check = (what: string, sent: unknown, action: string, side: 'input' | 'output'): void => {
      for (const { path, message } of issuesOf(sent, contract, action, side))
        report(
          place,
          `The ${what} shown here does not obey the contract at ${path || 'its root'} (${contractPlace(context, action, side, path)}): ${message}`,
        )
    }
    const { action, params, data, success, status } = value
    const named = typeof action === 'string' ? action : undefined
    if (isObject(params) || REQUEST.test(label)) {
      asked = named ?? (others.length === 0 ? only : undefined)
      // A call that is shown to fail shows just that.
      if (asked === undefined || isFailure(shown[i + 1]?.value)) continue
      const unknown = unknownAction(asked, contract, context)
      if (unknown !== undefined) report(place, `The request shown here ${unknown}`)
      else check('request', isObject(params) ? params : value, asked, 'input')
    } else if (!isFailure(value)) {
      const answered = [named, asked].find((name) => name !== undefined && contract.actions.has(name))
      if (answered === undefined) continue
      if (data !== undefined && (success === true || status === 'success')) check('answer', data, answered, 'output')
      else if (success === undefined && status === undefined && ANSWER.test(label))
        check('answer', value, answered, 'output')
    }
  }
}

function issuesOf(sent: unknown, contract: Contract, action: string, side: 'input' | 'output'): readonly Issue[] {
  const { input, output } = contract.action(action)
  const { issues } = side === 'input' ? input.check(sent) : output.check(sent, { policy: 'strict' })
  return issues.filter(({ path }) => !isShortened(sent, path))
}

function isFailure(value: Readonly<Record<string, unknown>> | undefined): boolean {
  return value?.success === false || value?.status === 'failed' || value?.status === 'error'
}

/** True when the value at a path is cut short or a placeholder, and so no example of what is sent. */
function isShortened(value: unknown, path: string): boolean {
  let inner = value
  for (const step of path.split('/').slice(1))
    inner = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[step] : undefined
  return typeof inner === 'string' ? /\.\.\.|…|^<.*>$/.test(inner) : false
}

function unknownAction(action: string, contract: Contract, context: LintContext): string | undefined {
  const actions = [...contract.actions.keys()]
  if (actions.includes(action)) return undefined
  return `calls the action ${action}; there are: ${actions.join(', ')} (${contractPlace(context, action, 'input')})`
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
  { file, pointer, name, action, input, expect }: SkillCase,
  contract: Contract,
  context: LintContext,
  report: Report,
): void {
  // A call that should fail may well be against the contract: that is what it tests.
  if ('errorCode' in expect) return
  const { inJson } = context
  const actions = [...contract.actions.keys()]
  const unknown = action === undefined ? undefined : unknownAction(action, contract, context)
  if (unknown !== undefined) {
    report(inJson(file, `${pointer}/action`), `${name} ${unknown}`)
    return
  }
  if (action === undefined && actions.length > 1) {
    report(inJson(file, pointer), `${name} names none of the actions ${actions.join(', ')}`)
    return
  }
  const promised = contract.action(action)
  const say = (side: 'input' | 'output', { path, message }: Issue): void => {
    const place = contractPlace(context, promised.name, side, path)
    report(
      inJson(file, `${pointer}/${side}${path}`),
      `The ${side} of ${name} does not obey the contract (${place}): ${message}`,
    )
  }
  for (const issue of promised.input.check(input).issues) say('input', issue)
  if (!('output' in expect)) return
  for (const issue of promised.output.check(expect.output, { policy: 'strict' }).issues) say('output', issue)
}
