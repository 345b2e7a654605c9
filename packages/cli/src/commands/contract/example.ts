import { exampleInput, invalidInputs, openContract, SkillError, validInputs } from '@skillwright/contract'
import type { Command } from 'commander'
import { readContractDocument } from '../../read-document.ts'
import type { Terminal } from '../../terminal.ts'

interface ExampleFlags {
  readonly action?: string
  readonly output?: boolean
  readonly count?: number
  readonly seed: number
  readonly invalid?: boolean
  readonly json?: boolean
}

/** `contract example`: inputs that fit, or that break one named rule each. */
export function exampleCommand(command: Command, terminal: Terminal): Command {
  return command
    .argument('<contract>', 'contract.json, a skill folder, or -')
    .option('-a, --action <name>', 'which action, when the contract has several')
    .option('--output', 'an example of the output instead')
    .option('-n, --count <number>', 'generate that many, one JSON value a line', wholeNumber)
    .option('--seed <number>', 'same seed, same values', wholeNumber, 0)
    .option('--invalid', 'inputs that each break one named rule')
    .option('--json', 'print a JSON array')
    .addHelpText(
      'after',
      '\nExamples:\n  $ skillwright contract example contract.json\n  $ skillwright contract example contract.json -n 20 --invalid',
    )
    .action(async (path: string, flags: ExampleFlags) => {
      const action = openContract(await readContractDocument(terminal, path)).action(flags.action)
      const { schema } = flags.output ? action.output : action.input
      const options = { seed: flags.seed, count: flags.count ?? 10 }
      if (flags.invalid) return printAll(terminal, invalidInputs(schema, { ...options, policy: 'friendly' }), flags)
      if (flags.count !== undefined) return printAll(terminal, validInputs(schema, options), flags)
      terminal.print(JSON.stringify(exampleInput(schema), null, 2))
    })
}

function printAll(terminal: Terminal, values: readonly unknown[], { json }: ExampleFlags): void {
  terminal.print(json ? JSON.stringify(values, null, 2) : values.map((value) => JSON.stringify(value)).join('\n'))
}

function wholeNumber(text: string): number {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= 0) return number
  throw new SkillError('INVALID_INPUT', `Expected a whole number, got "${text}"`)
}
