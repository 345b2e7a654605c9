import { expect, test } from 'vitest'
import { within } from '../../../../scripts/within-cpu.ts'
import { findAlternatives } from './find-alternatives.ts'

test.each<[description: string, values: string, name?: string]>([
  ['Output format: prose, bullets, or structured', 'prose bullets structured'],
  ['one of a | b | c', 'a b c'],
  ["Depth: 'quick' / 'medium' / 'deep'", 'quick medium deep'],
  ['asc|desc', 'asc desc'],
  ['Sort order (asc or desc)', 'asc desc'],
  ['The priority of the ticket (low/medium/high)', 'low medium high', 'priority'],
  ['Either "json" or "csv"', 'json csv'],
  ['Must be "low", "medium" or "high".', 'low medium high'],
  ['Allowed values: low, medium, high', 'low medium high'],
  ['One of the following: red, green, blue.', 'red green blue'],
  ['Possible values are red, green and blue', 'red green blue'],
  ["Valid statuses include 'active', 'stopped', and 'paused'.", 'active stopped paused'],
  ["Acceptable values are 'asc' for rising or 'desc' for falling order.", 'asc desc'],
  ["Time range. 'today' = past 24 hours, 'this_week' = past 7 days.", 'today this_week'],
  ['可选值:a、b、c', 'a b c'],
  ['取值为 a 或 b', 'a b'],
  ['可选值:快速、标准、深度。', '快速 标准 深度'],
  ['模式:快速、标准、深度', '快速 标准 深度'],
  ['输出格式:prose、bullets 或 structured', 'prose bullets structured'],
  ['asc 或 desc 之一', 'asc desc'],
])('%s', (description, values, name) => {
  expect(findAlternatives(description, name)).toEqual(values.split(' '))
})

test.each([
  "Language code. Examples: 'en', 'zh', 'es', 'auto'",
  'A colour such as red, green or blue',
  'Type of cuisine, e.g. Thai, Mexican, or French',
  "The genre, for example 'rock' or 'pop'",
  "Use 'YYYY-MM-DD/YYYY-MM-DD' for a range, or 'YYYY-MM-DD' for a single day.",
  "The city, in the format 'City, State' or 'City, Country'",
  'The path, absolute or relative',
  'Speed in km/h',
  'One of the topics the user follows, if any',
  'Location: city, state, or country',
  'Search query: keyword, phrase, or question',
  'The text, and/or its title',
  'A string or a number',
  'Format YYYY/MM/DD',
  "Use 'auto' to detect the language",
  'Options are PDF, Word, etc.',
  '例如 a、b 或 c',
  '语言代码,如:en、zh',
  '支持 PDF、Word 等格式',
  '要查询的城市,比如北京、上海',
])('no closed set: %s', (description) => {
  expect(findAlternatives(description)).toBeUndefined()
})

test.each(['a,', "'", 'a, or ', 'valid ', '快、', ' ', "'a': ", 'one of ', 'like a or ', '例['])(
  'a long text of %j takes no time',
  (piece) => {
    within(500, () => findAlternatives(piece.repeat(100_000)))
  },
)
