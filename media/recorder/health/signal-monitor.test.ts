import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SignalMonitor, type SignalMonitorOptions } from './signal-monitor.ts'
import { thumbSize, type SignalSample, type SignalState } from './signal-rules.ts'

const everyMs = 1000
const segmentMs = 2000
const black = new Uint8Array(thumbSize.width * thumbSize.height)
const bright = black.map((_, at) => 60 + ((at * 37) % 180))

/** A channel of one video rendition: each segment shows what its source sent. */
function channel() {
  const segments: { beginMs: number; thumb: Uint8Array }[] = []
  const endMs = () => (segments.at(-1)?.beginMs ?? -segmentMs) + segmentMs
  return {
    record: (thumb: Uint8Array) => segments.push({ beginMs: endMs(), thumb }),
    endMs,
    thumbAt: (beginMs: number) => segments.find((one) => one.beginMs === beginMs)?.thumb,
    window: (fromMs: number) => segments.filter((one) => one.beginMs + segmentMs > fromMs),
  }
}

let waiting: (() => void)[]
let isSlow: boolean
let verdicts: SignalState[]

function monitor(recorded: ReturnType<typeof channel>): SignalMonitor {
  const archive = {
    ...{ dir: '', renditions: () => [{ id: 'v', kind: 'video' }], endMs: recorded.endMs },
    window: (_id: string, fromMs: number) => recorded.window(fromMs),
    segmentBytes: (_id: string, beginMs: number) => Promise.resolve(Buffer.from([beginMs / segmentMs])),
    initBytes: () => Promise.resolve(Buffer.alloc(0)),
  } as unknown as SignalMonitorOptions['archive']
  const inspector = {
    slates: () => Promise.resolve([]),
    look: async ({ video }: { readonly video?: Buffer }): Promise<Omit<SignalSample, 'atMs'>> => {
      if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve))
      const thumb = recorded.thumbAt((video?.[0] ?? 0) * segmentMs)
      return thumb === undefined ? {} : { thumb }
    },
  }
  return new SignalMonitor({
    ...{ archive, inspector, clock: Date.now, loudness: { add: () => undefined, begin: () => undefined } },
    settings: { everyMs, blackMs: 0, stillPictures: true },
    onSignal: (state) => verdicts.push(state),
  })
}

describe('the signal of a recorded channel', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 0 })
    ;[waiting, isSlow, verdicts] = [[], false, []]
  })
  afterEach(() => vi.useRealTimers())

  it('is judged by the newest segment', async () => {
    const recorded = channel()
    const watch = monitor(recorded)
    recorded.record(bright)
    await vi.advanceTimersByTimeAsync(2 * everyMs)
    recorded.record(black)
    await vi.advanceTimersByTimeAsync(2 * everyMs)
    expect(verdicts).toEqual(['ok', 'black'])
    watch.close()
  })

  it('is not judged by what the source before it sent', async () => {
    const recorded = channel()
    const watch = monitor(recorded)
    recorded.record(bright)
    await vi.advanceTimersByTimeAsync(2 * everyMs)
    recorded.record(black)
    watch.forget({ url: 'udp://239.0.0.2:1234' })
    await vi.advanceTimersByTimeAsync(3 * everyMs)
    expect(watch.signalState).toBe('unknown')
    recorded.record(bright)
    await vi.advanceTimersByTimeAsync(2 * everyMs)
    expect(verdicts).toEqual(['ok', 'ok'])
    watch.close()
  })

  it('ignores a check that was still under way when the source changed', async () => {
    const recorded = channel()
    const watch = monitor(recorded)
    recorded.record(black)
    isSlow = true
    await vi.advanceTimersByTimeAsync(2 * everyMs)
    expect(waiting).toHaveLength(1)
    watch.forget({ url: 'udp://239.0.0.2:1234' })
    recorded.record(bright)
    isSlow = false
    for (const finish of waiting) finish()
    await vi.advanceTimersByTimeAsync(3 * everyMs)
    expect(verdicts).toEqual(['ok'])
    watch.close()
  })
})

describe('[ALIVE-05] the loudness of a recorded channel', () => {
  const piece = { blocksLufs: [-20], truePeakDb: -9 }
  const measured: string[] = []
  const loudness = {
    add: (_: typeof piece, atMs: number) => void measured.push(`piece at ${atMs}`),
    begin: (source: string) => void measured.push(source),
  }

  /** A channel whose newest segment shows `thumb`; its samples by what was read of it. */
  function build(settings: SignalMonitorOptions['settings'], thumb: Uint8Array) {
    const samples: string[][] = []
    const archive = {
      ...{ dir: '', endMs: () => Date.now() },
      renditions: () => ['video', 'audio'].map((kind) => ({ id: kind, kind })),
      window: () => [{ beginMs: Math.floor(Date.now() / segmentMs) * segmentMs, initKey: 'e' }],
      segmentBytes: () => Promise.resolve(Buffer.from([1])),
      initBytes: () => Promise.resolve(Buffer.alloc(0)),
    } as unknown as SignalMonitorOptions['archive']
    const inspector = {
      slates: () => Promise.resolve([]),
      look: async (sample: object) => {
        samples.push(Object.keys(sample))
        return { ...('video' in sample ? { thumb } : {}), volumeDb: -20, loudness: piece }
      },
    }
    const watch = new SignalMonitor({
      ...{ archive, inspector, loudness, settings, clock: Date.now },
      onSignal: () => undefined,
    })
    return { watch, samples }
  }

  beforeEach(() => {
    vi.useFakeTimers({ now: 0 })
    measured.length = 0
  })
  afterEach(() => vi.useRealTimers())

  it('is measured with each check of its signal, and begins again with another source', async () => {
    const { watch } = build({ everyMs: 20_000, stillPictures: true }, bright)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(measured.length).toBeGreaterThanOrEqual(2)
    watch.forget({ url: 'udp://239.0.0.2:1234' })
    expect(measured.at(-1)).toBe('udp://239.0.0.2:1234')
    watch.close()
  })

  it('is not measured while something is wrong', async () => {
    const { watch, samples } = build({ everyMs: 20_000, blackMs: 8000 }, black)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(samples.length).toBeGreaterThan(3)
    expect(measured).toEqual([])
    watch.close()
  })

  it('is measured once a minute, from the audio alone, where its signal is not checked', async () => {
    const { watch, samples } = build({ isOff: true, everyMs: 1000 }, black)
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    expect(samples.length).toBeGreaterThanOrEqual(4)
    expect(samples.length).toBeLessThanOrEqual(6)
    expect(new Set(samples.flat())).toEqual(new Set(['audio']))
    expect(measured).toHaveLength(samples.length)
    expect(watch.signalState).toBe('unknown')
    watch.close()
  })
})
