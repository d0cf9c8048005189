/** What the product says about its own queues while a crowd visits it, once a second. */
import type { Ending } from './ending.ts'

export interface GaugeSample {
  /** Seconds from the start of the run. */
  readonly sec: number
  readonly loopDelaySec: number
  readonly databaseWaiting: number
  readonly openRequests: number
  readonly shedding: number
}

const everyMs = 1000
const limitMs = 5000
const maxSamples = 3600

/** Samples `/metrics` until the end; a late or missing response is left out. */
export async function followGauges(
  origin: string,
  startedAtMs: number,
  ending: Ending,
): Promise<readonly GaugeSample[]> {
  const samples: GaugeSample[] = []
  while (!ending.isOver && samples.length < maxSamples) {
    await ending.sleep(everyMs)
    const text = await metricsOf(origin)
    if (text === undefined) continue
    const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
    samples.push({
      sec: (performance.now() - startedAtMs) / 1000,
      loopDelaySec: read('ekran_event_loop_delay_p99_seconds'),
      databaseWaiting: read('ekran_database_waiting'),
      openRequests: read('ekran_http_open_requests'),
      shedding: read('ekran_http_shedding'),
    })
  }
  return samples
}

async function metricsOf(origin: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${origin}/metrics`, { signal: AbortSignal.timeout(limitMs) })
    return response.ok ? await response.text() : undefined
  } catch {
    return undefined
  }
}

const slowLoopSec = 0.2

/** The queue that formed first, and when; undefined when there was none. */
export function firstQueue(samples: readonly GaugeSample[]): string | undefined {
  for (const { sec, databaseWaiting, loopDelaySec } of samples) {
    const at = `after ${sec.toFixed(0)} s`
    if (databaseWaiting > 0) return `database connections: ${databaseWaiting} wait ${at}`
    if (loopDelaySec > slowLoopSec) return `the event loop: p99 ${(loopDelaySec * 1000).toFixed(0)} ms ${at}`
  }
  return undefined
}
