import { mkdtempSync, rmSync, writeFileSync, readFileSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LoudnessLines } from '#media/ffmpeg/probe/loudness-lines.ts'
import { ChannelLoudnessMeter, StoredLoudness } from './channel-loudness.ts'
import { gatedLoudness, LoudnessHistogram } from './gated-loudness.ts'
import { assetGainDb, playbackGainDb, servedLoudness, targetLufs } from './playback-gain.ts'

const power = (lufs: number): number => 10 ** (lufs / 10)
const mean = (blocks: readonly number[]): number =>
  10 * Math.log10(blocks.reduce((sum, block) => sum + power(block), 0) / blocks.length)

/** The definition of ITU-R BS.1770-4, block by block. */
function byDefinition(blocks: readonly number[]): number | undefined {
  const heard = blocks.filter((block) => block >= -70)
  if (heard.length === 0) return undefined
  const gate = mean(heard) - 10
  return mean(heard.filter((block) => block > gate))
}

function histogramOf(blocks: readonly number[]): LoudnessHistogram {
  const histogram = new LoudnessHistogram()
  for (const block of blocks) histogram.add(block)
  return histogram
}

/** Tenths, as the meter reports them. */
const blocks = fc.array(
  fc.integer({ min: -1200, max: 50 }).map((tenths) => tenths / 10),
  { minLength: 1, maxLength: 300 },
)

describe('[ALIVE-05] the gated loudness of blocks', () => {
  it('is that of the definition, however the blocks are divided', () => {
    fc.assert(
      fc.property(blocks, fc.nat(300), (all, at) => {
        const expected = byDefinition(all)
        const parts = [histogramOf(all.slice(0, at)), histogramOf(all.slice(at))]
        const measured = gatedLoudness(parts)
        if (expected === undefined) expect(measured).toBeUndefined()
        else expect(measured).toBeCloseTo(expected, 6)
      }),
    )
  })

  it('rises with everything else by the same gain', () => {
    const heard = fc.array(
      fc.integer({ min: -500, max: -100 }).map((tenths) => tenths / 10),
      { minLength: 1 },
    )
    fc.assert(
      fc.property(heard, fc.integer({ min: -100, max: 100 }), (all, tenths) => {
        const louder = histogramOf(all.map((block) => block + tenths / 10))
        expect(gatedLoudness([louder])).toBeCloseTo((gatedLoudness([histogramOf(all)]) ?? 0) + tenths / 10, 6)
      }),
    )
  })

  it('leaves out pauses, silence and what is not a number', () => {
    const speech = Array.from({ length: 50 }, () => -20)
    const pauses = Array.from({ length: 200 }, () => -45)
    expect(gatedLoudness([histogramOf([...speech, ...pauses])])).toBeCloseTo(-20, 6)
    expect(gatedLoudness([histogramOf([Number.NaN, Number.NEGATIVE_INFINITY, -120.7])])).toBeUndefined()
    expect(gatedLoudness([])).toBeUndefined()
  })
})

