import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallingHub, startCallingHub } from './fixtures/calling-hub.ts'
import { openSecretKeys } from './secret-keys.ts'

// Says what it was given of a variable, and writes a text to a file.
const WRITER = {
  name: 'note-writer',
  manifest: { entry: 'tools/main.py', permissions: { write: ['notes'], env: ['NOTE_KEY', 'OTHER_KEY'] } },
  files: {
    'tools/main.py': `import json, os, sys
from pathlib import Path
text = json.load(sys.stdin)["params"]["text"]
print("the key is", os.environ.get("NOTE_KEY"), file=sys.stderr, flush=True)
Path("notes/sub").mkdir(parents=True, exist_ok=True)
before = sorted(str(path) for path in Path("notes").rglob("*") if path.is_file())
if text == "link":
    os.symlink("/etc/passwd", "notes/link")
elif text == "odd":
    Path("notes/fine").write_text("x")
    Path("notes", os.environ["NOTE_KEY"]).write_text("x")
    open(b"notes/\\xff", "w").close()
    os.chdir("notes/sub")
    for _ in range(60):
        os.mkdir("d" * 100)
        os.chdir("d" * 100)
    Path("deep").write_text("x")
    os.chmod(".", 0)
elif text == "tell":
    import base64
    key = os.environ["NOTE_KEY"]
    for name, content in {
        "plain": key, "base64": base64.b64encode(f"user:{key}".encode()).decode(), "hex": key.encode().hex(),
        "wide": key.encode("utf-16").decode("latin-1"), "late": "x" * 262_140 + key, "fine": "hello",
    }.items():
        Path("notes", name).write_bytes(content.encode("latin-1"))
elif text == "fail":
    key = os.environ["NOTE_KEY"]
    error = {"code": key, "message": f"no {key}", "details": {key: [key, {"deep": key}]}}
    print(json.dumps({"success": False, "error": error}))
    sys.exit(0)
elif text == "much":
    Path("notes/much").write_bytes(b"x" * 300_001)
else:
    Path("notes/sub/a b.txt").write_text(text)
print(json.dumps({"success": True, "data": {"text": f"{os.environ.get('NOTE_KEY')} {before}"}}))
`,
  },
}
// Goes on writing when it has answered.
const RESTLESS = {
  name: 'restless-writer',
  manifest: { entry: 'tools/main.py', runtime: { tier: 'worker' }, permissions: { write: ['notes'] } },
  files: {
    'tools/main.py': `import json, sys, threading
from pathlib import Path
def write():
    for n in range(1_000_000):
        Path(f"notes/{n}").write_text("more")
for line in sys.stdin:
    threading.Thread(target=write, daemon=True).start()
    print(json.dumps({"id": json.loads(line)["id"], "success": True, "data": {"text": "done"}}), flush=True)
`,
  },
}
const CANARY = 'canary-4711-canary'

const logged: string[] = []
let hub: CallingHub
beforeAll(async () => {
  hub = await startCallingHub({
    calls: { maxArtifactBytes: 300_000 },
    logLevel: 'debug',
    logTo: { write: (line) => logged.push(line) },
  })
  await hub.publish(WRITER)
  await hub.publish(RESTLESS)
})
afterAll(() => hub[Symbol.asyncDispose]())

const secret = (name: string, value: string, query = '', options = {}) =>
  hub.ask(`/v1/scopes/@ann/secrets/${name}${query}`, { method: 'PUT', body: { value }, ...options })

