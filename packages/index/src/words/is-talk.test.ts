import { expect, test } from 'vitest'
import { isTalk } from './is-talk.ts'

test.each([
  'how deep is the Mariana Trench?',
  'which wine goes with cheese fondue?',
  'can dogs see colours?',
  'remote work is lonely',
  'the train was late again',
  'sure, go ahead',
  'Rust or Go, which one do you like more?',
  'why do I get hiccups?',
  'should we move to the coast?',
  'whats a closure',
  '该不该回老家,还是留下',
  '养猫好还是养狗好?',
  '火车又晚点了',
  '四十岁学编程晚不晚?',
  '猫会做梦吗?',
  '我昨晚没睡好',
])('talk: %s', (message) => {
  expect(isTalk(message)).toBe(true)
})

test.each([
  'what is in my inbox?',
  'how do I convert this file?',
  'where did I write down the recipe?',
  'can you translate a letter',
  'check which ports are open',
  'I need a poster for the concert',
  'the news',
  'my tax return',
  '能不能帮我翻译',
  '分析一下股票投资组合',
  '我明天有会吗?',
  '这份合同里有违约金条款吗',
])('a task: %s', (message) => {
  expect(isTalk(message)).toBe(false)
})
