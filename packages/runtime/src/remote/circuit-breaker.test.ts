import { SkillError } from '@skillwright/contract'
import { expect, test } from 'vitest'
import { callRemote } from '../kinds/call-remote.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { descriptorAt, fastClock, sendJson, startService } from './fixtures/loopback-service.ts'

const allow = ['127.0.0.1']

test('an origin that keeps failing is not called, and is called again when it has recovered', async () => {
  let isWell = false
  await using service = await startService((_seen, response) =>
    isWell ? sendJson(response, {}) : response.writeHead(500).end(),
  )
  const clock = fastClock()
  const breaker = createCircuitBreaker({ failures: 3, coolDownMs: 10_000, now: clock.now })
  const call = () => callRemote(descriptorAt(service.url), {}, { allow, ...clock, breaker })
  for (let i = 0; i < 3; i++) await call()
  expect(breaker.state(service.url)).toBe('open')
  const left = await call()
  expect(left.errors).toMatchObject([
    { code: 'EXTERNAL_SERVICE_ERROR', details: { circuit: 'open', retry_after_seconds: 10 } },
  ])
  expect(service.seen).toHaveLength(3)
  clock.pass(10_001)
  expect(breaker.state(service.url)).toBe('half-open')
  expect((await call()).status).toBe('failed')
  expect(breaker.state(service.url)).toBe('open')
  expect(service.seen).toHaveLength(4)
  clock.pass(10_001)
  isWell = true
  expect((await call()).status).toBe('success')
  expect(breaker.state(service.url)).toBe('closed')
})

test('the retries of one call open the circuit too, and the caller learns the failure itself', async () => {
  await using service = await startService((_seen, response) => response.writeHead(502).end())
  const clock = fastClock()
  const breaker = createCircuitBreaker({ failures: 4, now: clock.now })
  const endpoint = { retry: { max_attempts: 20, backoff_ms: 1 } }
  const response = await callRemote(descriptorAt(service.url, { endpoint }), {}, { allow, ...clock, breaker })
  expect(response.errors).toMatchObject([{ details: { http_status: 502 } }])
  expect(service.seen).toHaveLength(4)
})

test('while one call tests whether the origin has recovered, the others are refused', async () => {
  const clock = fastClock()
  const breaker = createCircuitBreaker({ failures: 1, coolDownMs: 1_000, now: clock.now })
  const fail = async () => Promise.reject(new SkillError('FETCH_FAILED', 'no'))
  await expect(breaker.run('http://a', fail, () => false)).rejects.toThrow('no')
  clock.pass(1_001)
  const probe = Promise.withResolvers<string>()
  const probing = breaker.run(
    'http://a',
    () => probe.promise,
    () => false,
  )
  await expect(
    breaker.run(
      'http://a',
      async () => 'x',
      () => false,
    ),
  ).rejects.toThrow('left alone')
  probe.resolve('back')
  expect(await probing).toBe('back')
  expect(
    await breaker.run(
      'http://a',
      async () => 'x',
      () => false,
    ),
  ).toBe('x')
})

test('a caller who gives up while trying leaves the next one to try', async () => {
  const clock = fastClock()
  const breaker = createCircuitBreaker({ failures: 1, coolDownMs: 1_000, now: clock.now })
  const fail = (code: 'FETCH_FAILED' | 'CANCELLED') => async () => Promise.reject(new SkillError(code, code))
  await expect(breaker.run('http://a', fail('FETCH_FAILED'), () => false)).rejects.toThrow()
  clock.pass(1_001)
  await expect(breaker.run('http://a', fail('CANCELLED'), () => false)).rejects.toThrow('CANCELLED')
  expect(
    await breaker.run(
      'http://a',
      async () => 'x',
      () => false,
    ),
  ).toBe('x')
})

test('refused input, refused addresses and HTTP 4xx say nothing about the origin', async () => {
  await using service = await startService((_seen, response) => response.writeHead(404).end())
  const breaker = createCircuitBreaker({ failures: 1 })
  for (let i = 0; i < 3; i++) await callRemote(descriptorAt(service.url), {}, { allow, breaker })
  expect(service.seen).toHaveLength(3)
  await callRemote(
    descriptorAt('http://93.184.215.14:8080/'),
    {},
    {
      allow,
      breaker,
      resolve: async () => ['10.0.0.1'],
      connect: () => {
        throw new SkillError('PERMISSION_DENIED', 'no')
      },
    },
  )
  expect(breaker.state('http://93.184.215.14:8080')).toBe('closed')
})

test('a flood of failing origins does not grow the memory', async () => {
  const breaker = createCircuitBreaker({ failures: 1, maxOrigins: 10 })
  for (let i = 0; i < 1_000; i++)
    await breaker.run(
      `http://${i}`,
      async () => 1,
      () => true,
    )
  expect(breaker.state('http://0')).toBe('closed')
  expect(breaker.state('http://999')).toBe('open')
})
