import { expect, test } from 'vitest'
import { openDictionary } from './open-dictionary.ts'

test('words are looked up in both directions', () => {
  const dictionary = openDictionary()()
  expect(dictionary.toEnglish('数据库')).toContainEqual({ word: 'database', term: 'databas', weight: 1 })
  expect(dictionary.toChinese('databas', 9)).toContain('数据库')
  expect(dictionary.simplify('資料庫')).toBe('资料库')
  expect(dictionary.related('buy').map(({ word }) => word)).toContain('purchase')
  expect(dictionary.toEnglish('没有这个词的')).toEqual([])
})