describe('[ALIVE-05] the gain of playback', () => {
  const measured = fc.record({
    integratedLufs: fc.double({ min: -68, max: 5, noNaN: true }),
    truePeakDb: fc.double({ min: -60, max: 6, noNaN: true }),
    isSampled: fc.boolean(),
  })

  it('brings it to the target, and never raises a peak above -1 dBTP', () => {
    fc.assert(
      fc.property(measured, (loudness) => {
        const gain = playbackGainDb(loudness)
        expect(Math.abs(gain)).toBeLessThanOrEqual(12)
        expect(Object.is(gain, -0)).toBe(false)
        if (gain > 0) {
          expect(loudness.truePeakDb + gain).toBeLessThanOrEqual(-1 + 1e-5)
          expect(loudness.integratedLufs + gain).toBeLessThanOrEqual(targetLufs + 1e-5)
        }
        const isLoud = loudness.integratedLufs > targetLufs && loudness.integratedLufs < targetLufs + 12
        if (isLoud) expect(loudness.integratedLufs + gain).toBeCloseTo(targetLufs, 0)
      }),
    )
  })

  it('changes nothing of silence, of what was not measured, and raises nothing without knowing its peaks', () => {
    expect(playbackGainDb(undefined)).toBe(0)
    expect(playbackGainDb({ integratedLufs: -70, truePeakDb: -120, isSampled: false })).toBe(0)
    expect(playbackGainDb({ integratedLufs: Number.NaN, truePeakDb: -3, isSampled: false })).toBe(0)
    expect(playbackGainDb({ integratedLufs: -30, isSampled: false })).toBe(0)
    expect(playbackGainDb({ integratedLufs: -30, truePeakDb: Number.NaN, isSampled: false })).toBe(0)
    expect(playbackGainDb({ integratedLufs: -30, truePeakDb: -6, isSampled: false })).toBe(5)
    expect(playbackGainDb({ integratedLufs: -30, truePeakDb: -6, isSampled: true })).toBe(3)
    expect(playbackGainDb({ integratedLufs: -14.5, isSampled: true })).toBe(-8.5)
  })

  it('of an asset suits each of its tracks, as they were packaged', () => {
    const track = (integratedLufs: number, gainDb: number) =>
      ({ loudness: { integratedLufs, peakDb: -9, truePeakDb: -8.5, gainDb, isSampled: false } }) as never
    expect(
      servedLoudness({ integratedLufs: -15, peakDb: -1, truePeakDb: 0, gainDb: -8, isSampled: false }),
    ).toEqual({ integratedLufs: -23, truePeakDb: -8, isSampled: false })
    expect(assetGainDb({ audio: [track(-15, -8), track(-29, 0)] })).toBe(0)
    expect(assetGainDb({ audio: [track(-29, 0)] })).toBe(6)
    expect(assetGainDb({ audio: [{} as never] })).toBe(0)
    expect(assetGainDb({ audio: [] })).toBe(0)
  })
})

describe('[ALIVE-05] the lines of the meter', () => {
  it('are read as blocks and the highest peak of all channels', () => {
    const lines = new LoudnessLines()
    const line = (t: string, m: string, peaks: string) =>
      `[Parsed_ebur128_0 @ 0x1] t: ${t}   TARGET:-23 LUFS    M:${m} S:-120.7     I: -70.0 LUFS       LRA:   0.0 LU  FTPK: -9.9 dBFS  TPK: ${peaks} dBFS`
    lines.read(line('0.299979', '-120.7', '-23.2 -inf'))
    lines.read(line('0.399979', ' -27.8', '-23.2 -21.5'))
    lines.read(line('1.499979', ' -26.1', ' -inf  -inf'))
    lines.read('frame= 1 M: -3.0')
    lines.read('')
    expect(lines.piece).toEqual({ blocksLufs: [-27.8, -26.1], truePeakDb: -21.5 })
    expect(new LoudnessLines().piece).toBeUndefined()
  })
})