test('a secret reaches the skill that declares it, and is never shown again: not in answers, logs, events or the database', async () => {
  expect((await secret('NOTE_KEY', 'of-all-skills')).status).toBe(204)
  expect((await secret('NOTE_KEY', CANARY, '?skill=note-writer')).status).toBe(204)
  const { body } = await hub.invoke('note-writer', { text: 'hello' }, { headers: { 'idempotency-key': 'x' } })
  expect(body).toMatchObject({ status: 'success', data: { text: expect.stringContaining('***') } })
  const run = await hub.ask(`/v1/runs/${body.metadata.run_id}`)
  const events = await hub.ask(run.body.events_url)
  expect(events.body).toContain('the key is ***')
  const list = await hub.ask('/v1/scopes/@ann/secrets')
  expect(list.body.items).toMatchObject([
    { name: 'NOTE_KEY', skill: null, set_by: 'ann' },
    { name: 'NOTE_KEY', skill: 'note-writer' },
  ])
  const database = await readFile(join(hub.hub.config.dir, 'hub.sqlite'), 'latin1')
  const journal = await readFile(join(hub.hub.config.dir, 'hub.sqlite-wal'), 'latin1')
  for (const text of [JSON.stringify([body, run.body, list.body]), events.body, database, journal, logged.join('\n')])
    expect(text).not.toContain(CANARY)
})

test('a secret that a skill makes the name of its error, or a key of its details, is masked in everything that tells of it', async () => {
  await secret('NOTE_KEY', CANARY)
  const headers = { prefer: 'respond-async' }
  const { body: run } = await hub.invoke('note-writer', { text: 'fail' }, { headers })
  await expect.poll(async () => (await hub.ask(run.status_url)).body.status).toBe('failed')
  const answers = await Promise.all(
    [
      run.status_url,
      run.result_url,
      run.events_url,
      `/v1/runs/${run.execution_id}`,
      '/v1/runs',
      '/v1/skills/@ann/note-writer/stats',
    ].map((url) => hub.ask(url)),
  )
  const metrics = await hub.ask('/metrics', { token: hub.adminToken })
  const rows = await hub.hub.db
    .withTables<{ runs: object; run_events: object }>()
    .selectFrom(['runs'])
    .selectAll()
    .execute()
  const told = JSON.stringify([answers.map(({ body }) => body), metrics.body, rows, logged])
  expect(told).toContain(run.execution_id)
  expect(told).not.toContain(CANARY)
})

test('a secret is set by an owner of the scope alone, and not for what starts skills', async () => {
  const other = await hub.tokenFor('rosa', ['read', 'invoke', 'account'])
  expect((await secret('NOTE_KEY', 'mine', '', { token: other })).status).toBe(403)
  expect((await hub.ask('/v1/scopes/@ann/secrets', { token: other })).status).toBe(403)
  for (const name of ['PATH', 'LD_PRELOAD', 'NODE_OPTIONS', 'PYTHONPATH'])
    expect((await secret(name, 'x')).status).toBe(400)
  const remove = () => hub.ask('/v1/scopes/@ann/secrets/OTHER_KEY', { method: 'DELETE' })
  expect((await remove()).status).toBe(404)
  await secret('OTHER_KEY', 'x')
  expect((await remove()).status).toBe(204)
})

test('keys are changed one after the other, and a secret is good for its own place alone', async () => {
  const [old, fresh] = ['1', '2'].map((digit) => Buffer.alloc(32, digit).toString('base64'))
  const before = await openSecretKeys({ dir: '/nowhere', secretsKey: `${old}` })
  const sealed = before.seal('s', '@a NAME')
  const after = await openSecretKeys({ dir: '/nowhere', secretsKey: `${fresh},${old}` })
  expect(after.open(sealed, '@a NAME')).toBe('s')
  expect(after.seal('s', '@a NAME').key_id).not.toBe(sealed.key_id)
  expect(() => after.open(sealed, '@b NAME')).toThrow(expect.objectContaining({ code: 'INTEGRITY_FAILED' }))
  const without = await openSecretKeys({ dir: '/nowhere', secretsKey: `${fresh}` })
  expect(() => without.open(sealed, '@a NAME')).toThrow(expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }))
})

