import { existsSync } from 'node:fs'
import { operationUrl, parseReference, READ_DESCRIPTOR, TIERS } from '@skillwright/hub-api'
import type { RemoteOptions } from '@skillwright/runtime'
import { contractOfDescriptor, readDescriptor } from '@skillwright/skill'
import type { Command } from 'commander'
import { hubOfAddress, type SignedInHub } from '../hub/hub-of-address.ts'
import { type HubFlags, hubOption, openHubClient } from '../hub/open-hub-client.ts'
import { resolveReference } from '../hub/resolve-reference.ts'
import { addRemoteOptions, type RemoteFlags } from '../open-runtime.ts'
import { readDocument } from '../read-document.ts'
import { addRequestOptions, type RequestFlags, requestOf } from '../read-request.ts'
import { readSeconds } from '../read-seconds.ts'
import { remoteSettings } from '../remote-settings.ts'
import { reportResponse, showEvents } from '../show-run.ts'
import type { Terminal } from '../terminal.ts'
import { untilInterrupted } from '../terminal.ts'

interface CallFlags extends RequestFlags, RemoteFlags, HubFlags {
  readonly timeout?: number
  readonly debug?: boolean
  readonly json?: boolean
}

/** `call`: a skill that is served elsewhere. */
export function callCommand(command: Command, terminal: Terminal): Command {
  command.argument('<skill>', 'name of a skill on your hub, or URL or JSON file of a descriptor')
  return addRemoteOptions(addRequestOptions(command))
    .addOption(hubOption())
    .option('-t, --timeout <seconds>', 'end it after this long, retries included', readSeconds)
    .option('--debug', 'show retries and progress')
    .option('--json', 'print the whole response, with status, errors and metadata')
    .addHelpText(
      'after',
      `
Examples:
  $ skillwright call official/unit-converter --param value=5 --param from=km --param to=m
  $ skillwright call https://hub.example.com/v1/skills/@acme/translate/versions/latest/descriptor --param text=hello
  $ skillwright call descriptor.json --input params.json --credential TRANSLATE_KEY`,
    )
    .action(async (named: string, flags: CallFlags) => {
      using interruption = untilInterrupted()
      using events = showEvents(terminal, flags)
      const { signal } = interruption
      const { callRemote, fetchDescriptor } = await import('@skillwright/runtime')
      const onHub = isOnHub(named) ? await descriptorOnHub(named, flags) : undefined
      const place = onHub?.address ?? named
      const isUrl = /^https?:/i.test(place)
      const hub = isUrl && flags.credential === undefined ? await hubOfAddress(place) : undefined
      // A user who signed in to a hub has said that it may be talked to, wherever it is.
      const allow = [...(flags.allow ?? []), ...(hub === undefined ? [] : [new URL(hub.url).host])]
      const headers = hub === undefined ? {} : { authorization: `Bearer ${hub.token}` }
      const descriptor =
        isUrl && onHub === undefined
          ? await fetchDescriptor(place, { allow, signal, headers })
          : readDescriptor(onHub?.document ?? (await readDocument(terminal, place)))
      const contract = contractOfDescriptor(descriptor)
      const request = await requestOf(terminal, flags, { contract })
      const response = await callRemote(descriptor, request, {
        ...(await remoteSettings({ ...flags, allow })),
        ...(hub === undefined ? {} : hubCredential(hub)),
        signal,
        onEvent: (event) => events.onEvent(event),
        ...(flags.timeout === undefined ? {} : { timeoutSeconds: flags.timeout }),
      })
      events[Symbol.dispose]()
      reportResponse(terminal, response, flags)
    })
}

/** True for `name`, `scope/name` and `@scope/name@range`, unless a file is called so. */
function isOnHub(named: string): boolean {
  return /^@?[a-z0-9][\w-]*(?:\/[\w-]+)?(?:@[^/]+)?$/i.test(named) && !existsSync(named)
}

/** The descriptor of a skill on a hub, and its address. */
async function descriptorOnHub(named: string, flags: HubFlags) {
  const client = await openHubClient(flags)
  const { prefix, isScope, name, range = 'latest' } = parseReference(named)
  // A hub need not be asked what a whole name means, and `serve` knows no other.
  const isWhole = prefix !== undefined && (isScope || !TIERS.some((tier) => tier === prefix))
  const params = isWhole
    ? { scope: `@${prefix}`, skill: name, version: range }
    : { ...(await resolveReference(client, named)) }
  const document = await client.call(READ_DESCRIPTOR, { params })
  return { address: client.url + operationUrl(READ_DESCRIPTOR, { params }), document }
}

/** The token of a hub as the credential of a call, which goes to that hub alone. */
function hubCredential({ url, token }: SignedInHub): Pick<RemoteOptions, 'credential' | 'credentials'> {
  return { credential: 'the hub', credentials: () => ({ key: token, origins: [new URL(url).origin] }) }
}
