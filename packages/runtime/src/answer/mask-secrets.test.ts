import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { maskSecrets } from './mask-secrets.ts'

const SECRET = 'p/ss+w&rd "ü" 8f3a91'
const mask = maskSecrets([SECRET])
const bytes = Buffer.from(SECRET)

describe('a secret is masked', () => {
  test.each([
    ['as it is', SECRET],
    ['in JSON', JSON.stringify(SECRET).slice(1, -1)],
    ['in JSON with escaped slashes', JSON.stringify(SECRET).slice(1, -1).replaceAll('/', '\\/')],
    ['in ASCII JSON, as Python writes it', 'p/ss+w&rd \\"\\u00fc\\" 8f3a91'],
    ['in JSON in JSON', JSON.stringify(JSON.stringify(SECRET)).slice(3, -3)],
    ['in a URL', encodeURIComponent(SECRET)],
    ['in a URL with small digits', encodeURIComponent(SECRET).replaceAll(/%../g, (it) => it.toLowerCase())],
    ['in a path', encodeURIComponent(SECRET).replaceAll('%2F', '/')],
    ['in a form', new URLSearchParams({ q: SECRET }).toString().slice(2)],
    ['in HTML', 'p/ss+w&amp;rd &quot;ü&quot; 8f3a91'],
    ['in base64', bytes.toString('base64')],
    ['in base64 for URLs', bytes.toString('base64url')],
    ['in base64 within a URL', encodeURIComponent(bytes.toString('base64'))],
    ['in hex', bytes.toString('hex')],
    ['in capital hex', bytes.toString('hex').toUpperCase()],
    ['over two lines', `${SECRET.slice(0, 9)}\n${SECRET.slice(9)}`],
    ['in base64 over lines', bytes.toString('base64').replace(/(.{9})/g, '$1\n    ')],
  ])('%s', (_, form) => {
    expect(mask.text(`before ${form} after`)).toMatch(/^before \*{3}=* after$/)
  })

  test.each([
    ['JSON as Go writes it', String.raw`it's \u003c\u0026\u003e #1`],
    ['JSON as it stands in a page', String.raw`it\u0027s \u003C\u0026\u003E #1`],
    ['HTML as Python writes it', 'it&#x27;s &lt;&amp;&gt; #1'],
    ['XML', 'it&apos;s &lt;&amp;&gt; #1'],
    ['HTML with numbers', 'it&#39;s &#60;&#38;&#62; #1'],
  ])('in %s', (_, form) => {
    expect(maskSecrets(["it's <&> #1"]).text(`before ${form} after`)).toBe('before *** after')
  })

  // Which signs are escaped, and with small or capital digits, is each language's own choice.
  test.each([
    ['URL as Python writes it', "p@ss*wo'rd (1)!/x", 'p%40ss%2Awo%27rd%20%281%29%21/x'],
    ['form as Python writes it', "p@ss*wo'rd (1)!/x", 'p%40ss%2Awo%27rd+%281%29%21%2Fx'],
    ['URL for people', 'pä$&wört;k=/x', 'p%C3%A4$&w%C3%B6rt;k=/x'],
    ['user:password@ of a URL', 'p/ss+w&rd;k=,x', 'p%2Fss+w&rd%3Bk%3D,x'],
    ['URL that escapes everything', 'pä$$wört', '%70%C3%A4%24%24%77%C3%B6%72%74'],
    ['URL in a URL', 'p@ss/word', 'p%2540ss%252Fword'],
    ['JSON as Java writes it', 'pässwört', String.raw`p\u00E4ssw\u00F6rt`],
    ['bytes as Python shows them', 'pässwört', String.raw`p\xc3\xa4ssw\xc3\xb6rt`],
    ['ASCII as Python shows it', 'pässwört', String.raw`p\xe4ssw\xf6rt`],
    ['quotes as Python shows them', `it's "8f3"`, String.raw`it\'s "8f3"`],
    ['XML with hexadecimal numbers', "it's <&> #1", 'it&#x27;s &#x3C;&#x26;&#x3E; #1'],
    ['arguments as a shell quotes them', 'p$ss w&rd', String.raw`p\$ss\ w\&rd`],
  ])('in a %s', (_, secret, form) => {
    expect(maskSecrets([secret]).text(`before ${form} after`)).toBe('before *** after')
    expect(maskSecrets([secret]).head(`before ${form} after`, 12)).toBe('before *** a')
  })

  test.each(['a:', 'user:', 'someone:', 'x'])('in base64 after %j', (user) => {
    const shown = mask.text(`Basic ${Buffer.from(`${user}${SECRET}`).toString('base64')}`)
    expect(shown).toContain('***')
    // Whatever is left decodes to nothing of the secret but a character at its ends.
    const rest = Buffer.from(shown.replace('***', '').slice(6), 'base64').toString()
    expect(rest).not.toContain(SECRET.slice(2, 8))
    expect(rest).not.toContain(SECRET.slice(-8, -2))
  })

  test('in keys and values, at any depth, and nothing else is touched', () => {
    const value = { a: [{ [SECRET]: `x${SECRET}` }], __proto: 1, other: ['y'] }
    expect(mask.value(value)).toEqual({ a: [{ '***': 'x***' }], __proto: 1, other: ['y'] })
    const innocent = { a: ['p/ss', { b: null }] }
    expect(mask.value(innocent)).toBe(innocent)
  })

  test('line by line, however a key of several lines is wrapped', () => {
    const pem = generateKeyPairSync('rsa', {
      modulusLength: 1024,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }).privateKey
    const key = maskSecrets([pem])
    const body = pem.split('\n').slice(1, -2).join('')
    const wrapped = body.replace(/(.{40})/g, '  $1\r\n')
    for (const text of [pem, pem.replaceAll('\n', '\\n'), pem.replaceAll('\n', '\r\n'), `-----BEGIN\n${wrapped}`]) {
      const shown = key.text(`key: ${text}`)
      for (let at = 0; at + 30 < body.length; at += 10)
        expect(shown.replaceAll(/\s/g, '')).not.toContain(body.slice(at, at + 30))
    }
    expect(key.text(pem.split('\n')[3] ?? '')).toBe('***')
  })

  test('before a text is cut, at either end', () => {
    const text = `${'a'.repeat(95)}${SECRET}${'b'.repeat(95)}`
    for (let length = 90; length < 125; length++) {
      for (const shown of [mask.head(text, length), mask.tail(text, length)]) {
        expect(shown.replace('***', '')).toMatch(/^[ab*]*$/)
        expect(shown.length).toBeLessThanOrEqual(length)
      }
    }
    // Also where masking what stands before makes room for more.
    const many = SECRET.repeat(50)
    expect(maskSecrets([SECRET]).head(many, 100).replaceAll('*', '')).toBe('')
    expect(maskSecrets([SECRET]).tail(many, 100).replaceAll('*', '')).toBe('')
  })

  test('a text without one is as it was, and short values are no secrets', () => {
    expect(mask.text('p/ss and w&rd')).toBe('p/ss and w&rd')
    expect(maskSecrets(['true', '8080', '']).text('true 8080')).toBe('true 8080')
  })
})
