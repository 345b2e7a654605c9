import { parseSkill } from '@skillwright/skill'
import { expect, test } from 'vitest'
import { generateSkill } from './generate-skills.ts'

const SKILLS = Array.from({ length: 2_000 }, (_, i) => generateSkill(i))

test('the same number gives the same skill', () => {
  expect(generateSkill(7)).toEqual(SKILLS[7])
  expect(new Set(SKILLS.map(({ folder }) => folder)).size).toBe(SKILLS.length)
})

test('sizes and languages are those of public collections', () => {
  const sizes = SKILLS.map(({ text }) => Buffer.byteLength(text)).toSorted((a, b) => a - b)
  expect(sizes[1_000]).toBeGreaterThan(5_000)
  expect(sizes[1_000]).toBeLessThan(7_000)
  expect(sizes[1_980]).toBeGreaterThan(30_000)
  expect(sizes[1_980]).toBeLessThan(52_000)
  const chinese = SKILLS.filter(({ text }) => text.includes('## 概述')).length
  expect(chinese / SKILLS.length).toBeCloseTo(0.29, 1)
})

test('every skill says what it is called and what it is for', () => {
  for (const { folder, text, manifest } of SKILLS.slice(0, 200)) {
    const files = new Map([['SKILL.md', Buffer.from(text)]])
    if (manifest !== undefined) files.set('skill.json', Buffer.from(manifest))
    const { id, description, findings } = parseSkill(files, { folder })
    expect(id).toBe(folder)
    expect(description).not.toBe('')
    expect(findings).toEqual([])
  }
})
