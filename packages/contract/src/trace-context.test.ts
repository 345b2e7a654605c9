import { expect, test } from 'vitest'
import { readTraceContext } from './trace-context.ts'

const ID = '4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7'

test.each([
  [`00-${ID}-01`, `00-${ID}-01`],
  [`cc-${ID}-01`, `00-${ID}-01`],
  [`cc-${ID}-01-what-comes-later`, `00-${ID}-01`],
  [`00-${ID}-01-more`, undefined],
  [`ff-${ID}-01`, undefined],
  [`00-${ID.toUpperCase()}-01`, undefined],
  [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, undefined],
  [`00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`, undefined],
  [`00-${ID}`, undefined],
  ['', undefined],
  [undefined, undefined],
  [[`00-${ID}-01`], undefined],
])('traceparent %j is read as %j', (text, read) => {
  expect(readTraceContext(text)?.traceparent).toBe(read)
})

test('tracestate goes with a trace that can be read, unless it could not be a header', () => {
  expect(readTraceContext(`00-${ID}-01`, 'a=1,b=2')).toEqual({ traceparent: `00-${ID}-01`, tracestate: 'a=1,b=2' })
  expect(readTraceContext(`00-${ID}-01`, 'a=1\nb=2')).toEqual({ traceparent: `00-${ID}-01` })
  expect(readTraceContext('none', 'a=1')).toBeUndefined()
})
