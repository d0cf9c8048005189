import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** The contents of `/metrics`, in the Prometheus format. Modules register their own gauges on `registry`. */
export interface Metrics {
  readonly registry: Registry
  /** Counts one response: seconds it took, its endpoint's name (never an address), its status. */
  httpAnswered(name: string, status: number, durationSec: number): void
  /** Counts one refusal by its name: most have status 200 (API-07), so the status alone does not show them. */
  httpRefused(name: string, failure: string): void
  /** A number that is read when the page is requested. */
  gauge(name: string, help: string, read: () => number): void
  /** Numbers by one label, for example channels by state. */
  gaugeByLabel(name: string, help: string, label: string, read: () => Readonly<Record<string, number>>): void
  close(): void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const http = new Histogram({
    name: 'ekran_http_request_duration_seconds',
    help: 'How long calls took, by endpoint and kind of status',
    labelNames: ['endpoint', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'ekran_http_refusals_total',
    help: 'Refusals by endpoint and name of the failure',
    labelNames: ['endpoint', 'failure'],
    registers: [registry],
  })
  const loop = monitorEventLoopDelay({ resolution: 20 })
  loop.enable()
  const gauge: Metrics['gauge'] = (name, help, read) => {
    const made: Gauge = new Gauge({ name, help, registers: [], collect: () => made.set(read()) })
    registry.registerMetric(made)
  }
  gauge('ekran_event_loop_delay_p99_seconds', 'Delay of the event loop since the last look', () => {
    const p99 = loop.percentile(99) / 1e9
    loop.reset()
    return p99
  })
  addProcessGauges(gauge)
  const observers = new Map<string, { observe(value: number): void }>()
  return {
    registry,
    httpAnswered: (name, status, durationSec) => {
      const statusKind = `${Math.floor(status / 100)}xx`
      const key = `${name} ${statusKind}`
      let observer = observers.get(key)
      if (observer === undefined) {
        observer = http.labels(name, statusKind)
        observers.set(key, observer)
      }
      observer.observe(durationSec)
    },
    httpRefused: (name, failure) => refusals.inc({ endpoint: name, failure }),
    gauge,
    gaugeByLabel: (name, help, label, read) => {
      const made: Gauge = new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [],
        collect: () => {
          made.reset()
          for (const [value, count] of Object.entries(read())) made.set({ [label]: value }, count)
        },
      })
      registry.registerMetric(made)
    },
    close: () => void loop.disable(),
  }
}

function addProcessGauges(gauge: Metrics['gauge']): void {
  gauge('ekran_memory_resident_bytes', 'Resident memory of this process', () => process.memoryUsage.rss())
  gauge('ekran_cpu_seconds', 'Processor time of this process since its start', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  gauge('ekran_uptime_seconds', 'Seconds since this process started', () => process.uptime())
}
