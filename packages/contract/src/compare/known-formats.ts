import type { Finder } from './finder.ts'
import { type Pattern, parsePattern } from './parse-pattern.ts'

const SAMPLES = new Map<string, readonly string[]>(
  Object.entries({
    'date-time': ['2024-01-31T12:00:00Z', '2024-01-31T12:00:00.123+02:00'],
    date: ['2024-01-31', '2023-12-01'],
    time: ['12:00:00Z', '12:00:00.5+02:00'],
    duration: ['P1D', 'PT1H'],
    email: ['a@example.com', 'someone.else@mail.example.org'],
    'idn-email': ['a@example.com', '实例@实例.com'],
    hostname: ['example.com', 'a'],
    'idn-hostname': ['example.com', '实例.com'],
    ipv4: ['192.168.0.1', '8.8.8.8'],
    ipv6: ['::1', '2001:db8::8a2e:370:7334'],
    uri: ['https://example.com/a', 'urn:a:b'],
    'uri-reference': ['https://example.com/a', '/a', '#a', 'a'],
    iri: ['https://example.com/a', 'https://example.com/实例'],
    'iri-reference': ['/a', '/实例', 'https://example.com/a'],
    uuid: ['123e4567-e89b-12d3-a456-426614174000', '00000000-0000-0000-0000-000000000000'],
    'uri-template': ['https://example.com/{id}', 'a'],
    'json-pointer': ['', '/a/0'],
    'relative-json-pointer': ['0', '1/a'],
    regex: ['^a+$', 'a'],
  }),
)

// Patterns that every string of the format matches; they say less than the format, never more.
const OUTLINES = new Map(
  Object.entries({
    date: '^\\d{4}-[01]\\d-[0-3]\\d$',
    'date-time': '^\\d{4}-[01]\\d-[0-3]\\d[Tt][0-2]\\d:[0-5]\\d:[0-6]\\d(\\.\\d+)?([Zz]|[+-][0-2]\\d:[0-5]\\d)$',
    time: '^[0-2]\\d:[0-5]\\d:[0-6]\\d(\\.\\d+)?([Zz]|[+-][0-2]\\d:[0-5]\\d)$',
    uuid: '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$',
    ipv4: '^\\d{1,3}(\\.\\d{1,3}){3}$',
    ipv6: '^[0-9A-Fa-f:.]{2,45}$',
    email: '^.+@.+$',
    uri: '^[A-Za-z][A-Za-z0-9+.-]*:.*$',
  }),
)

// Every string of the one is a string of the other.
const IMPLIED = new Map(
  Object.entries({
    uri: ['uri-reference', 'iri', 'iri-reference'],
    iri: ['iri-reference'],
    'uri-reference': ['iri-reference'],
  }),
)

// Each format there is refuses one of these.
const NONSENSE = ['', ' ', '(', '%', '{', '\u0000']

/** Strings that fit a format, for witnesses. */
export function formatSamples(name: string): readonly string[] {
  return SAMPLES.get(name) ?? []
}

/** True when every string of the first format is one of the second. */
export function formatImplies(name: string, other: string): boolean {
  return name === other || (IMPLIED.get(name) ?? []).includes(other)
}

/** A pattern that every string of the format matches. */
export function formatOutline(name: string): Pattern | undefined {
  const outline = OUTLINES.get(name)
  return outline === undefined ? undefined : parsePattern(outline)
}

/** False for a format that the engine does not know, and so never refuses anything for. */
export function isAsserted(name: string, finder: Finder): boolean {
  return NONSENSE.some((text) => finder.test('format', name, text) !== true)
}