test('files that a run writes come back with their digest, to the caller, and the next run finds none of them', async () => {
  const first = await hub.invoke('note-writer', { text: 'hello' })
  const [artifact] = first.body.metadata.artifacts
  expect(artifact).toMatchObject({ path: 'notes/sub/a b.txt', bytes: 5, sha256: expect.stringMatching(/^2cf24dba/) })
  const file = await hub.ask(artifact.url)
  expect([file.status, file.body]).toEqual([200, 'hello'])
  expect(file.headers.get('content-disposition')).toBe('attachment')
  const other = await hub.tokenFor('otto', ['read', 'invoke'])
  expect((await hub.ask(artifact.url, { token: other })).status).toBe(404)
  expect((await hub.ask(artifact.url.replace('a%20b', '..%2Fa'))).status).toBe(404)
  const second = await hub.invoke('note-writer', { text: 'again' })
  expect(second.body.data.text).toContain('[]')
})

test('a link is no file of a run, and more than may be kept is said', async () => {
  expect((await hub.invoke('note-writer', { text: 'link' })).body.metadata.artifacts).toBeUndefined()
  const { status, body } = await hub.invoke('note-writer', { text: 'much' })
  expect([status, body.status, body.errors[0].code]).toEqual([207, 'partial_success', 'RESOURCE_LIMIT_EXCEEDED'])
})

test('files whose names are no text, too long or show a secret are left out, which is said, and nothing of them stays', async () => {
  expect((await secret('NOTE_KEY', CANARY, '?skill=note-writer')).status).toBe(204)
  const { status, body } = await hub.invoke('note-writer', { text: 'odd' })
  expect([status, body.status, body.errors[0].code]).toEqual([207, 'partial_success', 'RESOURCE_LIMIT_EXCEEDED'])
  expect(body.metadata.artifacts.map(({ path }: { path: string }) => path)).toEqual(['notes/fine'])
  expect(JSON.stringify(body)).not.toContain(CANARY)
  expect(await readdir(join(hub.hub.config.dir, 'cache', 'work'))).toEqual([])
})

test('files that hold a secret, in whatever form, are left out, which is said', async () => {
  expect((await secret('NOTE_KEY', CANARY, '?skill=note-writer')).status).toBe(204)
  const { status, body } = await hub.invoke('note-writer', { text: 'tell' })
  expect([status, body.status, body.errors[0].code]).toEqual([207, 'partial_success', 'RESOURCE_LIMIT_EXCEEDED'])
  expect(body.metadata.artifacts.map(({ path }: { path: string }) => path)).toEqual(['notes/fine'])
})

test('a process that goes on writing when it has answered is ended before its files are looked at', async () => {
  for (let i = 0; i < 3; i++)
    expect((await hub.invoke('restless-writer', { text: 'x' })).body.data).toEqual({ text: 'done' })
  expect(await readdir(join(hub.hub.config.dir, 'cache', 'work'))).toEqual([])
})

test('a secret is there for runs when the hub has a new key before the old one, and said to be lost without the old one', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'hub-keys-'))
  const [old, young] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
  const withKeys = (secretsKey: string) => startCallingHub({ dir, secretsKey })
  const asked = { headers: {}, body: { value: CANARY } }
  {
    await using before = await withKeys(old)
    await before.publish(WRITER)
    expect((await before.ask('/v1/scopes/@ann/secrets/NOTE_KEY', { method: 'PUT', ...asked })).status).toBeLessThan(300)
  }
  {
    await using changed = await withKeys(`${young},${old}`)
    expect((await changed.invoke('note-writer', { text: 'a' })).body.data.text).toContain('***')
    expect((await changed.ask('/v1/scopes/@ann/secrets/NOTE_KEY', { method: 'PUT', ...asked })).status).toBeLessThan(
      300,
    )
  }
  {
    await using later = await withKeys(young)
    expect((await later.invoke('note-writer', { text: 'a' })).body.data.text).toContain('***')
  }
  await using lost = await withKeys(old)
  const { status, body } = await lost.invoke('note-writer', { text: 'a' })
  expect([status, body.errors[0].code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
  expect(JSON.stringify(body)).not.toContain(CANARY)
  await rm(dir, { recursive: true, force: true })
})
