/**
 * Players' reports for Prometheus: those that reached this process since its start. Several processes are added up
 * there.
 */
import { Counter, Histogram } from 'prom-client'
import type { PlayFigures } from '#contract/playback/play-quality.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { startBoundsMs, type DeviceKind } from './play-sums.ts'

export type CountPlay = (device: DeviceKind, figures: PlayFigures) => void

export function createPlayMetrics({ registry }: Metrics): CountPlay {
  const labelNames = ['kind', 'device'] as const
  const registers = [registry]
  const counter = (name: string, help: string) =>
    new Counter({ name: `ekran_play_${name}_total`, help, labelNames, registers })
  const plays = counter('plays', 'Films, programmes and channels that viewers opened')
  const abandoned = counter('abandoned', 'Of these, left before the first picture')
  const seconds = counter('seconds', 'Seconds that were played')
  const stalls = counter('stalls', 'How often a picture stood still for lack of data')
  const stallSeconds = counter('stall_seconds', 'How long pictures stood still for lack of data')
  const megabits = counter('megabits', 'Stated bits of what was played, in millions')
  const switches = counter('switches', 'How often the height of a picture changed')
  const starts = new Histogram({
    name: 'ekran_play_start_seconds',
    help: 'From opening to the first picture',
    labelNames,
    buckets: startBoundsMs.map((ms) => ms / 1000),
    registers,
  })
  const failures = new Counter({
    name: 'ekran_play_failures_total',
    help: 'Plays that failed, by the first part of the code the viewer was shown',
    labelNames: [...labelNames, 'code'],
    registers,
  })
  return (device, figures) => {
    const labels = { kind: figures.kind, device }
    plays.inc(labels, figures.begun)
    abandoned.inc(labels, figures.abandoned)
    seconds.inc(labels, figures.played_ms / 1000)
    stalls.inc(labels, figures.stalls)
    stallSeconds.inc(labels, figures.stalled_ms / 1000)
    megabits.inc(labels, ((figures.rated_ms / 1000) * figures.bits_per_second) / 1e6)
    switches.inc(labels, figures.switches)
    if (figures.start_ms !== undefined) starts.observe(labels, figures.start_ms / 1000)
    // The engine's own number would create a series for each: it is only in the table.
    if (figures.failure !== undefined) failures.inc({ ...labels, code: figures.failure.slice(0, 2) })
  }
}
