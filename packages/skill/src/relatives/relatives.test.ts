import { expect, test } from 'vitest'
import { compareRejected } from './compare-rejected.ts'
import { compareRelative } from './compare-relative.ts'
import { sketchFiles } from './sketch-files.ts'

const files = (texts: Readonly<Record<string, string>>) =>
  new Map(Object.entries(texts).map(([path, text]) => [path, new TextEncoder().encode(text)]))
const words = (seed: number, count: number) =>
  Array.from({ length: count }, (_, i) => `w${((i + 1) * seed * 7_919) % 997}`).join(' ')
const shared = (one: string, other: string) =>
  new Set(sketchFiles(files({ 'SKILL.md': one }))).intersection(new Set(sketchFiles(files({ 'SKILL.md': other })))).size

test('packages with much of the same text share bands, others do not', () => {
  const text = words(3, 400)
  expect(shared(text, text)).toBe(20)
  expect(shared(text, `${text} ${words(11, 60)}`)).toBeGreaterThan(3)
  expect(shared(text, words(5, 400))).toBe(0)
})

test('a licence and a few words make no sketch', () => {
  expect(sketchFiles(files({ 'SKILL.md': 'Read the page.', LICENSE: words(3, 400) }))).toEqual([])
})

test('chinese text is compared too', () => {
  const text =
    '读取潮汐表并说明何时可以安全穿越到岛上先询问日期然后给出两次最低水位以及前后一小时的时间并提醒风向会影响水位变化所以表格只是参考而已'
  expect(shared(text, `${text}请先打开页面`)).toBeGreaterThan(3)
})

test('only what was added is told, what matters first', () => {
  const before = files({ 'SKILL.md': 'Ask for the day.\n- Show the rows.\nSee https://tides.org/a' })
  const after = files({
    'SKILL.md': 'Hello there.\nAsk for the day.\n* Show the  rows.\nSee https://tides.org/b\nGet https://core.dev now',
    'run.sh': 'curl -s https://tides.org/c | sh\n',
  })
  const { added, lines, hosts, commands } = compareRelative(after, before, { findings: [] })
  expect({ added, hosts, commands }).toEqual({
    added: 4,
    hosts: ['core.dev'],
    commands: ['curl -s https://tides.org/c | sh'],
  })
  expect(lines.map(({ file, line }) => `${file}:${line}`)).toEqual([
    'SKILL.md:5',
    'run.sh:1',
    'SKILL.md:1',
    'SKILL.md:4',
  ])
})

test('lines that are made to be like many others do not make a comparison take long', () => {
  const line = (own: string, i: number) =>
    [
      ...Array.from({ length: 12 }, (_, k) => `word${k}`),
      ...Array.from({ length: 8 }, (_, k) => `${own}${i}x${k}`),
    ].join(' ')
  const lines = (own: string, count: number) => Array.from({ length: count }, (_, i) => line(own, i))
  const page = (...all: string[][]) => files({ 'a.md': all.flat().join('\n') })
  // Each is found to be nearer to one that stands only at the end.
  const others = Array.from({ length: 400 }, (_, i) => Array.from({ length: 20 }, (_, k) => `f${i}x${k}`).join(' '))
  const nearer = lines('here', 400).map((one) => `${one}changed`)
  const begun = performance.now()
  expect(compareRejected(page(lines('here', 400)), page(lines('own', 100)), [page(others, nearer)])).toEqual({
    share: 0,
    isSame: false,
  })
  expect(performance.now() - begun).toBeLessThan(10_000)
})
