import { Counter, Registry } from 'prom-client'
import { LabelledTimes } from './labelled-times.ts'

/** What one hub counts; each hub of a process has its own. */
export interface HubMetrics {
  readonly registry: Registry
  /** Requests by route, method and status. */
  readonly requests: LabelledTimes
  /** Runs by skill and the code of their first error; OK without one. */
  readonly calls: LabelledTimes
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
    requests: new LabelledTimes({
      name: 'skillwright_hub_request_seconds',
      help: 'Time to answer a request, by route.',
      labels: (route, outcome) => {
        const [method, status] = outcome.split(' ')
        return `method="${method}",route="${route}",status="${status}"`
      },
    }),
    calls: new LabelledTimes({
      name: 'skillwright_hub_call_seconds',
      help: 'Time a skill took to answer a call, by skill and error code.',
      labels: (skill, code) => `skill="${skill}",code="${code}"`,
    }),
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
