/** What an end of a provider's answer means: that it has no more, or only that the connection broke. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'
import { startCatchupProvider, type CatchupProvider } from '#tests/kit/emulators/catchup-provider.ts'
import { Catchup } from './catchup.ts'
import { cellMs, type CatchupSession } from './catchup-session.ts'
import { catchupTemplateOf, type CatchupRule } from './catchup-template.ts'

const nowMs = Date.UTC(2026, 0, 15, 12)
const windowCells = 20
const never = Number.POSITIVE_INFINITY
const brokenWords = 'the connection broke before the end'
/** A cell without content. */
const empty = 8
const dir = mkdtempSync(join(tmpdir(), 'ekran-ends-'))
let logged: object[] = []
let provider: CatchupProvider
let catchup: Catchup
let windows = 0

beforeAll(async () => {
  provider = await startCatchupProvider()
  catchup = new Catchup({
    ...{ dir, ffmpegPath: findMediaBinaries({}).ffmpegPath, clock: () => nowMs },
    log: (event, fields) => logged.push({ event, ...fields }),
    ...{ maxConnections: 20, maxBytes: 1e9 },
  })
  const configOf = (rule: CatchupRule) => {
    const template = catchupTemplateOf(rule, `${provider.origin}/live/secret-word/7.ts`)
    if (template.kind !== 'template') throw new Error(template.problem.kind)
    return { ...template, reachMs: 86_400_000, correctionSec: 0, zone: 'UTC' }
  }
  const whole = (path: string) =>
    configOf({ kind: 'vod', source: `${provider.origin}${path}?utc={utc}&lutc={lutc}` })
  catchup.set(
    new Map([
      ['parts', configOf({ kind: 'shift' })],
      ['whole', whole('/live/secret-word/8.ts')],
      ['segments', whole('/list/secret-word/9.m3u8')],
    ]),
  )
})
beforeEach(() => {
  logged = []
  provider.breakAt(never)
  provider.endAt(never)
})
afterAll(async () => {
  await catchup.close()
  await provider.close()
  rmSync(dir, { recursive: true, force: true })
})

/** A window of its own for each test. */
function open(channel: string, cells = windowCells) {
  const beginMs = nowMs - 20 * 3_600_000 + windows++ * 600_000
  const session = catchup.open(channel, beginMs, beginMs + cells * cellMs)
  if (session === undefined) throw new Error('out of reach')
  return { session, atSec: (cell: number) => (beginMs + cell * cellMs) / 1000 }
}

/** The bytes of a cell, as a player requests it: again while it is not there. */
async function sizeOf(session: CatchupSession, cell: number, viewer = 'one'): Promise<number> {
  const deadline = performance.now() + 40_000
  for (;;) {
    await session.start(viewer, 5000, cell)
    const bytes = await session.cell('v', cell, viewer, 5000)
    if (typeof bytes !== 'string') return bytes.length
    if (performance.now() > deadline) throw new Error(`cell ${cell}: ${bytes} ${JSON.stringify(logged)}`)
  }
}

async function sizesOf(session: CatchupSession, from: number, to: number): Promise<readonly number[]> {
  const sizes: number[] = []
  for (let cell = from; cell < to; cell++) sizes.push(await sizeOf(session, cell))
  return sizes
}

describe('[CHAN-06] a provider whose connection breaks', () => {
  it.each(['parts', 'whole', 'segments'])('has not ended: it is requested again (%s)', async (channel) => {
    const { session, atSec } = open(channel)
    provider.breakAt(atSec(12) + 3)
    const before = await sizesOf(session, 0, 12)
    await expect.poll(() => logged).toMatchObject([{ event: 'catchup.provider_failed', words: brokenWords }])
    expect(JSON.stringify(logged)).not.toMatch(/secret-word|127\.0\.0\.1/)
    provider.breakAt(never)
    const after = await sizesOf(session, 12, windowCells)
    const minBytes = 0.9 * Math.min(...before)
    expect(after.filter((size) => size < minBytes)).toEqual([])
    expect(await sizeOf(session, windowCells - 1, 'another')).toBeGreaterThan(minBytes)
  })
})

describe('[CHAN-06] a provider that ends its answer before the window does', () => {
  it.each(['parts', 'whole'])('has ended when it says so again (%s)', async (channel) => {
    const { session, atSec } = open(channel)
    provider.endAt(atSec(15) + 3)
    const sizes = await sizesOf(session, 12, windowCells)
    const [full = 0, , , part = 0, ...none] = sizes
    expect(part).toBeGreaterThan(empty)
    expect(part).toBeLessThan(0.8 * full)
    expect(none).toEqual(none.map(() => empty))
    expect(logged).toEqual([])
  })

  it('is not requested without a pause where it has nothing in the middle', async () => {
    const { session, atSec } = open('parts', 100)
    provider.endAt(atSec(15) + 3)
    await sizesOf(session, 14, 15)
    await expect.poll(() => session.runs).toBe(0)
    const before = provider.requests.length
    const deadline = performance.now() + 5000
    while (performance.now() < deadline) {
      expect(await session.cell('v', 20, 'one', 1000)).toMatch(/waiting|failed/)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    // Each pause of two seconds allows a few: a run, and its repetition.
    expect(provider.requests.length - before).toBeLessThan(15)
    expect(JSON.stringify(logged)).toContain('nothing of a part')
  })

  it('has not ended when it has more the next time', async () => {
    const { session, atSec } = open('parts')
    provider.endAt(atSec(15) + 3)
    const before = await sizesOf(session, 12, 15)
    await expect.poll(() => session.runs).toBe(0)
    provider.endAt(never)
    const after = await sizesOf(session, 15, windowCells)
    expect(after.filter((size) => size < 0.9 * Math.min(...before))).toEqual([])
  })
})
