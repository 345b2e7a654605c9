import { type Contract, isObject, readRequest, type SkillRequest } from '@skillwright/contract'
import type { Command } from 'commander'
import { parseDocument, readDocumentText } from './read-document.ts'
import { collectParam, type Judge, readParams } from './read-params.ts'
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
