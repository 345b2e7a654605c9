import { describe, expect, test } from 'vitest'
import { ERROR_CODES } from '../error-codes.ts'
import { openContract } from '../open-contract.ts'
import { markdownBlock, markdownCode, markdownFence, markdownLine } from './markdown-text.ts'
import { toMarkdown } from './to-markdown.ts'

const EVIL =
  '<script>alert(1)</script> | <img src=x onerror=y> [click](javascript:alert(1)) `tick` **bold**\n\n# Heading &lt;'

describe('the Markdown reference', () => {
  const text = toMarkdown(
    openContract({
      title: 'Digest',
      version: '1.2.0',
      'x-docs': 'The **long** story.\n\n[more](https://example.org)',
      tools_required: ['web_search'],
      actions: {
        digest: {
          description: 'Short for the model.',
          'x-docs': 'Long for people.',
          idempotent: true,
          timeout_seconds: 30,
          input: {
            type: 'object',
            required: ['topics'],
            properties: {
              topics: {
                type: 'array',
                items: { type: 'string', minLength: 2 },
                maxItems: 5,
                description: 'What about.',
              },
              range: {
                enum: ['today', '24h'],
                default: 'today',
                description: 'Short.',
                'x-docs': 'How far back, at length',
              },
              filter: { $ref: '#/$defs/Filter' },
              headers: {
                type: 'object',
                additionalProperties: { type: 'object', properties: { value: { type: 'string' } } },
              },
            },
            $defs: {
              Filter: {
                allOf: [{ type: 'object', properties: { and: { type: 'array', items: { $ref: '#/$defs/Filter' } } } }],
                required: ['lang'],
                properties: { lang: { type: ['string', 'null'], pattern: 'a|b' } },
              },
            },
          },
          output: { oneOf: [{ properties: { ok: { const: true } } }, { properties: { error: { type: 'string' } } }] },
          examples: [{ name: 'One `topic`', input: { topics: ['```'] }, output: { ok: true } }],
        },
      },
    }),
  )

  test('has a row for every parameter, nested ones by their way in', () => {
    expect(text).toContain(
      '| `topics` | array of string | yes |  | What about. at most 5 items; each at least 2 characters |',
    )
    expect(text).toContain('| `range` | "today" or "24h" | no | `"today"` | How far back, at length |')
    expect(text).toContain('| `filter` | object | no |  |  |')
    expect(text).toContain('| `filter.lang` | string or null | yes |  | matches a\\|b |')
    expect(text).toContain('| `headers.*.value` | string | no |  |  |')
    expect(text.match(/`filter\.and/g)).toHaveLength(1)
  })

  test('shows the long description, the facts, every form of the output, the examples and all codes', () => {
    for (const part of [
      '# Digest',
      'Version `1.2.0`',
      'The **long** story.',
      '[more](https://example.org)',
      '## `digest`',
    ]) {
      expect(text).toContain(part)
    }
    expect(text).toContain('Long for people.')
    expect(text).not.toContain('Short')
    expect(text).toContain('Needs `web_search`.')
    expect(text).toContain('Repeating a call does no harm.\n\nTakes at most 30 seconds.')
    expect(text).toMatch(/Form 1 of 2:.*`ok`.*Form 2 of 2:.*`error`/s)
    expect(text).toContain('**One \\`topic\\`**\n\n````json\n')
    for (const code of Object.keys(ERROR_CODES)) expect(text).toContain(`| \`${code}\` |`)
  })

  test('lets no description bring in HTML, a running link, a column or a line', () => {
    const hostile = toMarkdown(
      openContract({
        title: EVIL,
        description: EVIL,
        actions: {
          one: {
            'x-docs': EVIL,
            input: {
              type: 'object',
              properties: { [EVIL]: { type: 'string', description: EVIL, default: EVIL, pattern: '<b>|`' } },
            },
            output: { enum: [EVIL] },
            examples: [{ name: EVIL, input: EVIL }],
          },
        },
      }),
    )
    const outsideCode = hostile.replaceAll(/(`+)(?!`).*?(?<!`)\1(?!`)/gs, '')
    expect(outsideCode).not.toMatch(/<\w/)
    expect(outsideCode).not.toMatch(/(?<!\\)\]\(javascript/)
    const rows = hostile.split('\n').filter((line) => line.startsWith('| ') && line.includes('alert'))
    expect(rows).toHaveLength(1)
    expect(rows[0]?.replaceAll('\\|', '').split('|')).toHaveLength(7)
  })
})

describe('Markdown text', () => {
  test.each([
    ['a_b*c', 'a\\_b\\*c'],
    ['# no heading', '\\# no heading'],
    ['1. no list', '1\\. no list'],
    ['two\nlines\u2028more', 'two lines more'],
    ['a \ud800 b', 'a \ufffd b'],
    ['<b>&amp;', '&lt;b&gt;&amp;amp;'],
  ])('%j is shown as it is', (text, expected) => {
    expect(markdownLine(text)).toBe(expected)
  })

  test.each([
    ['[a](https://x.org) [b](./c.md) [c](#d) [d](docs/e.md)', '[a](https://x.org) [b](./c.md) [c](#d) [d](docs/e.md)'],
    ['[a](javascript:x)', '[a&#93;(javascript:x)'],
    ['[a\\](JavaScript&colon;x)', '[a\\&#93;(JavaScript&colon;x)'],
    ['[a]: data:text/html,x', '[a&#93;: data:text/html,x'],
    ['[a]: https://x.org', '[a]: https://x.org'],
    ['<svg onload=x>', '&lt;svg onload=x>'],
  ])('that is untrusted, %j, keeps its form and loses what runs', (text, expected) => {
    expect(markdownBlock(text)).toBe(expected)
  })

  test('as code cannot end the code', () => {
    expect(markdownCode('a`b')).toBe('``a`b``')
    expect(markdownCode('`')).toBe('`` ` ``')
    expect(markdownCode('a|b\nc')).toBe('`a\\|b c`')
    expect(markdownFence('```\n</script>', 'json')).toBe('````json\n```\n</script>\n````')
    expect(markdownCode('` '.repeat(200_000))).toContain('``')
  })
})
