import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { openIndex } from '@skillwright/index'
import { createRuntime } from '@skillwright/runtime'
import { expect, test } from 'vitest'
import { createAnswerBoard, createSkillHandler, openFolderCatalog } from './index.ts'

const SKILLS = new URL('../../../skills', import.meta.url).pathname
const QUERIES = [
  ['convert five miles to kilometres', 'unit-converter'],
  ['把这段话翻译成德语', 'translator'],
  ['What does HTTP 418 mean?', 'http-status-guide'],
  ['总结今天的新闻', 'daily-news-digest'],
  ['what changed between these two files', 'text-diff'],
  ['which errors are in this log', 'log-triage'],
  ['the average of a column in my csv', 'csv-insight'],
  ['find my notes about Lisbon', 'notes-search'],
] as const

test('find_skills gives what find gives, in the same order', async () => {
  await using index = await openIndex({ roots: [SKILLS], cacheDir: false })
  const board = createAnswerBoard()
  await using runtime = await createRuntime({ contain: false, board })
  using folders = openFolderCatalog({ index, runtime, board })
  const offered = await folders.list()
  // So many that there are three tools.
  const catalog = { ...folders, list: async () => Array.from({ length: 10 }, () => offered).flat() }
  const handler = createSkillHandler({ version: '1' })
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  const fetch: typeof globalThis.fetch = (url, init) =>
    handler.answer(new Request(url, init), { catalog, watch: catalog.onChange })
  await client.connect(new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), { fetch }))
  let right = 0
  for (const [query, skill] of QUERIES) {
    const found = await index.find(query, { topK: 5 })
    const { structuredContent } = await client.callTool({ name: 'find_skills', arguments: { query } })
    const given = (structuredContent as { skills: readonly { skill: string; score: number }[] }).skills
    expect(given.map(({ skill: id, score }) => [id, score])).toEqual(found.map(({ id, score }) => [id, score]))
    if (given.some((one) => one.skill === skill)) right++
  }
  expect(right).toBeGreaterThanOrEqual(QUERIES.length - 1)
  await handler.close()
})
