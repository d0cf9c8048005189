import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { madeUpInit, madeUpSegment, TICKS_PER_SECOND } from '#tests/kit/made-up-segments.ts'
import { ArchiveReporter } from './archive-report.ts'
import { ChannelArchive } from './channel-archive.ts'
import { forecast } from './forecast.ts'
import { keepFreeSpace } from './free-space.ts'
import { DAY_MS, FLAG_REBASE, SEED_FILE } from './index-record.ts'
import { ArchiveKeeper } from './keep-archive.ts'
import { giveUpRecordings, LeftBehind } from './left-behind.ts'
import { RetentionClock } from './retention-clock.ts'

const root = mkdtempSync(join(tmpdir(), 'retention-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let folders = 0

function fresh(): string {
  return join(root, String(folders++))
}

const BEGIN = 20_000 * DAY_MS
const HOUR = 3_600_000
const MINUTE = 60_000
const HOURS = 12
const END = BEGIN + HOURS * HOUR

async function recorded(dir: string, clock: () => number, archiveMs = DAY_MS): Promise<ChannelArchive> {
  const archive = new ChannelArchive({ dir, archiveMs, clock })
  const track = { rendition: 'v', kind: 'video', codec: 'avc1.64001F', timescale: TICKS_PER_SECOND } as const
  const epoch = archive.openEpoch({
    beginMs: BEGIN,
    tracks: [{ ...track, init: madeUpInit('video') }],
  }).number
  for (let at = 0; at < HOURS * 60; at++) {
    const beginMs = BEGIN + at * MINUTE
    // Half an hour is missing.
    if (at >= 300 && at < 330) continue
    await archive
      .rendition('v')
      .append({ beginMs, durationMs: MINUTE, epoch, bytes: madeUpSegment(beginMs, MINUTE) })
  }
  return archive
}

function mediaFiles(dir: string): string[] {
  return readdirSync(join(dir, 'v')).filter((name) => name.endsWith('.m4s'))
}

/** A chunk takes a block on disk. */
function used(dirs: readonly string[]): number {
  return dirs.reduce(
    (sum, dir) =>
      sum + mediaFiles(dir).reduce((all, name) => all + statSync(join(dir, 'v', name)).blocks * 512, 0),
    0,
  )
}

function has(archive: ChannelArchive, fromMs: number, toMs: number): boolean {
  return archive.hasAnything(fromMs, toMs)
}

describe('a disk that fills', () => {
  it('takes the oldest of all channels together, stops when there is room, and keeps what is protected', async () => {
    const dirs = [fresh(), fresh()]
    const archives = await Promise.all(dirs.map((dir) => recorded(dir, () => END)))
    const [one, two] = archives
    const fragment = { beginMs: BEGIN + 60 * MINUTE, endMs: BEGIN + 70 * MINUTE, name: 'a goal' }
    expect(one?.fragments.add(fragment)).toEqual({ kind: 'protected' })
    const total = used(dirs) + 40_000
    const made = await keepFreeSpace(archives, {
      floorBytes: 40_000 + used(dirs) / 2,
      nowMs: END,
      freeBytes: async () => total - used(dirs),
    })
    expect(made).toMatchObject({ isEnough: true, protected: { files: 0 } })
    expect(total - used(dirs)).toBeGreaterThanOrEqual(40_000)
    // Both gave up the same hours.
    for (const archive of archives) {
      expect(has(archive, END - HOUR, END)).toBe(true)
      expect(has(archive, BEGIN, BEGIN + 50 * MINUTE)).toBe(false)
    }
    expect(Math.abs((one?.oldestFileMs() ?? 0) - (two?.oldestFileMs() ?? 0))).toBeLessThanOrEqual(10 * MINUTE)
    expect(one && has(one, fragment.beginMs, fragment.endMs)).toBe(true)
    expect(two && has(two, fragment.beginMs, fragment.endMs)).toBe(false)
    await Promise.all(archives.map((archive) => archive.close()))
  })

  it('takes protected fragments only when nothing else is left, and never the last hour', async () => {
    const dir = fresh()
    const archive = await recorded(dir, () => END)
    archive.fragments.add({ beginMs: BEGIN, endMs: BEGIN + HOUR, name: 'kept' })
    const options = { floorBytes: 1e12, nowMs: END, freeBytes: async () => 0 }
    const made = await keepFreeSpace([archive], options)
    expect(made.isEnough).toBe(false)
    expect(made.ordinary.files).toBeGreaterThan(40)
    expect(made.protected.files).toBeGreaterThan(0)
    expect(has(archive, BEGIN, END - 90 * MINUTE)).toBe(false)
    expect(has(archive, END - HOUR, END)).toBe(true)
    await archive.close()
  })
})

describe('the housekeeping', () => {
  it('follows a clock that jumped ahead no faster than twice the time, and a right one at once', () => {
    let [wall, steady] = [END, 0]
    const clock = new RetentionClock({ clock: () => wall, steady: () => steady }, END)
    wall = END + 400 * DAY_MS
    steady = MINUTE
    expect(clock.nowMs()).toBe(END + 2 * MINUTE)
    expect(clock.disbelievedMs).toBeGreaterThan(399 * DAY_MS)
    wall = END + 90_000
    steady += 30_000
    expect(clock.nowMs()).toBe(END + 90_000)
    // A machine that was off for a week is believed within half a week.
    const later = new RetentionClock({ clock: () => END + 7 * DAY_MS, steady: () => steady }, END)
    expect(later.nowMs()).toBe(END + DAY_MS)
    steady += 3 * DAY_MS
    expect(later.nowMs()).toBe(END + 7 * DAY_MS)
  })

  it('deletes nothing because the clock jumped, gives up by depth, and says loudly what it could not help', async () => {
    const live = fresh()
    mkdirSync(live)
    let [wall, steady, free] = [END, 0, 1e9]
    const archive = await recorded(join(live, 'on'), () => wall, 6 * HOUR)
    await (await recorded(join(live, 'off'), () => wall)).close()
    writeFileSync(join(live, 'not a channel'), '')
    const leftBehind = new LeftBehind(live, () => wall)
    const said: string[] = []
    const limits: unknown[] = []
    const say = (event: string, fields: object): void => {
      said.push(event)
      if ('limit' in fields) limits.push(fields.limit)
    }
    const recordedNow = new Map([['on', archive]])
    const keeper = new ArchiveKeeper({
      archives: () => recordedNow,
      leftBehind: () => leftBehind.archives(recordedNow),
      removeDeleted: () => leftBehind.removeDeleted(recordedNow),
      clock: () => wall,
      steady: () => steady,
      floorBytes: 1e6,
      space: async () => ({ freeBytes: free, totalBytes: 2e9 }),
      log: { info: say, warn: say, error: say },
    })
    await keeper.once()
    expect(said).toEqual(['archive.retention'])
    expect(archive.oldestFileMs()).toBeGreaterThanOrEqual(END - 6 * HOUR - 12 * MINUTE)
    const files = mediaFiles(join(live, 'on')).length
    wall = END + 5000 * DAY_MS
    steady += 2 * MINUTE
    await keeper.once()
    // Twice the two minutes that really passed may be one file.
    expect(mediaFiles(join(live, 'on')).length).toBeGreaterThanOrEqual(files - 1)
    expect(said).toContain('archive.clock_jumped')
    wall = END + 4 * MINUTE
    free = 0
    steady += 2 * MINUTE
    await keeper.once()
    // A channel that is switched off gives its share too.
    expect(mediaFiles(join(live, 'off')).length).toBeLessThan(10)
    expect(said).toContain('archive.disk_full')
    // Which of the two limits acts: the setting, since three minutes of this recording take less.
    expect(new Set(limits)).toEqual(new Set(['the free space that is asked for (EKRAN_FREE_SPACE_GB)']))
    await archive.close()
  })

  it('[OPS-01] removes what a deleted channel left, once nobody records it any more, and nothing else', async () => {
    const store = fresh()
    const live = join(store, 'live')
    mkdirSync(live, { recursive: true })
    const clock = () => END
    const on = await recorded(join(live, '1'), clock)
    const gone = await recorded(join(live, '2'), clock)
    gone.fragments.add({ beginMs: BEGIN, endMs: BEGIN + HOUR, name: 'the match' })
    await (await recorded(join(live, '3'), clock)).close()
    const leftBehind = new LeftBehind(live, clock)
    const recordedNow = new Map([
      ['1', on],
      ['2', gone],
    ])
    const said: object[] = []
    const keeper = new ArchiveKeeper({
      archives: () => recordedNow,
      leftBehind: () => leftBehind.archives(recordedNow),
      removeDeleted: () => leftBehind.removeDeleted(recordedNow),
      clock,
      steady: () => 0,
      floorBytes: 1e6,
      space: async () => ({ freeBytes: 1e9, totalBytes: 2e9 }),
      log: { info: (event, fields) => said.push({ event, ...fields }), warn: () => 0, error: () => 0 },
    })
    expect(await giveUpRecordings(store, '2')).toBe(true)
    expect(await giveUpRecordings(store, '9')).toBe(false)
    // The recorder has not heard of it yet.
    for (let look = 0; look < 3; look++) await keeper.once()
    expect(readdirSync(live)).toEqual(['1', '2', '3'])
    recordedNow.delete('2')
    await gone.close()
    await keeper.once()
    expect(leftBehind.archives(recordedNow)).toHaveLength(1)
    await keeper.once()
    expect(readdirSync(live)).toEqual(['1', '3'])
    expect(said).toContainEqual({ event: 'archive.removed', channels: ['2'] })
    await on.close()
  })

  it('looks after the disk also when what a deleted channel left cannot be removed', async () => {
    const dir = fresh()
    const archive = await recorded(dir, () => END, 6 * HOUR)
    const said: string[] = []
    const say = (event: string) => said.push(event)
    const keeper = new ArchiveKeeper({
      archives: () => new Map([['1', archive]]),
      leftBehind: () => [],
      removeDeleted: () => Promise.reject(new Error('EACCES')),
      clock: () => END,
      steady: () => 0,
      floorBytes: 1e6,
      space: async () => ({ freeBytes: 0, totalBytes: 2e9 }),
      log: { info: say, warn: say, error: say },
    })
    const before = mediaFiles(dir).length
    await keeper.once()
    expect(mediaFiles(dir).length).toBeLessThan(before)
    expect(said).toContain('archive.not_removed')
    await archive.close()
  })
})

describe('protected fragments', () => {
  it('outlive the depth, play beyond it, and go when they are let go', async () => {
    const dir = fresh()
    let now = END
    const archive = await recorded(dir, () => now)
    const [from, to] = [BEGIN + 95 * MINUTE, BEGIN + 130 * MINUTE]
    expect(archive.fragments.add({ beginMs: from, endMs: to, name: 'the match' }).kind).toBe('protected')
    expect(archive.fragments.add({ beginMs: to, endMs: from, name: '' })).toMatchObject({ kind: 'refused' })
    expect(archive.fragments.add({ beginMs: 0, endMs: 25 * HOUR, name: '' })).toMatchObject({
      kind: 'refused',
    })
    now = END + 10 * DAY_MS
    archive.forget()
    expect(mediaFiles(dir).length).toBeLessThanOrEqual(6)
    // Another process, which never saw it being protected, plays the same.
    const reader = new ChannelArchive({ dir, archiveMs: DAY_MS, clock: () => now, role: 'reads' })
    for (const one of [archive, reader]) {
      expect(one.hasAnything(BEGIN, BEGIN + 80 * MINUTE)).toBe(false)
      expect(one.hasAnything(END - HOUR, END)).toBe(false)
      const shown = one.window('v', BEGIN, END)
      expect(shown.map(({ beginMs, gap }) => [beginMs, gap])).toEqual(
        Array.from({ length: 35 }, (_, at) => [from + at * MINUTE, false]),
      )
      expect(await one.segmentBytes('v', from, 1)).toEqual(madeUpSegment(from, MINUTE))
      // In a file that is kept, but not in the fragment.
      expect(await one.segmentBytes('v', from - 3 * MINUTE, 1)).toBeUndefined()
      expect(one.oldestMs(from + MINUTE)).toBe(from)
      expect(one.oldestMs(BEGIN)).toBe(from)
      expect(one.oldestMs()).toBeGreaterThanOrEqual(now - DAY_MS)
      expect(one.fragments.all).toEqual([{ beginMs: from, endMs: to, name: 'the match' }])
    }
    expect(archive.fragments.remove(from, to)).toBe(true)
    expect(archive.fragments.remove(from, to)).toBe(false)
    now += 2000
    archive.forget()
    expect(mediaFiles(dir)).toEqual([])
    expect(readdirSync(join(dir, 'v')).filter((name) => name.endsWith('.idx'))).toEqual([])
    await archive.close()
  })

  it('count by the name of their file alone, when what is in it was lost', () => {
    const dir = fresh()
    mkdirSync(join(dir, 'protected'), { recursive: true })
    writeFileSync(join(dir, 'protected', '1000-2000.json'), '{"na')
    writeFileSync(join(dir, 'protected', 'notes.txt'), '')
    const archive = new ChannelArchive({ dir, archiveMs: DAY_MS, clock: () => END })
    expect(archive.fragments.all).toEqual([{ beginMs: 1000, endMs: 2000, name: '' }])
  })
})

describe('the forecast', () => {
  const channel = fc.record({
    depthMs: fc.integer({ min: HOUR, max: 14 * DAY_MS }),
    reachedShare: fc.double({ min: 0, max: 1, noNaN: true }),
    bytesPerHour: fc.integer({ min: 1, max: 2e9 }),
  })

  it('agrees with a disk that is filled hour by hour', () => {
    fc.assert(
      fc.property(
        fc.array(channel, { minLength: 1, maxLength: 6 }),
        fc.double({ min: 0, max: 1.5, noNaN: true }),
        (list, room) => {
          const facts = list.map(({ depthMs, reachedShare, bytesPerHour }, at) => {
            const reachedMs = Math.floor(depthMs * reachedShare)
            const bytes = (bytesPerHour * reachedMs) / HOUR
            return { channelId: String(at), depthMs, reachedMs, bytesPerHour, bytes }
          })
          const needed = facts.reduce((sum, one) => sum + (one.bytesPerHour * one.depthMs) / HOUR, 0)
          const held = facts.reduce((sum, one) => sum + one.bytes, 0)
          const freeBytes = Math.max(1, needed * room - held)
          const found = forecast(facts, { freeBytes, floorBytes: 0 })
          const kept = facts.reduce(
            (sum, one) => sum + (one.bytesPerHour * (found.depthExpectedMs.get(one.channelId) ?? 0)) / HOUR,
            0,
          )
          expect(kept).toBeLessThanOrEqual(found.bytesAvailable * 1.000001)
          // Either all have their depth, or all that there is is used.
          if (kept < needed * 0.999999) expect(kept).toBeGreaterThan(found.bytesAvailable * 0.999999)
          const at = found.fullInMs
          const takenBy = (ms: number): number =>
            facts.reduce(
              (sum, one) => sum + (one.bytesPerHour * Math.min(ms, one.depthMs - one.reachedMs)) / HOUR,
              0,
            )
          if (at === undefined) expect(takenBy(100 * DAY_MS)).toBeLessThanOrEqual(freeBytes * 1.000001)
          else expect(takenBy(at) / freeBytes).toBeCloseTo(1, 5)
        },
      ),
    )
  })

  it('is reported with holes, bytes and depths, and again at the cost of what came since', async () => {
    const dir = fresh()
    const archive = await recorded(dir, () => END)
    archive.fragments.add({ beginMs: BEGIN, endMs: BEGIN + 5 * MINUTE, name: 'x' })
    const reporter = new ArchiveReporter()
    const archives = new Map([['7', archive]])
    const disk = { freeBytes: 1e9, totalBytes: 2e9, floorBytes: 1e8 }
    const report = await reporter.report(archives, disk, END)
    const size = madeUpSegment(BEGIN, MINUTE).length
    expect(report.channels).toMatchObject([
      {
        channelId: '7',
        // Behind the file that is kept for the fragment.
        oldestMs: BEGIN + 10 * MINUTE,
        newestMs: END,
        bytes: size * (HOURS * 60 - 30),
        bytesPerDay: size * 60 * 24,
        holesOfDay: { count: 1, ms: 30 * MINUTE },
        holesOfWeek: { count: 1, ms: 30 * MINUTE },
        depthAskedMs: DAY_MS,
        depthExpectedMs: DAY_MS,
        fragments: [{ name: 'x' }],
      },
    ])
    expect(report.channels[0]?.protectedBytes).toBeGreaterThan(0)
    expect(report).toMatchObject({
      bytesPerHour: size * 60,
      bytesNeeded: size * 60 * 24,
      hoursLeft: undefined,
    })
    const later = await reporter.report(archives, { ...disk, freeBytes: 1e8 + 600 * size }, END + 2 * HOUR)
    // Nothing came for two hours: a hole that is still open.
    expect(later.channels[0]?.holesOfDay).toEqual({ count: 2, ms: 150 * MINUTE })
    expect(later.hoursLeft).toBeCloseTo(10, 5)
    await archive.close()
  })

  it('[OPS-03] is reported anew when records were laid between those it has summed up', async () => {
    const archive = await recorded(fresh(), () => END)
    const reporter = new ArchiveReporter()
    const archives = new Map([['7', archive]])
    const disk = { freeBytes: 1e9, totalBytes: 2e9, floorBytes: 1e8 }
    const before = await reporter.report(archives, disk, END)
    expect(before.channels[0]?.holesOfDay).toEqual({ count: 1, ms: 30 * MINUTE })
    const [like] = archive.rendition('v').window(BEGIN, BEGIN + MINUTE)
    if (like === undefined) throw new Error('nothing was recorded')
    await archive.rendition('v').insertSeed(
      Array.from({ length: 30 }, (_, at) => ({
        ...like,
        ...{ beginMs: BEGIN + (300 + at) * MINUTE, file: SEED_FILE, flags: FLAG_REBASE, extra: 0 },
      })),
    )
    const after = await reporter.report(archives, disk, END)
    expect(after.channels[0]?.holesOfDay).toEqual({ count: 0, ms: 0 })
    expect(after.channels[0]?.bytes).toBe(before.channels[0]?.bytes)
    await archive.close()
  })
})
