import { counted } from '@skillwright/contract'
import { READ_VERIFICATION } from '@skillwright/hub-api'
import type { Command } from 'commander'
import { type HubVerbFlags, hubVerb, printAnswer } from '../../hub/hub-verb.ts'
import { openHubClient } from '../../hub/open-hub-client.ts'
import { resolveReference } from '../../hub/resolve-reference.ts'
import { unprovenLines, type Verification, verificationTitle } from '../../hub/verification.ts'
import type { Terminal } from '../../terminal.ts'
import { visibleText } from '../../visible-text.ts'

/** `review evidence`: what the hub's own verify run of a version showed, and what it adds to the skill it resembles. */
export function evidenceCommand(command: Command, terminal: Terminal): Command {
  return hubVerb(command, ['review evidence @acme/web-search@1.2.0', 'review evidence @acme/web-search@1.2.0 --json'])
    .argument('<skill>', '@scope/name@version')
    .action(async (text: string, flags: HubVerbFlags) => {
      const client = await openHubClient(flags)
      const reference = await resolveReference(client, text)
      const seen = await client.call(READ_VERIFICATION, { params: reference })
      printAnswer(terminal, flags, seen, [
        verificationTitle(seen),
        ...(await reportLines(seen)),
        ...relativeLines(seen.relative),
      ])
    })
}

function relativeLines(relative: Verification['relative']): string[] {
  if (relative === null) return []
  const { name, version, similarity, added, lines } = relative
  return [
    `${Math.round(similarity * 100)} % of ${visibleText(name)} ${visibleText(version)} is in it; ${counted(added, 'line')} added:`,
    ...lines.map(({ file, line, text }) => `  ${visibleText(file)}:${line}  ${visibleText(text)}`),
    ...(added > lines.length ? [`  … and ${added - lines.length} more`] : []),
  ]
}

async function reportLines(seen: Verification): Promise<string[]> {
  if (seen.report === null) return unprovenLines(seen)
  const { describeReport } = await import('@skillwright/runtime')
  const { version, containment, ...report } = seen.report
  return describeReport({ ...report, version, containment }).map((line) => line.split('\n').map(visibleText).join('\n'))
}
