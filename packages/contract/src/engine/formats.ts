import {
  IsDate,
  IsDateTime,
  IsDuration,
  IsEmail,
  IsHostname,
  IsIdnEmail,
  IsIdnHostname,
  IsIPv4,
  IsIPv6,
  IsIri,
  IsIriReference,
  IsJsonPointer,
  IsRegex,
  IsRelativeJsonPointer,
  IsTime,
  IsUri,
  IsUriReference,
  IsUriTemplate,
  IsUuid,
} from 'typebox/format'

/** A host in a form of IP address still to come, `[v1.x]`, which the URL parser behind `iri` does not know. */
const FUTURE_HOST = /^([a-z][a-z0-9+.-]*:\/\/(?:[^/?#@[\]]*@)?)\[v[0-9a-f]+\.[\w.~!$&'()*+,;=:-]+\]/i

/** Most addresses. The pattern of all of them costs more to prepare than a whole small schema, so it is only asked for the rest. */
const PLAIN_ADDRESS = /^https?:\/\/[\w.-]+(?::\d+)?(?:\/[\w./~-]*)?$/

/** The formats that are checked, by name. Every other name says nothing. */
export const FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', IsDate],
  ['date-time', IsDateTime],
  ['duration', IsDuration],
  ['email', IsEmail],
  ['hostname', IsHostname],
  ['idn-email', IsIdnEmail],
  ['idn-hostname', IsIdnHostname],
  ['ipv4', IsIPv4],
  ['ipv6', IsIPv6],
  ['iri', (text) => IsIri(text.replace(FUTURE_HOST, '$1host'))],
  ['iri-reference', IsIriReference],
  ['json-pointer', IsJsonPointer],
  ['regex', IsRegex],
  ['relative-json-pointer', IsRelativeJsonPointer],
  ['time', IsTime],
  ['uri', (text) => PLAIN_ADDRESS.test(text) || IsUri(text)],
  ['uri-reference', IsUriReference],
  ['uri-template', IsUriTemplate],
  ['uuid', IsUuid],
])
