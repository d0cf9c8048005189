import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import { holeToleranceMs } from '#media/archive/timeline/holes.ts'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { makeTransportStream, startBroadcast, type Broadcast } from '#tests/kit/media/broadcast.ts'
import { readHealth } from '#media/recorder/health/health-history.ts'
import { startRecorder, type Recorder } from '#media/recorder/recorder.ts'
import { SignalInspector } from '#media/recorder/health/signal-inspector.ts'
import type { SignalState } from '#media/recorder/health/signal-rules.ts'

const { ffmpegPath } = findMediaBinaries({})
const dir = mkdtempSync(join(tmpdir(), 'failover-'))
const slatesDir = join(dir, 'slates')
const seconds = 24
/** Of a change from one running source to another: the one begins with a segment, the other ends with one. */
const maxChangeGapMs = 2000
const far = Date.now() + 3_600_000
const inspector = new SignalInspector({ ffmpegPath, slatesDir, rest: 0, log: () => {} })

function file(name: string): string {
  return join(dir, `${name}.ts`)
}

const watch = { everyMs: 700, blackMs: 1500, slateMs: 1000, frozenMs: 4000, silentMs: 2000 }
const choice = { returnAfterMs: 4000, steadyMs: 2000, tryEveryMs: 1000, tryLimitMs: 12_000 }
const still = 'trim=end_frame=1,loop=loop=-1:size=1:start=0,setpts=N/25/TB'

beforeAll(async () => {
  mkdirSync(slatesDir)
  const size = 'size=320x180:rate=25'
  const make = (name: string, video: string, audio = 'sine=frequency=440:sample_rate=48000') =>
    makeTransportStream(ffmpegPath, file(name), { picture: video, sound: audio, seconds: seconds })
  await Promise.all([make('first', `testsrc=${size}`), make('second', `testsrc2=${size}`)])
  await Promise.all([make('black', `color=black:${size}`), make('slate', `smptehdbars=${size}`)])
  await make('frozen', `testsrc=${size},${still}`)
  await make('silent', `testsrc=${size}`, 'anullsrc=r=48000:cl=mono')
  const video = runFfmpeg({
    ffmpegPath,
    args: [
      ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'smptehdbars=size=1280x720', '-frames:v', '1'],
      join(slatesDir, 'no-service.jpg'),
    ],
    protocols: ['file', 'lavfi'],
  })
  expect((await video.exit).code).toBe(0)
}, 120_000)

const running: { recorder: Recorder; archive: ChannelArchive; tvs: readonly Broadcast[] }[] = []
afterAll(async () => {
  for (const { recorder, archive, tvs } of running) {
    for (const tv of tvs) tv.close()
    await recorder.close()
    await archive.close()
  }
  inspector.close()
  rmSync(dir, { recursive: true, force: true })
})

