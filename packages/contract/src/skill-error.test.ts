import { expect, test } from 'vitest'
import { errorEntry, failed, SkillError } from './index.ts'

test.each([
  ['MISSING_PARAM', 'MISSING_REQUIRED_PARAM', 400, 2, true],
  ['INVALID_PARAM', 'INVALID_INPUT', 400, 2, true],
  [
    'TIMEOUT',
    'TOOL_TIMEOUT',
    errorEntry('TOOL_TIMEOUT').status,
    errorEntry('TOOL_TIMEOUT').exit,
    errorEntry('TOOL_TIMEOUT').recoverable,
  ],
  ['MISSING_REQUIRED_PARAM', 'MISSING_REQUIRED_PARAM', 400, 2, true],
])('%s may be thrown: it means %s', (code, name, status, exit, recoverable) => {
  const error = new SkillError(code, 'No topic was given')
  expect(error).toMatchObject({ code, recoverable, hint: errorEntry(name).suggestedAction })
  expect(errorEntry(code)).toMatchObject({ status, exit, recoverable })
  expect(failed(error).errors).toMatchObject([{ code: name, recoverable }])
})

test('a code of a skill itself may be thrown: it is a failure of the skill', () => {
  const { status, exit } = errorEntry('TOOL_EXECUTION_FAILED')
  const error = new SkillError('FEED_IS_EMPTY', 'The feed has no article', { details: { feed: 'x' } })
  expect(error).toMatchObject({ code: 'FEED_IS_EMPTY', recoverable: false })
  expect(error.hint).not.toBe('')
  expect(errorEntry('FEED_IS_EMPTY')).toMatchObject({ status, exit, recoverable: false })
  expect(failed(error).errors).toMatchObject([{ code: 'FEED_IS_EMPTY', recoverable: false }])
})

test.each(['constructor', '__proto__', 'toString', ''])('a strange code is a code of its own: "%s"', (code) => {
  expect(new SkillError(code, 'x')).toMatchObject({ code, recoverable: false })
})

test('an error is no object of a class that extends its own', () => {
  class Slow extends SkillError {}
  expect(new SkillError('INVALID_INPUT', 'no')).not.toBeInstanceOf(Slow)
  expect(new Slow('INVALID_INPUT', 'no')).toBeInstanceOf(Slow)
  expect(new Slow('INVALID_INPUT', 'no')).toBeInstanceOf(SkillError)
})
