import { expect, test } from 'vitest'
import { ANCHORS, tokenized, tokensOf } from './retrieval-anchors.ts'

test.each(Object.entries(ANCHORS))('%s finds a skill by some words of a message, the best first', (_, open) => {
  const find = open(
    tokenized([
      { id: 'mail', name: 'Mail', description: 'Writes mail.', body: '' },
      { id: 'news', name: 'News', description: 'Summarises news.', body: '' },
      { id: 'zh', name: '天气', description: '查询天气预报。', body: '' },
    ]),
    new Set(['summarise the news, then mail them to somebody', '明天的天气'].flatMap(tokensOf)),
  )
  expect(find('summarise the news, then mail them to somebody')).toEqual(['news', 'mail'])
  expect(find('明天的天气')).toEqual(['zh'])
  expect(find('the of')).toEqual([])
})
