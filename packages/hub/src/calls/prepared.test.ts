import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startCallingHub } from './fixtures/calling-hub.ts'

const WHEEL = 'tiny_shout-1.0.0-py3-none-any.whl'
const MAKE = `import io, sys, zipfile
out = io.BytesIO()
info = 'tiny_shout-1.0.0.dist-info'
files = {
  'tiny_shout.py': 'def shout(text):\\n    return text.upper()\\n',
  info + '/METADATA': 'Metadata-Version: 2.1\\nName: tiny-shout\\nVersion: 1.0.0\\n',
  info + '/WHEEL': 'Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n',
}
files[info + '/RECORD'] = ''.join(f'{name},,\\n' for name in [*files, info + '/RECORD'])
with zipfile.ZipFile(out, 'w') as archive:
    for name, text in files.items():
        archive.writestr(name, text)
sys.stdout.buffer.write(out.getvalue())
`
const SCRIPT = `import json, sys, tiny_shout
print(json.dumps({"success": True, "data": {"text": tiny_shout.shout(json.load(sys.stdin)["params"]["text"])}}))
`

test('what a called skill requires is installed once, however many call it at first, and what cannot be is said', async () => {
  const wheel = execFileSync('python3', ['-c', MAKE])
  const asked: string[] = []
  const index = createServer((request, answer) => {
    asked.push(request.url ?? '')
    if (request.url === '/simple/tiny-shout/')
      answer.setHeader('content-type', 'text/html').end(`<a href="/${WHEEL}">${WHEEL}</a>`)
    else answer.writeHead(request.url === `/${WHEEL}` ? 200 : 404).end(request.url === `/${WHEEL}` ? wheel : '')
  }).listen(0, '127.0.0.1')
  await once(index, 'listening')
  await using closing = new AsyncDisposableStack()
  closing.defer(() => void index.close())
  const before = { ...process.env }
  closing.defer(() => {
    process.env = before
  })
  process.env.PIP_INDEX_URL = `http://127.0.0.1:${(index.address() as AddressInfo).port}/simple`
  process.env.PIP_CONFIG_FILE = '/dev/null'

  await using hub = await startCallingHub()
  const skill = (requirements: string) => ({
    manifest: { entry: 'tools/main.py' },
    files: { 'tools/main.py': SCRIPT, 'requirements.txt': requirements },
  })
  await hub.publish({ ...skill('tiny-shout==1.0.0\n'), name: 'ready-shout' })
  const answers = await Promise.all([1, 2, 3].map((n) => hub.invoke('ready-shout', { text: `a${n}` })))
  expect(answers.map(({ status, body }) => [status, body.data?.text])).toEqual([
    [200, 'A1'],
    [200, 'A2'],
    [200, 'A3'],
  ])
  expect(asked.filter((url) => url === `/${WHEEL}`)).toHaveLength(1)
  await hub.publish({ ...skill('no-such-shout==1.0.0\n'), name: 'never-shout' })
  const { status, body } = await hub.invoke('never-shout', { text: 'a' })
  expect([status, body.errors[0].code]).toEqual([424, 'TOOL_NOT_AVAILABLE'])
  expect(JSON.stringify(body)).not.toContain(hub.hub.config.dir)
})
