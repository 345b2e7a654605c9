import { Counter, Histogram, Registry } from 'prom-client'

/** What one hub counts; each hub of a process has its own. */
export interface HubMetrics {
  /** For everybody: how long requests take. */
  readonly operation: Registry
  /** For administrators: what happens in the registry, which says something of what is private, too. */
  readonly inner: Registry
  readonly requests: Histogram<'method' | 'route' | 'status'>
  /** Publishes by what became of them: published, pending, quarantined, refused. */
  readonly publishes: Counter<'outcome'>
  readonly downloads: Counter
  /** Packages that were asked for and found damaged or missing in the store. */
  readonly damaged: Counter
}

/** Makes the counters of one hub. */
export function openMetrics(): HubMetrics {
  const operation = new Registry()
  const inner = new Registry()
  return {
    operation,
    inner,
    requests: new Histogram({
      name: 'skillwright_hub_request_seconds',
      help: 'Time to answer a request, by route.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
      registers: [operation],
    }),
    publishes: new Counter({
      name: 'skillwright_hub_publishes_total',
      help: 'Publishes, by what became of them.',
      labelNames: ['outcome'],
      registers: [inner],
    }),
    downloads: new Counter({
      name: 'skillwright_hub_downloads_total',
      help: 'Packages that were handed out.',
      registers: [inner],
    }),
    damaged: new Counter({
      name: 'skillwright_hub_damaged_packages_total',
      help: 'Packages that were asked for and found damaged or missing in the store.',
      registers: [operation],
    }),
  }
}