describe('[ALIVE-05] the running loudness of a channel', () => {
  const startMs = Date.UTC(2026, 0, 1)
  const everyMs = 20_000
  const source = 'udp://239.0.0.1:1234?password=secret'
  let liveDir: string
  let dir: string
  /** Each still writes its file when a test ends. */
  let meters: ChannelLoudnessMeter[] = []
  const meterIn = (folder: string) => {
    const meter = new ChannelLoudnessMeter(folder)
    meters.push(meter)
    return meter
  }

  beforeEach(() => {
    liveDir = mkdtempSync(join(tmpdir(), 'loudness-'))
    dir = liveDir
  })
  afterEach(async () => {
    for (const meter of meters) await meter.close()
    meters = []
    rmSync(liveDir, { recursive: true, force: true })
  })

  const piece = (lufs: number, truePeakDb = lufs + 10) => ({
    blocksLufs: Array.from({ length: 17 }, () => lufs),
    truePeakDb,
  })

  /** Adds pieces of one loudness for some minutes; returns the time after them. */
  function play(meter: ChannelLoudnessMeter, lufs: number, fromMs: number, minutes: number): number {
    const endMs = fromMs + minutes * 60_000
    for (let atMs = fromMs; atMs < endMs; atMs += everyMs) meter.add(piece(lufs), atMs)
    return endMs
  }

  it('is unknown until enough was heard, and follows the channel within the hour', () => {
    const meter = meterIn(dir)
    meter.begin(source)
    meter.add(piece(-18), startMs)
    expect(meter.current).toBeUndefined()
    const laterMs = play(meter, -18, startMs, 60)
    expect(meter.current).toMatchObject({ integratedLufs: -18, truePeakDb: -8 })
    const endMs = play(meter, -28, laterMs, 65)
    expect(meter.current).toMatchObject({
      integratedLufs: -28,
      truePeakDb: -18,
      measuredAtMs: endMs - everyMs,
    })
  })

  it('has no figure for silence', () => {
    const meter = meterIn(dir)
    for (let at = 0; at < 100; at += 1)
      meter.add(
        { blocksLufs: [-120.7, -163.5], truePeakDb: Number.NEGATIVE_INFINITY },
        startMs + at * everyMs,
      )
    expect(meter.current).toBeUndefined()
  })

  it('survives a restart, and begins again with another source without losing its figure', async () => {
    const before = meterIn(dir)
    before.begin(source)
    const laterMs = play(before, -18, startMs, 30)
    await before.close()
    const stored = readFileSync(join(dir, 'loudness.json'), 'utf8')
    expect(stored).not.toContain('secret')
    expect(readdirSync(dir)).toEqual(['loudness.json'])

    const after = meterIn(dir)
    expect(after.current).toEqual(before.current)
    after.begin(source)
    const [firstMs] = [play(after, -30, laterMs, 10)]
    // Most of the hour was louder.
    expect(after.current?.integratedLufs).toBeGreaterThan(-21)

    after.begin('udp://239.0.0.9:1234')
    after.add(piece(-30), firstMs)
    expect(after.current?.integratedLufs).toBeGreaterThan(-21)
    play(after, -30, firstMs, 10)
    expect(after.current?.integratedLufs).toBe(-30)
    await after.close()
  })

  it('is read by every process, not more often than needed, and not when it is old', async () => {
    const channel = join(liveDir)
    const meter = meterIn(channel)
    play(meter, -18, startMs, 10)
    await meter.close()
    let nowMs = startMs + 600_000
    const stored = new StoredLoudness(join(liveDir, '..'), () => nowMs)
    const id = liveDir.split('/').at(-1) ?? ''
    expect(stored.of(id)).toMatchObject({ integratedLufs: -18 })
    rmSync(join(channel, 'loudness.json'))
    expect(stored.of(id)).toMatchObject({ integratedLufs: -18 })
    nowMs += 31_000
    expect(stored.of(id)).toBeUndefined()
    expect(stored.of('../etc')).toBeUndefined()
    await meter.close()
    nowMs += 8 * 86_400_000
    expect(stored.of(id)).toBeUndefined()
  })

  it('is as none when its file is corrupt', () => {
    const broken = [
      '',
      '{',
      'null',
      '[]',
      '{"published":{"integratedLufs":null,"truePeakDb":1,"measuredAtMs":1},"slots":"no"}',
      '{"published":7,"slots":[null,{"beginMs":1},{"beginMs":"x","blocks":[]},{"beginMs":1,"blocks":[[9999,1],[-200,-5],["a",1],[1],7]}]}',
    ]
    for (const text of broken) {
      writeFileSync(join(dir, 'loudness.json'), text)
      const meter = meterIn(dir)
      expect(meter.current).toBeUndefined()
      expect(() => meter.add(piece(-20), startMs)).not.toThrow()
    }
  })

  it('goes on when the clock jumps', () => {
    const meter = meterIn(dir)
    play(meter, -18, startMs, 30)
    play(meter, -28, startMs - 86_400_000, 10)
    expect(meter.current?.integratedLufs).toBe(-28)
    play(meter, -18, startMs + 86_400_000, 10)
    expect(meter.current?.integratedLufs).toBe(-18)
  })
})
