/**
 * Answers one request from the documents of a skill: the passages that have to do with `query`, the best first. It speaks
 * document B's wire like every script, so it is started, contained and limited like one.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { rankPassages, splitPassages } from './passages.mts'

const DEFAULT_LIMIT = 5
// What a skill says about itself, and to its host, is not what it knows.
const NOT_KNOWLEDGE =
  /^(?:SKILL|README|CHANGELOG|LICENSE|CONTRIBUTING)\b[^/]*$|^(?:prompts|tests|node_modules)\/|(?:^|\/)\./i

const dir = process.argv[2] ?? ''
// Read before the request: a process that was started ahead of its call has done this already.
const passages = documentsOf(dir).flatMap((file) => splitPassages(readFileSync(join(dir, file), 'utf8'), file))
process.stdout.write(`${JSON.stringify(answer(JSON.parse(await text(process.stdin))))}\n`)

function answer({ action, params }: { action?: unknown; params?: unknown }): Record<string, unknown> {
  const given = typeof params === 'object' && params !== null ? params : {}
  const query = 'query' in given ? given.query : Object.values(given).find((value) => typeof value === 'string')
  const limit = 'limit' in given && Number.isInteger(given.limit) ? Number(given.limit) : DEFAULT_LIMIT
  if (typeof query === 'string' && query.trim() !== '')
    return { success: true, action, data: { passages: rankPassages(passages, query, limit) } }
  const [code, message] =
    query === undefined
      ? ['MISSING_PARAM', 'Missing required parameters: query']
      : ['INVALID_PARAM', 'query must be a text that is not empty']
  return { success: false, action, error: { code, message } }
}

/** Markdown anywhere, and plain text under docs/; links are not followed. */
function documentsOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => (/\.(?:md|markdown)$/i.test(path) || /^docs\/.*\.txt$/i.test(path)) && !NOT_KNOWLEDGE.test(path))
    .sort()
}
