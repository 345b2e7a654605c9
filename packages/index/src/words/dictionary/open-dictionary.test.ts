import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDictionary } from './open-dictionary.ts'

test('a damaged file is made anew, and then read', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'skillwright-dictionary-'))
  try {
    const file = join(folder, 'dictionary')
    writeFileSync(file, 'no dictionary')
    const made = openDictionary({ file })()
    expect(readFileSync(file).length).toBeGreaterThan(1_000_000)
    const read = openDictionary({ file })()
    for (const dictionary of [made, read]) {
      expect(dictionary.toEnglish('数据库')).toContainEqual({ word: 'database', term: 'databas', weight: 1 })
      expect(dictionary.toChinese('databas', 9)).toContain('数据库')
      expect(dictionary.simplify('資料庫')).toBe('资料库')
      expect(dictionary.related('buy').map(({ word }) => word)).toContain('purchase')
      expect(dictionary.toEnglish('没有这个词的')).toEqual([])
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
