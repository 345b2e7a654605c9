import {
  type AcceptResult,
  type Contract,
  isObject,
  readRequest,
  SkillError,
  type SkillRequest,
} from '@skillwright/contract'
import type { Command } from 'commander'
import { parseDocument, readDocumentText } from './read-document.ts'
import { refuseLoss } from './refuse-loss.ts'
import type { Terminal } from './terminal.ts'

/** Where the parameters of a call come from. */
export interface RequestFlags {
  readonly param?: readonly string[]
  readonly input?: string
}

/** Adds the options that say what a skill is asked. */
export function addRequestOptions(command: Command): Command {
  return command
    .option(
      '-p, --param <name=value>',
      'a parameter: JSON where the skill takes it so, else the text as typed; repeat for several',
      collectParam,
    )
    .option('-i, --input <file>', 'the parameters, or a whole request, as JSON file, or - for stdin')
}

/** The request that a command line means: `--param`s over `--input`, else what is piped in; a whole request or bare parameters. */
export async function requestOf(
  terminal: Terminal,
  { param = [], input }: RequestFlags,
  { contract, action }: { readonly contract?: Contract | undefined; readonly action?: string | undefined } = {},
): Promise<SkillRequest> {
  const document = input === undefined ? await readPiped(terminal, param) : await readExact(terminal, input)
  const request = readRequest(document, { contract, action })
  if (param.length === 0) return request
  const given = isObject(request.params) ? request.params : {}
  return { ...request, params: readParams(param, { given, judge: judgeOf(contract, request.action) }) }
}

/** What stands on stdin, unless a person sits there or everything was said already. */
async function readPiped(terminal: Terminal, param: readonly string[]): Promise<unknown> {
  if (param.length > 0 || process.stdin.isTTY) return {}
  const text = await readDocumentText(terminal, '-')
  return text.trim() === '' ? {} : parseExact(text, '-')
}

async function readExact(terminal: Terminal, file: string): Promise<unknown> {
  return parseExact(await readDocumentText(terminal, file), file)
}

function parseExact(text: string, file: string): unknown {
  refuseLoss(text, file === '-' ? 'stdin' : file)
  return parseDocument(text, file)
}

/** An unknown action has no contract; the run will say so. */
function judgeOf(contract: Contract | undefined, action: string | undefined): Judge | undefined {
  if (contract === undefined || (action === undefined ? contract.actions.size !== 1 : !contract.actions.has(action)))
    return undefined
  return (params) => contract.accept(params, action === undefined ? {} : { action })
}

/** What a contract makes of parameters; absent where nothing is known about them. */
type Judge = (params: Readonly<Record<string, unknown>>) => Judgement

type Judgement = Pick<AcceptResult, 'issues' | 'coercions'>

/** Collects the words of `--param`; one that is no `name=value` is refused at once. */
export function collectParam(word: string, before: readonly string[] = []): readonly string[] {
  splitWord(word)
  return [...before, word]
}

/**
 * Reads `name=value` words into parameters. A value is JSON where it is JSON, and otherwise the text as it was typed; where a
 * contract says what the parameter takes and the text suits it better, it stays text: `429` for a string, `"a b"` with its quotes.
 */
export function readParams(
  words: readonly string[],
  {
    given = {},
    judge,
  }: { readonly given?: Readonly<Record<string, unknown>>; readonly judge?: Judge | undefined } = {},
): Record<string, unknown> {
  const typed = words.map(splitWord)
  refuseTwice(typed.map(({ name }) => name))
  let params = { ...given, ...Object.fromEntries(typed.map(({ name, text }) => [name, readValue(text)])) }
  if (judge !== undefined)
    for (const { name, text } of typed) {
      const asText = { ...params, [name]: text }
      if (isBetterAsText(name, text, judge(asText), () => judge(params))) params = asText
    }
  for (const { name, text } of typed) if (params[name] !== text) refuseLoss(text, name)
  return params
}

/** True when the text is at least as good for the contract as what it means as JSON, and JSON text no worse than typed. */
function isBetterAsText(name: string, text: string, asText: Judgement, asJson: () => Judgement): boolean {
  const value = readValue(text)
  if (value === text) return false
  const fits = ![...asText.issues, ...asText.coercions].some(({ path }) => path === `/${name}`)
  const difference = costOf(asText) - costOf(asJson())
  return difference < 0 || (difference === 0 && typeof value === 'string' && fits)
}

/** An issue weighs more than all repairs together. */
function costOf({ issues, coercions }: Judgement): number {
  return issues.length * 10_000 + coercions.length
}

interface TypedParam {
  readonly name: string
  readonly text: string
}

function splitWord(word: string): TypedParam {
  const at = word.indexOf('=')
  if (at > 0) return { name: word.slice(0, at), text: word.slice(at + 1) }
  throw new SkillError('INVALID_INPUT', `Expected --param name=value, got ${JSON.stringify(word)}`, {
    hint: 'Write --param topic=AI or --param \'topics=["AI","chips"]\'',
  })
}

function refuseTwice(names: readonly string[]): void {
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice === undefined) return
  throw new SkillError('INVALID_INPUT', `Expected each parameter once, got ${twice} again`, {
    hint: `Write a list as JSON: --param '${twice}=["…","…"]'`,
  })
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
