import { contractOfDescriptor, readDescriptor } from '@skillwright/skill'
import type { Command } from 'commander'
import { readDocument } from '../read-document.ts'
import { addRequestOptions, type RequestFlags, requestOf } from '../read-request.ts'
import { readSeconds } from '../read-seconds.ts'
import { addRemoteOptions, type RemoteFlags } from '../remote-options.ts'
import { remoteSettings } from '../remote-settings.ts'
import { reportResponse } from '../report-response.ts'
import { showEvents } from '../run-events.ts'
import type { Terminal } from '../terminal.ts'
import { untilInterrupted } from '../until-interrupted.ts'

interface CallFlags extends RequestFlags, RemoteFlags {
  readonly timeout?: number
  readonly debug?: boolean
  readonly json?: boolean
}

/** `call`: a skill that is served elsewhere. */
export function callCommand(command: Command, terminal: Terminal): Command {
  command.argument('<descriptor>', 'URL or JSON file of the descriptor')
  return addRemoteOptions(addRequestOptions(command))
    .option('-t, --timeout <seconds>', 'end it after this long, retries included', readSeconds)
    .option('--debug', 'show retries and progress')
    .option('--json', 'print the whole response, with status, errors and metadata')
    .addHelpText(
      'after',
      `
Examples:
  $ skillwright call https://hub.example.com/skills/translate/descriptor --param text=hello --param target_language=zh
  $ skillwright call descriptor.json --input params.json --credential TRANSLATE_KEY`,
    )
    .action(async (place: string, flags: CallFlags) => {
      using interruption = untilInterrupted()
      using events = showEvents(terminal, flags)
      const { signal } = interruption
      const { allow = [] } = flags
      const { callRemote, fetchDescriptor } = await import('@skillwright/runtime')
      const descriptor = /^https?:/i.test(place)
        ? await fetchDescriptor(place, { allow, signal })
        : readDescriptor(await readDocument(terminal, place))
      const contract = contractOfDescriptor(descriptor)
      const request = await requestOf(terminal, flags, { contract })
      const response = await callRemote(descriptor, request, {
        ...(await remoteSettings(flags)),
        signal,
        onEvent: (event) => events.onEvent(event),
        ...(flags.timeout === undefined ? {} : { timeoutSeconds: flags.timeout }),
      })
      events[Symbol.dispose]()
      reportResponse(terminal, response, flags)
    })
}
