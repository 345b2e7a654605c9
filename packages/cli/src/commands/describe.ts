import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject, SkillError } from '@skillwright/contract'
import { type AccessPolicy, describeSkill, descriptorFindings, type Skill } from '@skillwright/skill'
import { type Command, Option } from 'commander'
import { findSkill, NAME_ARGUMENT, skillArgument } from '../find-skill.ts'
import { findingLines } from '../finding-lines.ts'
import { parseDocument, readDocument } from '../read-document.ts'
import { paint, type Terminal } from '../terminal.ts'

interface DescribeFlags {
  readonly endpoint?: string
  readonly baseUrl?: string
  readonly action?: string
  readonly access?: AccessPolicy
  readonly check?: boolean
  readonly json?: boolean
}

const ACCESS = ['public', 'restricted', 'private'] as const satisfies readonly AccessPolicy[]

/** `describe`: the descriptor that tells a client how to call a skill. */
export function describeCommand(command: Command, terminal: Terminal): Command {
  return command
    .addArgument(skillArgument('<skill>', '; with --check a descriptor as JSON file, or -'))
    .argument('[name]', NAME_ARGUMENT)
    .addOption(
      new Option('-e, --endpoint <url>', 'the address that takes the call, if the skill is served anywhere').conflicts(
        'baseUrl',
      ),
    )
    .option('-u, --base-url <url>', 'instead, a server of yours that answers at <url>/skills/<id>/invoke')
    .option('-a, --action <name>', 'which action, when the contract has several')
    .addOption(
      new Option('--access <policy>', 'who may find and call it (default: what the skill says, else public)').choices(
        ACCESS,
      ),
    )
    .option('--check', 'check a descriptor instead')
    .option('--json', 'print JSON: the descriptor anyway, or with --check the findings')
    .addHelpText(
      'after',
      `
What descriptor.json of the skill says is kept. Without --endpoint, --base-url or a descriptor.json nothing is said of where the
skill is called, since that is not known: such a descriptor is complete but for its endpoint.

Examples:
  $ skillwright describe digest
  $ skillwright describe digest --endpoint https://api.example.com/digest > descriptor.json
  $ skillwright describe --check descriptor.json`,
    )
    .action(async (path: string, name: string | undefined, flags: DescribeFlags) => {
      if (flags.check) return checkDescriptor(terminal, path, flags)
      const { skill } = await findSkill(path, name)
      const { endpoint, baseUrl, action, access } = flags
      const descriptor = describeSkill(skill, {
        own: await ownDescriptor(skill),
        ...(endpoint === undefined ? {} : { endpoint }),
        ...(baseUrl === undefined ? {} : { baseUrl }),
        ...(access === undefined ? {} : { access }),
        ...(action === undefined ? {} : { action }),
      })
      terminal.print(JSON.stringify(descriptor, null, 2))
      if (descriptor.endpoint === undefined)
        terminal.note(`no endpoint: nothing says where ${skill.id} is called; add --endpoint <url> once it is served`)
    })
}

/** What descriptor.json of a skill says; nothing when there is none. */
async function ownDescriptor({ dir = '', files }: Skill): Promise<Record<string, unknown>> {
  const file = files.find((path) => path.toLowerCase() === 'descriptor.json')
  const document = file === undefined ? {} : parseDocument(await readFile(join(dir, file), 'utf8'), file)
  if (isObject(document)) return document
  throw new SkillError('INVALID_CONTRACT', `Expected a JSON object in ${file}, got something else`)
}

async function checkDescriptor(terminal: Terminal, path: string, { json }: DescribeFlags): Promise<void> {
  const findings = descriptorFindings(await readDocument(terminal, path))
  const isRight = !findings.some(({ severity }) => severity === 'error')
  if (!isRight) terminal.exitCode = 1
  if (json) return terminal.print(JSON.stringify(findings, null, 2))
  for (const line of findingLines(findings, { paint })) terminal.print(line)
  if (isRight) terminal.print(`${paint('green', 'ok')} ${path} is a descriptor`)
}
