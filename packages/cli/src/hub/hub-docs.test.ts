import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { publishExamples, type RunningHub } from '@skillwright/hub'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { callCli } from '../fixtures/call-cli.ts'
import { openDesk, startQuietHub, type TestDesk } from './fixtures/test-desk.ts'

// The ```session blocks of these pages are typed, in this order, by the user named before the $; what comes must be what the page
// shows, where … stands for anything.
const PAGES = ['hub', 'people', 'review', 'collections']
const ROOT = join(import.meta.dirname, '../../../..')
const PASSWORD = 'correct horse battery'
const HELD = '{"name":"x","version":"1.0.0","scripts":{"postinstall":"node setup.js"}}'
let desk: TestDesk
let hub: RunningHub

beforeAll(async () => {
  desk = await openDesk()
  hub = await startQuietHub({ dir: join(desk.dir, 'hub') })
  await publishExamples(hub.context, join(ROOT, 'skills'))
  await desk.type('admin', `login ${hub.url}`, hub.adminToken)
  await desk.type('admin', 'people add ada', PASSWORD)
  await desk.type('admin', 'people add rosa --role reviewer', PASSWORD)
  await desk.type('rosa', `login ${hub.url} --handle rosa`, PASSWORD)
  await desk.skill('digest')
  await desk.skill('installer', { files: { 'package.json': HELD } })
  const [, manifest = ''] = /```json\n([\s\S]*?)```/.exec(await page('collections')) ?? []
  await writeFile(join(desk.dir, 'research-suite.json'), manifest)
})
afterAll(async () => {
  await hub[Symbol.asyncDispose]()
  await desk[Symbol.asyncDispose]()
})

for (const name of PAGES)
  describe(`docs/${name}.md`, async () => {
    for (const { who, line, expected } of typedLines(await page(name)))
      test(`${who}$ ${line}`, async () => {
        process.env.XDG_CONFIG_HOME = join(desk.dir, 'config', who)
        vi.stubEnv('SKILLWRIGHT_HUB_URL', hub.url)
        const { stdout, stderr } = await callCli(wordsOf(here(line)).slice(1), PASSWORD)
        expect(`${stdout}${stderr}`.trimEnd()).toMatch(pattern(here(expected)))
      })
  })

function page(name: string): Promise<string> {
  return readFile(join(ROOT, 'docs', `${name}.md`), 'utf8')
}

function typedLines(markdown: string): { who: string; line: string; expected: string }[] {
  const sessions = [...markdown.matchAll(/^```session\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text)
  return sessions.flatMap((session) =>
    [...session.matchAll(/^(\w*)\$ (.*)\n((?:(?!\w*\$ ).*\n)*)/gm)].map(([, who = '', line = '', expected = '']) => ({
      who: who || 'stranger',
      line,
      expected: expected.trimEnd(),
    })),
  )
}

function wordsOf(line: string): string[] {
  const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  )
  return words.map((word) => (/^(?:digest|installer|research-suite\.json)$/.test(word) ? join(desk.dir, word) : word))
}

function here(text: string): string {
  return text.replaceAll('http://127.0.0.1:7171', hub.url)
}

function pattern(expected: string): RegExp {
  const escaped = expected.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${escaped.join('.*')}$`)
}
