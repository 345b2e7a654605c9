import { Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { openMetrics } from './hub-metrics.ts'

test('requests are reported to Prometheus as prom-client would report them', async () => {
  const registry = new Registry()
  const buckets = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10]
  const reference = new Histogram({
    name: 'skillwright_hub_request_seconds',
    help: 'Time to answer a request, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  })
  const { requests: times } = openMetrics()
  for (const [route, method, status] of [
    ['/v1/skills/:scope/:skill', 'GET', 200],
    ['/v1/skills/:scope/:skill', 'GET', 404],
    ['(none)', 'PUT', 404],
  ] as const)
    for (const seconds of [0, 0.0005, ...buckets, 0.25, 11, 3600]) {
      times.observe(route, `${method} ${status}`, seconds)
      reference.observe({ method, route, status }, seconds)
    }
  expect(times.text().split('\n').sort()).toEqual((await registry.metrics()).split('\n').sort())
})
