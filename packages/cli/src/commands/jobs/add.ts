import { type Contract, isObject } from '@skillwright/contract'
import { CREATE_SCHEDULE, type HubClient, parseScoped, READ_DESCRIPTOR } from '@skillwright/hub-api'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { shortTime } from '../../hub/short-time.ts'
import { addRequestOptions, type RequestFlags, requestOf } from '../../read-request.ts'
import { paint, type Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

const OVERLAP = ['skip', 'queue', 'replace'] as const
const MISSED = ['skip', 'once', 'all'] as const

interface AddFlags extends HubVerbFlags, RequestFlags {
  readonly cron: string
  readonly timezone?: string
  readonly action?: string
  readonly version?: string
  readonly overlap?: (typeof OVERLAP)[number]
  readonly missed?: (typeof MISSED)[number]
  readonly retries?: number
  readonly priority?: number
}

/** `jobs add`: a skill is called again and again. */
export function addCommand(command: Command, terminal: Terminal): Command {
  return addRequestOptions(
    hubVerb(command, [
      'jobs add daily @acme/digest --cron "30 7 * * 1-5" --timezone Asia/Shanghai --param topics=AI',
      'jobs add nightly @acme/report --cron "0 2 * * *" --input params.json --missed once --retries 2',
    ])
      .argument('<name>', 'what you call it')
      .argument('<skill>', 'what is called: @scope/name')
      .requiredOption('--cron <pattern>', 'minute, hour, day, month, weekday; with six fields, seconds first')
      .option('--timezone <zone>', 'by whose clock, such as Europe/Berlin (default: UTC)'),
  )
    .option('--action <name>', 'which action, when the skill has several')
    .option('--version <range>', 'a version, a range or latest (default: what is compatible with the newest of today)')
    .addOption(new Option('--overlap <what>', 'when the run before has not ended (default: skip)').choices(OVERLAP))
    .addOption(new Option('--missed <what>', 'times at which nothing ran (default: skip)').choices(MISSED))
    .option('--retries <number>', 'try again so often what failed for the moment (default: 0)', readWhole)
    .option('--priority <number>', 'larger is sooner; more than 0 for administrators (default: 0)', readWhole)
    .action(async (name: string, skill: string, flags: AddFlags) => {
      const { cron, timezone, version, overlap, missed, retries, priority } = flags
      const client = await openHubClient(flags)
      const contract = await contractOf(client, skill, flags)
      const { action = null, params } = await requestOf(terminal, flags, { contract, action: flags.action })
      const plan = { name, skill, cron, timezone, action, version, overlap, missed, retries, priority }
      const made = await client.call(CREATE_SCHEDULE, { body: { ...plan, params: isObject(params) ? params : {} } })
      printAnswer(terminal, flags, made, [
        `${paint('green', 'added')} ${visibleText(`${made.name}: ${made.skill} ${made.version}, next ${shortTime(made.next_at ?? 'never')}`)}`,
      ])
      terminal.note(visibleText(`to try it now: skillwright jobs run ${made.name}`))
    })
}

/** What the parameters are read by; the hub says what is wrong with a skill that has none. */
async function contractOf(
  client: HubClient,
  text: string,
  { version = 'latest', action }: Pick<AddFlags, 'version' | 'action'>,
): Promise<Contract | undefined> {
  const { scope, skill } = parseScoped(text)
  try {
    const { contractOfDescriptor, readDescriptor } = await import('@skillwright/skill')
    const document = await client.call(READ_DESCRIPTOR, { params: { scope, skill, version }, query: { action } })
    return contractOfDescriptor(readDescriptor(document))
  } catch {
    return undefined
  }
}

function readWhole(text: string): number {
  const number = Number(text)
  if (text.trim() !== '' && Number.isInteger(number)) return number
  throw new InvalidArgumentError('Expected a whole number.')
}
