/** Metrics of the archive store, of the process that records. */
import type { OffloadStatus } from '#media/media.ts'
import type { Metrics } from '#server/platform/metrics.ts'

/** Registers the gauges; `status` is undefined where nothing is moved into a store. */
export function addArchiveStoreGauges(
  metrics: Metrics,
  status: () => OffloadStatus | undefined,
  nowMs: () => number,
): void {
  metrics.gauge('ekran_archive_store_up', 'Whether the archive store takes files (1), or fails (0)', () =>
    Number(status()?.failsSinceMs === undefined),
  )
  metrics.gauge(
    'ekran_archive_store_waiting_files',
    'Closed files of the archive that the store does not have yet',
    () => status()?.files ?? Number.NaN,
  )
  metrics.gauge(
    'ekran_archive_store_waiting_bytes',
    'The size of these files',
    () => status()?.bytes ?? Number.NaN,
  )
  metrics.gauge(
    'ekran_archive_store_waiting_seconds',
    'How long ago the oldest of these files was begun; 0 when none waits',
    () => {
      const oldestMs = status()?.oldestMs
      return oldestMs === undefined ? 0 : Math.max(0, nowMs() - oldestMs) / 1000
    },
  )
}
