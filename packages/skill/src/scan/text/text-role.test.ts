import { expect, test } from 'vitest'
import { aroundCommand } from './text-role.ts'

test('the words around a command are those of its sentence, and of a line without end only the nearest', () => {
  expect(aroundCommand('First. Run `ls` now. Then rest.', 11, 15)).toBe('Run   now')
  const line = 'word '.repeat(50_000)
  expect(aroundCommand(line, 100_000, 100_010).length).toBeLessThanOrEqual(2_001)
})
