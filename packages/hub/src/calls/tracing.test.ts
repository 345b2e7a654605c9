import { trace } from '@opentelemetry/api'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestPackage } from '../registry/fixtures/make-package.ts'
import { type CallingHub, startCallingHub } from './fixtures/calling-hub.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT_ID = '00f067aa0ba902b7'
const TRACEPARENT = `00-${TRACE_ID}-${PARENT_ID}-01`

/** Answers with the trace that it finds in its context and its environment. */
const ECHO: TestPackage = {
  manifest: { entry: 'tools/main.py', permissions: { env: ['TRACEPARENT'] } },
  files: {
    'tools/main.py': `import json, os, sys
request = json.load(sys.stdin)
context = request.get("context") or {}
if request["params"]["text"] == "fail":
    print(json.dumps({"success": False, "error": {"code": "DATA_NOT_FOUND", "message": "no"}}))
else:
    print(json.dumps({"success": True, "data": {"text": json.dumps([context, os.environ.get("TRACEPARENT")])}}))
`,
  },
}

const exporter = new InMemorySpanExporter()
let hub: CallingHub

beforeAll(async () => {
  hub = await startCallingHub()
  await hub.publish({ ...ECHO, name: 'echo' })
  await hub.publish({ ...ECHO, name: 'plain', manifest: { entry: 'tools/main.py' } })
})
afterAll(() => hub[Symbol.asyncDispose]())
beforeEach(() => exporter.reset())

const seen = async (name: string, headers: Readonly<Record<string, string>>) => {
  const { body } = await hub.invoke(name, { text: 'x' }, { headers })
  return JSON.parse(body.data.text)
}

test('without an SDK the trace of the caller reaches the skill as it came; without one there is none', async () => {
  const headers = { traceparent: TRACEPARENT, tracestate: 'vendor=1' }
  expect(await seen('echo', headers)).toEqual([headers, TRACEPARENT])
  expect(await seen('plain', headers)).toEqual([headers, null])
  expect(await seen('echo', {})).toEqual([{}, null])
  expect(await seen('echo', { traceparent: 'nonsense' })).toEqual([{}, null])
})

test('with an SDK a call, its wait and its run are spans of the trace of the caller, and the skill is below its run', async () => {
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
  trace.setGlobalTracerProvider(provider)
  const [context, variable] = await seen('echo', { traceparent: TRACEPARENT })
  const finished = (name: string) => exporter.getFinishedSpans().find((span) => span.name === name)
  await expect.poll(() => finished('invoke @ann/echo')).toBeDefined()
  const [call, run] = [finished('invoke @ann/echo'), finished('run @ann/echo')]
  expect([call, run].map((span) => span?.spanContext().traceId)).toEqual([TRACE_ID, TRACE_ID])
  expect(call?.parentSpanContext?.spanId).toBe(PARENT_ID)
  expect(call?.attributes).toMatchObject({ 'http.response.status_code': 200 })
  expect(run?.parentSpanContext?.spanId).toBe(call?.spanContext().spanId)
  expect(run?.events.map(({ name }) => name)).toEqual(['accepted', 'started'])
  expect(context.traceparent).toBe(`00-${TRACE_ID}-${run?.spanContext().spanId}-01`)
  expect(variable).toBe(context.traceparent)

  exporter.reset()
  const headers = { traceparent: TRACEPARENT, prefer: 'respond-async' }
  const accepted = await hub.invoke('echo', { text: 'fail' }, { headers })
  expect(accepted.status).toBe(202)
  await expect.poll(() => finished('run @ann/echo')).toBeDefined()
  const [queue, later] = [finished('queue'), finished('run @ann/echo')]
  expect([queue, later].map((span) => span?.spanContext().traceId)).toEqual([TRACE_ID, TRACE_ID])
  expect(later).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'DATA_NOT_FOUND' } })
  expect(later?.attributes).toMatchObject({ 'skillwright.run_id': accepted.body.execution_id })
  await provider.shutdown()
  trace.disable()
})

test('the same key is the same run, whichever trace it is asked for in', async () => {
  const ask = (parent: string) =>
    hub.invoke(
      'echo',
      { text: 'x' },
      { headers: { 'idempotency-key': 'one', traceparent: TRACEPARENT.replace(PARENT_ID, parent) } },
    )
  const [first, second] = [await ask('00f067aa0ba902b1'), await ask('00f067aa0ba902b2')]
  expect([second.status, second.body.metadata.run_id]).toEqual([200, first.body.metadata.run_id])
})

test('/metrics says how many runs of a skill wait, and how its calls ended', async () => {
  const { body } = await hub.ask('/metrics', { token: hub.adminToken })
  expect(body).toContain('# TYPE skillwright_hub_queued_runs gauge')
  expect(body).toMatch(/skillwright_hub_call_seconds_count\{skill="@ann\/echo",code="DATA_NOT_FOUND"\} 1/)
})
