import { Gauge } from 'prom-client'
import { countOpen } from './complaint.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'

/** `ekran_open_complaints`, counted when the metrics are read. An unavailable database leaves the former numbers. */
export function addComplaintGauge(deps: {
  readonly db: Db
  readonly metrics: Metrics
  readonly log: Log
}): void {
  const { db, metrics, log } = deps
  const gauge: Gauge = new Gauge({
    name: 'ekran_open_complaints',
    help: 'Complaints of viewers that nobody has closed, by what they are about',
    labelNames: ['subject'],
    registers: [metrics.registry],
    collect: async () => {
      try {
        for (const [subject, count] of Object.entries(await countOpen(db))) gauge.set({ subject }, count)
      } catch (error) {
        log.warn('complaints.count_failed', { error })
      }
    },
  })
}