async function until(what: string, holds: () => boolean, ms = 90_000): Promise<void> {
  const end = performance.now() + ms
  while (!holds()) {
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`)
    await sleep(50)
  }
}

async function start(name: string, files: readonly string[]) {
  const tvs = await Promise.all(files.map((one) => startBroadcast(file(one), seconds)))
  const archive = new ChannelArchive({ dir: join(dir, name), archiveMs: 86_400_000, clock: Date.now })
  const recorder = startRecorder({
    sources: tvs.map(({ url }) => ({ kind: 'http-ts', url })),
    ...{ archive, inspector, ffmpegPath, clock: Date.now, watch, choice },
    log: () => {},
  })
  running.push({ recorder, archive, tvs })
  const isOn = (sourceIndex: number) => {
    const { source } = recorder.status()
    return source?.index === sourceIndex && source.healthy
  }
  const signal = (expected: SignalState) => until(expected, () => recorder.status().signal === expected)
  const gapMs = () =>
    archive
      .window('v', 0, far)
      .filter((one) => one.gap)
      .reduce((sum, one) => sum + one.durationMs, 0)
  return { tvs, archive, recorder, isOn, signal, gapMs }
}

describe.concurrent('a channel with two sources', () => {
  it('switches to the second when the first fails, and returns without a gap', async () => {
    const { tvs, archive, recorder, isOn, gapMs } = await start('dies', ['first', 'second'])
    await until('the first source', () => isOn(0))
    tvs[0]?.refuse(true)
    tvs[0]?.reset()
    await until('the second source', () => isOn(1))
    expect(gapMs()).toBeLessThan(4000)
    const lost = gapMs()
    tvs[0]?.refuse(false)
    await until('the first source again', () => isOn(0))
    expect(gapMs() - lost).toBeLessThan(maxChangeGapMs)
    const kinds = recorder.status().events.map(({ kind, sourceIndex }) => `${kind} ${sourceIndex}`)
    expect(kinds).toEqual(['up 0', 'died 0', 'up 1', 'changed 1', 'up 0', 'returned 0'])
    const changed = recorder.status().events.find(({ kind }) => kind === 'changed')
    expect(changed?.words).toMatch(/^the source before (?:ended or could not be reached|sent no more data)$/)
    // The same video format came back: one timeline, and each segment begins where the previous one ends, or so little
    // later that no hole is recorded.
    const list = archive.window('v', 0, far)
    for (const [at, one] of list.entries()) {
      const next = list[at + 1]
      if (next !== undefined)
        expect(Math.abs(next.beginMs - one.beginMs - one.durationMs)).toBeLessThan(holeToleranceMs)
    }
    await recorder.close()
    expect(readHealth(archive.dir).map(({ kind, sourceIndex }) => `${kind} ${sourceIndex}`)).toEqual(kinds)
    const written = readFileSync(join(archive.dir, 'health.jsonl'), 'utf8')
    expect(written).not.toContain('127.0.0.1')
  }, 150_000)

  it('leaves a hanging source before its own timeout', async () => {
    const { tvs, isOn, gapMs } = await start('hangs', ['first', 'second'])
    await until('the first source', () => isOn(0))
    tvs[0]?.hang(true)
    await until('the second source', () => isOn(1))
    expect(gapMs()).toBeLessThan(20_000)
  }, 150_000)

  it('leaves a black video for a good one without data loss, and returns when the fault is over', async () => {
    const { tvs, recorder, isOn, signal, gapMs } = await start('black', ['first', 'second'])
    await until('the first source', () => isOn(0))
    await signal('ok')
    tvs[0]?.play(file('black'))
    await until('the second source', () => isOn(1))
    const lost = gapMs()
    expect(lost).toBeLessThan(maxChangeGapMs)
    tvs[0]?.play(file('first'))
    await until('the first source again', () => isOn(0))
    expect(gapMs() - lost).toBeLessThan(maxChangeGapMs)
    const kinds = recorder.status().events.map(({ kind, sourceIndex }) => `${kind} ${sourceIndex}`)
    expect(kinds.filter((kind) => kind !== 'picture_ok 0')).toEqual([
      ...['up 0', 'black 0', 'up 1', 'changed 1', 'up 0', 'returned 0'],
    ])
    const reasons = recorder
      .status()
      .events.flatMap(({ kind, words }) => (kind === 'changed' || kind === 'returned' ? [words] : []))
    expect(reasons).toEqual(['the signal of the source before was faulty', 'this source is healthy again'])
  }, 150_000)

  it('does not switch while both are black', async () => {
    const { tvs, recorder, isOn, signal } = await start('both', ['first', 'second'])
    await until('the first source', () => isOn(0))
    for (const tv of tvs) tv.play(file('black'))
    await signal('black')
    await until('the second to be tried', () => (tvs[1]?.connections() ?? 0) > 0)
    await until('it to be left', () => tvs[1]?.connections() === 0)
    expect(recorder.status().source?.index).toBe(0)
  }, 150_000)
})

describe.concurrent('a channel with one source', () => {
  it.each(['black', 'slate', 'frozen', 'silent'] as const)(
    'is marked as %s and recorded further, until it is healthy again',
    async (fault) => {
      const { tvs, recorder, isOn, signal, gapMs } = await start(`marked-${fault}`, ['first'])
      await until('the source', () => isOn(0))
      await signal('ok')
      tvs[0]?.play(file(fault))
      await signal(fault)
      expect(recorder.status().source?.healthy).toBe(false)
      tvs[0]?.play(file('first'))
      await signal('ok')
      expect(gapMs()).toBeLessThan(1000)
      expect(recorder.status().bitsPerSecond).toBeGreaterThan(10_000)
    },
    150_000,
  )
})
