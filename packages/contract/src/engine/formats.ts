import * as Format from 'typebox/format'

/** A host in a form of IP address still to come, `[v1.x]`, which the URL parser behind `iri` does not know. */
const FUTURE_HOST = /^([a-z][a-z0-9+.-]*:\/\/(?:[^/?#@[\]]*@)?)\[v[0-9a-f]+\.[\w.~!$&'()*+,;=:-]+\]/i

/** Most addresses. The pattern of all of them costs more to prepare than a whole small schema, so it is only asked for the rest. */
const PLAIN_ADDRESS = /^https?:\/\/[\w.-]+(?::\d+)?(?:\/[\w./~-]*)?$/

/** The formats that are checked, by name. Every other name says nothing. */
export const FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', Format.IsDate],
  ['date-time', Format.IsDateTime],
  ['duration', Format.IsDuration],
  ['email', Format.IsEmail],
  ['hostname', Format.IsHostname],
  ['idn-email', Format.IsIdnEmail],
  ['idn-hostname', Format.IsIdnHostname],
  ['ipv4', Format.IsIPv4],
  ['ipv6', Format.IsIPv6],
  ['iri', (text) => Format.IsIri(text.replace(FUTURE_HOST, '$1host'))],
  ['iri-reference', Format.IsIriReference],
  ['json-pointer', Format.IsJsonPointer],
  ['regex', Format.IsRegex],
  ['relative-json-pointer', Format.IsRelativeJsonPointer],
  ['time', Format.IsTime],
  ['uri', (text) => PLAIN_ADDRESS.test(text) || Format.IsUri(text)],
  ['uri-reference', Format.IsUriReference],
  ['uri-template', Format.IsUriTemplate],
  ['uuid', Format.IsUuid],
])
