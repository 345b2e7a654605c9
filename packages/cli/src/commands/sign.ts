import { join } from 'node:path'
import { keyFolder, openSigningKey, packageStatement, signStatement } from '@skillwright/skill'
import type { Command } from 'commander'
import { readPackage } from '../read-package.ts'
import { paint, type Terminal } from '../terminal.ts'
import { writeOutput } from '../write-output.ts'

interface SignFlags {
  readonly key: string
  readonly out?: string
  readonly json?: boolean
}

/** `sign`: a signature over what a package holds. */
export function signCommand(command: Command, terminal: Terminal): Command {
  return command
    .argument('<skill>', 'folder of a skill or of an agent with one skill, a script, or an archive')
    .option('-k, --key <name>', 'which of your keys', 'default')
    .option('-o, --out <file>', 'the signature to write (default: <skill>.sig.json)')
    .option('--json', 'print file, key and digest as JSON')
    .addHelpText(
      'after',
      `
The signature is for the content: a folder and the archive packed from it have the same.

Examples:
  $ skillwright sign digest-1.0.0.tgz`,
    )
    .action(async (path: string, flags: SignFlags) => {
      const { skill, digest } = await readPackage(path)
      const key = await openSigningKey({ name: flags.key })
      const file = flags.out ?? signatureFile(path)
      await writeOutput(
        file,
        `${JSON.stringify(signStatement(packageStatement(skill, digest), key.privateKey), null, 2)}\n`,
      )
      const publicKey = join(keyFolder(), `${flags.key}.pub.pem`)
      if (key.isNew) {
        terminal.note(`made your key ${join(keyFolder(), `${flags.key}.key.pem`)}: keep it to yourself`)
        terminal.note(`who should trust you needs ${publicKey}`)
      }
      if (flags.json)
        return terminal.print(JSON.stringify({ file, keyId: key.id, publicKey, digest, isNewKey: key.isNew }, null, 2))
      terminal.print(`${paint('green', 'signed')} ${file} by ${key.id}`)
      terminal.print(digest)
    })
}

/** Where the signature of a skill is looked for: beside it, never inside. */
export function signatureFile(path: string): string {
  return `${path.replace(/[/\\]+$/, '')}.sig.json`
}
