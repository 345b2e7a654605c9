import type { SeededRandom } from './seeded-random.ts'

/** How texts of one format are made. */
interface FormatSamples {
  /** The one a person would write. */
  readonly example: string
  /** Others worth trying: the odd ones at the edge of the format. */
  readonly edges: readonly string[]
  /** A fresh one. */
  fresh(random: SeededRandom): string
  /** A text of the format that has about so many characters, where the format has room for it. */
  ofLength?(length: number): string
}

/** Samples by format name; every one of draft 2020-12. */
export const FORMAT_SAMPLES: Readonly<Record<string, FormatSamples>> = {
  date: {
    example: '2026-11-20',
    edges: ['2024-02-29', '1970-01-01', '9999-12-31'],
    fresh: (random) => dateOf(random),
  },
  time: {
    example: '09:30:00Z',
    edges: ['00:00:00Z', '23:59:59.999Z', '12:00:00+14:00'],
    fresh: (random) => timeOf(random),
  },
  'date-time': {
    example: '2026-11-20T09:30:00Z',
    edges: ['2024-02-29T23:59:59Z', '1970-01-01T00:00:00.000Z', '2026-03-29T02:30:00+02:00'],
    fresh: (random) => `${dateOf(random)}T${timeOf(random)}`,
  },
  duration: {
    example: 'P1DT12H',
    edges: ['PT0S', 'P1Y2M3DT4H5M6S', 'P2W'],
    fresh: (random) => `P${random.int(1, 30)}DT${random.int(0, 23)}H${random.int(0, 59)}M`,
  },
  email: {
    example: 'ada@example.com',
    edges: ['a@b.co', 'first.last+tag@sub.example.org'],
    fresh: (random) => `${word(random)}@${word(random)}.com`,
    ofLength: (length) => `${'a'.repeat(Math.min(64, Math.max(1, length - 12)))}@${hostOf(length - 65)}`,
  },
  'idn-email': {
    example: 'ada@example.com',
    edges: ['实例@例子.广告', '실례@실례.테스트'],
    fresh: (random) => `${word(random)}@${word(random)}.org`,
    ofLength: (length) => `${'a'.repeat(Math.min(64, Math.max(1, length - 12)))}@${hostOf(length - 65)}`,
  },
  hostname: {
    example: 'example.com',
    edges: ['a', 'localhost', 'xn--bcher-kva.example'],
    fresh: (random) => `${word(random)}.example.com`,
    ofLength: hostOf,
  },
  'idn-hostname': {
    example: 'example.com',
    edges: ['例子.广告', 'bücher.example'],
    fresh: (random) => `${word(random)}.example.org`,
    ofLength: hostOf,
  },
  ipv4: {
    example: '192.0.2.1',
    edges: ['0.0.0.0', '255.255.255.255', '127.0.0.1'],
    fresh: (random) => [0, 0, 0, 0].map(() => random.int(0, 255)).join('.'),
  },
  ipv6: {
    example: '2001:db8::1',
    edges: ['::', '::1', '::ffff:192.0.2.1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    fresh: (random) => Array.from({ length: 8 }, () => random.int(0, 0xffff).toString(16)).join(':'),
  },
  uri: {
    example: 'https://example.com/page',
    edges: ['urn:isbn:0451450523', 'mailto:ada@example.com', 'http://[::1]:8080/a?b=c#d'],
    fresh: (random) => `https://${word(random)}.example.com/${word(random)}?q=${random.int(0, 99)}`,
    ofLength: (length) => `http://a.b/${'a'.repeat(Math.max(0, length - 11))}`,
  },
  'uri-reference': {
    example: '/path/page',
    edges: ['', '#top', '?q=1', '../up', '//example.com/x'],
    fresh: (random) => `/${word(random)}/${random.int(0, 99)}`,
    ofLength: (length) => 'a'.repeat(length),
  },
  iri: {
    example: 'https://example.com/seite',
    edges: ['http://ƒøø.ßår/?∂éœ=πîx#πîüx', 'urn:a'],
    fresh: (random) => `https://${word(random)}.example.com/数据`,
    ofLength: (length) => `http://a.b/${'a'.repeat(Math.max(0, length - 11))}`,
  },
  'iri-reference': {
    example: '/seite',
    edges: ['', '#ƒrägmênt', '//ƒøø.ßår/'],
    fresh: (random) => `/${word(random)}/数据`,
    ofLength: (length) => 'a'.repeat(length),
  },
  'uri-template': {
    example: 'https://example.com/{id}',
    edges: ['', '{?q,lang}', '/items/{id}'],
    fresh: (random) => `https://example.com/${word(random)}/{id}`,
    ofLength: (length) => 'a'.repeat(length),
  },
  uuid: {
    example: '123e4567-e89b-42d3-a456-426614174000',
    edges: ['00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF'],
    fresh: (random) => [8, 4, 4, 4, 12].map((digits) => hexOf(random, digits)).join('-'),
  },
  'json-pointer': {
    example: '/topics/0',
    edges: ['', '/', '/a~1b/~0c'],
    fresh: (random) => `/${word(random)}/${random.int(0, 9)}`,
    ofLength: (length) => `/${'a'.repeat(Math.max(0, length - 1))}`.slice(0, length),
  },
  'relative-json-pointer': {
    example: '1/topics',
    edges: ['0', '0#', '2/a/0'],
    fresh: (random) => `${random.int(0, 9)}/${word(random)}`,
    ofLength: (length) => `0/${'a'.repeat(Math.max(0, length - 2))}`.slice(0, length),
  },
  regex: {
    example: '^[a-z]+$',
    edges: ['', '.', '(a|b)*?'],
    fresh: (random) => `^${word(random)}\\d{1,${random.int(1, 9)}}$`,
    ofLength: (length) => 'a'.repeat(length),
  },
}

function dateOf(random: SeededRandom): string {
  return `${random.int(1970, 2099)}-${twoDigits(random.int(1, 12))}-${twoDigits(random.int(1, 28))}`
}

function timeOf(random: SeededRandom): string {
  const clock = [random.int(0, 23), random.int(0, 59), random.int(0, 59)].map(twoDigits).join(':')
  return clock + random.pick(['Z', '+08:00', '-05:30', '.5Z'])
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

function hexOf(random: SeededRandom, digits: number): string {
  return Array.from({ length: digits }, () => random.int(0, 15).toString(16)).join('')
}

function word(random: SeededRandom): string {
  return random.pick(['alpha', 'news', 'report', 'data', 'team', 'x1', 'long-name'])
}

/** A host name of the length, in labels no longer than DNS allows. */
function hostOf(length: number): string {
  const room = Math.min(253, Math.max(1, length))
  return Array.from({ length: room }, (_, i) => (i % 60 === 59 && i < room - 1 ? '.' : 'a')).join('')
}
