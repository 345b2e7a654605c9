import { SkillError } from '@skillwright/contract'
import { type AccessPolicy, describeSkill, descriptorFindings, readSkill } from '@skillwright/skill'
import { Command, Option } from 'commander'
import { findingLines } from '../finding-lines.ts'
import { readDocument } from '../read-document.ts'
import { paint, type Terminal } from '../terminal.ts'

interface DescribeFlags {
  readonly baseUrl?: string
  readonly action?: string
  readonly access: AccessPolicy
  readonly check?: boolean
  readonly json?: boolean
}

const ACCESS = ['public', 'restricted', 'private'] as const satisfies readonly AccessPolicy[]

/** `describe`: the descriptor that tells a stranger how to call a skill. */
export function describeCommand(terminal: Terminal): Command {
  return new Command('describe')
    .description('print the descriptor that tells a stranger how to call a skill over HTTP')
    .argument('<skill>', 'skill folder; with --check a descriptor as JSON file, or -')
    .option('-u, --base-url <url>', 'address under which the skill is served, such as https://hub.example.com')
    .option('-a, --action <name>', 'which action, when the contract has several')
    .addOption(new Option('--access <policy>', 'who may find and call it').choices(ACCESS).default('public'))
    .option('--check', 'check a descriptor instead')
    .option('--json', 'print JSON: the descriptor anyway, or with --check the findings')
    .addHelpText(
      'after',
      `
Examples:
  $ skillwright describe digest --base-url https://hub.example.com > descriptor.json
  $ skillwright describe --check descriptor.json`,
    )
    .action(async (path: string, flags: DescribeFlags) => {
      if (flags.check) return checkDescriptor(terminal, path, flags)
      const { baseUrl, action, access } = flags
      if (baseUrl === undefined)
        throw new SkillError('INVALID_INPUT', 'A descriptor says where the skill is served, and no address was given', {
          hint: `Add it: skillwright describe ${path} --base-url https://hub.example.com`,
        })
      const skill = await readSkill(path)
      const descriptor = describeSkill(skill, { baseUrl, access, ...(action === undefined ? {} : { action }) })
      terminal.print(JSON.stringify(descriptor, null, 2))
    })
}

async function checkDescriptor(terminal: Terminal, path: string, { json }: DescribeFlags): Promise<void> {
  const findings = descriptorFindings(await readDocument(terminal, path))
  if (findings.length > 0) terminal.exitCode = 1
  if (json) return terminal.print(JSON.stringify(findings, null, 2))
  for (const line of findingLines(findings, { paint })) terminal.print(line)
  if (findings.length === 0) terminal.print(`${paint('green', 'ok')} ${path} is a descriptor`)
}
