import { join } from 'node:path'
import type { Command } from 'commander'
import { repeatable } from '../../repeatable.ts'
import type { Terminal } from '../../terminal.ts'
import { addImportOptions, contractBefore, type ImportFlags, placeImport } from './place-import.ts'
import { readForeign } from './read-foreign.ts'

interface ImportOpenApiFlags extends ImportFlags {
  readonly id?: string
  readonly operations?: readonly string[]
  readonly server?: string
  readonly allow?: readonly string[]
}

const MAX_BYTES = 16 * 1024 * 1024

/** `import openapi`: the operations of a foreign service as a skill. */
export function importOpenApiCommand(command: Command, terminal: Terminal): Command {
  return addImportOptions(command)
    .argument('<document>', 'OpenAPI 3.0 or 3.1, JSON or YAML: a file, - for stdin, or an address')
    .option('--id <id>', 'kebab-case id of the skill, also the name of its folder (default: made of the title)')
    .option('--operations <operations...>', 'which: operationIds, "GET /path" or tag:name (default: all, up to 100)')
    .option('--server <url>', 'where the service is, when it is not where the document says')
    .option('--allow <host>', 'a private host that the document may be fetched from; repeat for several', repeatable)
    .addHelpText(
      'after',
      `
Each operation becomes an action of the skill; parameters of path, query, headers and body are one input. Calls go to the service
itself, behind the guard of every call: a private address needs --allow, a credential --credential.
Exits with 1 when --check finds a change that breaks callers.

Examples:
  $ skillwright import openapi https://api.example.com/openapi.json --out skills
  $ skillwright import openapi petstore.yaml --operations getPet "POST /pets" --out skills
  $ skillwright import openapi petstore.yaml --out skills --check`,
    )
    .action(async (place: string, { id, operations, server, allow, ...flags }: ImportOpenApiFlags) => {
      const { text, url } = await readForeign(terminal, place, { allow, maxBytes: MAX_BYTES })
      const { importOpenApi } = await import('@skillwright/bridges')
      const imported = await importOpenApi(text, {
        ...(id === undefined ? {} : { id }),
        ...(url === undefined ? {} : { documentUrl: url }),
        ...(operations === undefined ? {} : { operations }),
        ...(server === undefined ? {} : { server }),
        before: (of) => contractBefore(join(flags.out, of), flags),
      })
      await placeImport(terminal, join(flags.out, imported.id), imported, flags)
    })
}
