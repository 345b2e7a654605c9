import type { Command } from 'commander'
import type { Terminal } from '../terminal.ts'
import { addHelpVerb, addVerbs, type Verb } from '../verb.ts'

const VERBS: readonly Verb[] = [
  {
    name: 'check',
    summary: 'check a contract, or an input (or output) against it',
    load: async () => (await import('./contract/check.ts')).checkCommand,
  },
  {
    name: 'lint',
    summary: 'judge a contract by the design principles',
    load: async () => (await import('./contract/lint.ts')).lintCommand,
  },
  {
    name: 'compare',
    summary: 'name the version bump that a change of contract requires, and why',
    load: async () => (await import('./contract/compare.ts')).compareCommand,
  },
  {
    name: 'migrate',
    summary: 'bring an input for an older contract version up to date',
    load: async () => (await import('./contract/migrate.ts')).migrateCommand,
  },
  {
    name: 'export',
    summary: 'print the contract as tool definitions, OpenAPI, or one bundled schema',
    load: async () => (await import('./contract/export.ts')).exportCommand,
  },
  {
    name: 'types',
    summary: 'print TypeScript types of every input and output',
    load: async () => (await import('./contract/types.ts')).typesCommand,
  },
  {
    name: 'docs',
    summary: 'print a Markdown reference for people',
    load: async () => (await import('./contract/docs.ts')).docsCommand,
  },
  {
    name: 'example',
    summary: 'print an example input, or many generated ones',
    load: async () => (await import('./contract/example.ts')).exampleCommand,
  },
]

/** `skillwright contract …`: everything about a contract.json. */
export function contractCommand(command: Command, terminal: Terminal): Command {
  return addHelpVerb(addVerbs(command, terminal, VERBS)).addHelpText(
    'after',
    '\nA contract is a contract.json, a skill folder that holds one, or - for stdin.',
  )
}
