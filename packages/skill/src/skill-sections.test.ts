import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { within } from '../../../scripts/within-cpu.ts'
import { skillSections } from './skill-sections.ts'

const ENGLISH = `# Web Research Summarizer
## Overview
Structured web research.
**When to use this skill:**
- User asks for facts
- User wants sources
**Do NOT use this skill when:**
- The question needs no search
## Usage
### Invocation
You can invoke it with:
- "Search the web for..."
- "Research and summarize..."
### Parameters
| Parameter | Type | Required | Default | Description |
|-----------|------|----------|---------|-------------|
| \`topic\` | string | Yes | — | The topic |
### Process
1. **Query**: break it up
2. Search
## Examples
### Example 1: Quick
**User input:** x
\`\`\`md
## Not a heading
\`\`\`
### Example 2: Deep
y
## Dependencies
web_search
## Limitations
- Slow
## Changelog
### 1.2.0 (2024-11-20)
- Added format
### 1.1.0
- More
`

test("every section of document C's template is found", () => {
  expect(skillSections(ENGLISH)).toMatchObject({
    overview: expect.stringContaining('Structured web research.'),
    whenToUse: ['User asks for facts', 'User wants sources'],
    whenNotToUse: ['The question needs no search'],
    invocations: ['Search the web for...', 'Research and summarize...'],
    parameters: expect.stringContaining('| `topic` | string |'),
    process: ['**Query**: break it up', 'Search'],
    examples: [{ title: 'Example 1: Quick' }, { title: 'Example 2: Deep' }],
    dependencies: 'web_search',
    limitations: ['Slow'],
    changelog: [
      { version: '1.2.0', date: '2024-11-20', changes: ['Added format'] },
      { version: '1.1.0', date: undefined, changes: ['More'] },
    ],
  })
})

test('Chinese headings are the same sections', () => {
  const body = `# 网页研究\n## 📖 概述\n做研究。\n## 一、使用场景\n- 用户要事实\n## 不适用场景\n- 不需要搜索\n## 使用方法\n### 参数\n| 参数 | 类型 |\n|---|---|\n| topic | string |\n### 执行步骤\n1、搜索\n2、总结\n## 示例\n### 示例一\nx\n### 示例二\ny\n## 依赖\nweb_search\n## 注意事项\n- 慢\n## 更新日志\n- v1.0.0 2024-03-15\n`
  expect(skillSections(body)).toMatchObject({
    overview: '做研究。',
    whenToUse: ['用户要事实'],
    whenNotToUse: ['不需要搜索'],
    process: ['搜索', '总结'],
    examples: [{ title: '示例一' }, { title: '示例二' }],
    dependencies: 'web_search',
    limitations: ['慢'],
    changelog: [{ version: '1.0.0', date: '2024-03-15' }],
  })
})

describe('headings', () => {
  test('inside a code fence are no headings', () => {
    expect(skillSections('## Overview\n```\n## Usage\n```\ntext').usage).toBe('')
  })
  test('say which line of the file they stand on', () => {
    expect(skillSections('# A\n\n## Overview\n', 7).headings.map(({ line }) => line)).toEqual([7, 9])
  })
})

test('any text is read without throwing, and a megabyte of headings at once', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => void skillSections(text)))
  within(500, () => skillSections('# a\n## Examples\n### b\n'.repeat(50_000)))
})
