import { Counter, Registry } from 'prom-client'
import { RequestTimes } from './request-times.ts'

/** What one hub counts; each hub of a process has its own. */
export interface HubMetrics {
  readonly registry: Registry
  readonly requests: RequestTimes
  /** Publishes by what became of them: published, pending, quarantined, refused. */
  readonly publishes: Counter<'outcome'>
  readonly downloads: Counter
  /** Packages that were asked for and found damaged or missing in the store. */
  readonly damaged: Counter
}

/** Makes the counters of one hub. */
export function openMetrics(): HubMetrics {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    requests: new RequestTimes(),
    publishes: new Counter({
      name: 'skillwright_hub_publishes_total',
      help: 'Publishes, by what became of them.',
      labelNames: ['outcome'],
      registers,
    }),
    downloads: new Counter({
      name: 'skillwright_hub_downloads_total',
      help: 'Packages that were handed out.',
      registers,
    }),
    damaged: new Counter({
      name: 'skillwright_hub_damaged_packages_total',
      help: 'Packages that were asked for and found damaged or missing in the store.',
      registers,
    }),
  }
}
