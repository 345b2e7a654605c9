import { access, readFile } from 'node:fs/promises'
import { SkillError } from '@skillwright/contract'
import {
  checkSubject,
  keyFolder,
  PACKAGE_PREDICATE,
  readPublicKey,
  trustedKeys,
  verifyEnvelope,
} from '@skillwright/skill'
import type { Command } from 'commander'
import { readDocument } from '../read-document.ts'
import { readPackage } from '../read-package.ts'
import { repeatable } from '../repeatable.ts'
import { paint, type Terminal } from '../terminal.ts'
import { signatureFile } from './sign.ts'

interface VerifyFlags {
  readonly key?: readonly string[]
  readonly json?: boolean
}

/** `verify-signature`: is this what a key that is trusted has signed? */
export function verifySignatureCommand(command: Command, terminal: Terminal): Command {
  return command
    .argument('<skill>', 'skill folder or archive')
    .argument('[signature]', 'the signature (default: <skill>.sig.json), or -')
    .option('-k, --key <file>', 'a public key to trust, as PEM; repeat for several', repeatable)
    .option('--json', 'print signer and statement as JSON')
    .addHelpText(
      'after',
      `
Without --key the keys in ${keyFolder()} are trusted: yours, and every *.pub.pem you put there.

Examples:
  $ skillwright verify-signature digest-1.0.0.tgz
  $ skillwright verify-signature digest-1.0.0.tgz digest.sig.json --key ann.pub.pem`,
    )
    .action(async (path: string, signature: string | undefined, flags: VerifyFlags) => {
      const envelope = await readDocument(terminal, signature ?? (await besideFile(path)))
      const trusted = flags.key === undefined ? await trustedKeys() : await Promise.all(flags.key.map(readKey))
      const { statement, keyId } = verifyEnvelope(envelope, trusted)
      // A signed statement may also say that a skill is bad.
      if (statement.predicateType !== PACKAGE_PREDICATE)
        throw new SkillError(
          'PERMISSION_DENIED',
          `Expected the signature of a package, got a ${statement.predicateType}`,
          {
            hint: 'Ask its author for the signature that skillwright sign makes',
          },
        )
      const { digest } = await readPackage(path)
      checkSubject(statement, digest)
      if (flags.json) return terminal.print(JSON.stringify({ ok: true, keyId, digest, statement }, null, 2))
      const { name } = statement.subject[0] ?? {}
      terminal.print(
        `${paint('green', 'ok')} ${path} is ${[name, statement.predicate.version].filter(Boolean).join(' ')}, signed by ${keyId}`,
      )
      terminal.print(digest)
    })
}

/** The signature beside a skill; says what to do where there is none. */
async function besideFile(path: string): Promise<string> {
  const file = signatureFile(path)
  await access(file).catch((cause: unknown) => {
    throw new SkillError('DATA_NOT_FOUND', `There is no signature ${file}`, {
      cause,
      hint: `Name it: skillwright verify-signature ${path} <signature>. Or sign it yourself: skillwright sign ${path}`,
    })
  })
  return file
}

async function readKey(file: string): Promise<ReturnType<typeof readPublicKey>> {
  const pem = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new SkillError('DATA_NOT_FOUND', `The key ${file} cannot be read: ${cause.code}`, {
      cause,
      hint: 'Name a public key in PEM form, such as ann.pub.pem',
    })
  })
  return readPublicKey(pem, file)
}
