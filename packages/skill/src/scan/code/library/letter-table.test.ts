import { expect, test } from 'vitest'
import { listValue, marksOf, numberValue, recordValue, textValue, UNKNOWN } from '../value.ts'
import { letterTable, substitute } from './letter-table.ts'

test('letters are exchanged, by themselves or by their codes', () => {
  const byLetter = letterTable(textValue('abc'), textValue('xyz'))
  expect(substitute(textValue('cab!'), byLetter)?.texts).toEqual(['zxy!'])
  const byCode = recordValue(new Map([['97', numberValue(120)]]))
  expect(substitute(textValue('banana'), letterTable(byCode, undefined))?.texts).toEqual(['bxnxnx'])
})

test('an alphabet is a cipher, a few accents are none', () => {
  const alphabet = letterTable(textValue('abcdefghij'), textValue('jihgfedcba'))
  expect(marksOf(substitute(textValue('a'), alphabet) ?? UNKNOWN)).toEqual(['layer:substitution'])
  expect(marksOf(substitute(textValue('ä'), letterTable(textValue('äö'), textValue('ao'))) ?? UNKNOWN)).toEqual([])
})

test('a table that is not known still hides the text, and a text that is not known stays so', () => {
  expect(substitute(textValue('abc'), listValue([]))).toEqual({ texts: [], marks: ['layer:substitution'] })
  expect(substitute(UNKNOWN, letterTable(textValue('a'), textValue('b')))).toBeUndefined()
})
