import { expect, test } from 'vitest'
import { byteLog } from './byte-log.ts'
import type { SkillReading } from './read-skill-folder.ts'
import { skillTable } from './skill-table.ts'

function reading(id: string, description: string): SkillReading {
  return {
    id,
    record: { name: id, description },
    needs: { programs: [description.slice(0, 20)] },
    document: { id },
    stamp: { size: 1, modifiedMs: 2, changedMs: 3 },
    isFresh: false,
    checksum: 7,
    hasManifest: false,
  }
}

const PLACE = { folder: 0, name: 'x', file: 'SKILL.md', isScript: false }

test('texts come out of the log as they went in, across its chunks and after it was stored', () => {
  const log = byteLog()
  const texts = Array.from({ length: 300 }, (_, i) => `${i} 技能 ${'x'.repeat(i * 60)}`)
  const places = texts.map((text) => log.append(text))
  expect(log.chunks.length).toBeGreaterThan(2)
  expect(places.map(({ start, end }) => log.read(start, end))).toEqual(texts)
  const stored = byteLog(Buffer.concat(log.chunks))
  const { start, end } = stored.append('one more')
  expect(places.map((place) => stored.read(place.start, place.end))).toEqual(texts)
  expect(stored.read(start, end)).toBe('one more')
})

test('a skill that changes a thousand times takes the room of one', () => {
  const table = skillTable()
  for (let i = 0; i < 1_000; i++) {
    table.put(i, reading(`skill-${i % 10}`, `${i} ${'words '.repeat(3_000)}`), PLACE)
    if (i >= 10) table.drop(i - 10)
  }
  const stored = table.toStored()
  expect(stored.records.reduce((sum, chunk) => sum + chunk.length, 0)).toBeLessThan(1_000_000)
  expect(stored.needs).toHaveLength(11)
  const again = skillTable({ ...stored, records: [Buffer.concat(stored.records)] })
  for (const each of [table, again]) {
    expect([...each.alive()]).toEqual(Array.from({ length: 10 }, (_, i) => 990 + i))
    expect(each.record(995).description).toMatch(/^995 words/)
    expect(JSON.parse(each.needs(each.needsOf(995)))).toEqual({ programs: ['995 words words word'] })
  }
})
