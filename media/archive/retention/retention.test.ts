import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { madeUpInit, madeUpSegment, ticksPerSecond } from '#tests/kit/builders/segments.ts'
import { ArchiveReporter } from './archive-report.ts'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import { forecast } from './forecast.ts'
import { ensureFreeSpace } from './free-space.ts'
import { dayMs, flagRebase, seedFile } from '#media/archive/index/index-record.ts'
import { ArchiveHousekeeping } from './archive-housekeeping.ts'
import { removeRecordings, RemovedChannels } from './removed-channels.ts'
import { RetentionClock } from './retention-clock.ts'

const root = mkdtempSync(join(tmpdir(), 'retention-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let folders = 0

function fresh(): string {
  return join(root, String(folders++))
}

const startMs = 20_000 * dayMs
const hourMs = 3_600_000
const minuteMs = 60_000
const hours = 12
const end = startMs + hours * hourMs

async function recorded(dir: string, clock: () => number, archiveMs = dayMs): Promise<ChannelArchive> {
  const archive = new ChannelArchive({ dir, archiveMs, clock })
  const track = { rendition: 'v', kind: 'video', codec: 'avc1.64001F', timescale: ticksPerSecond } as const
  const epoch = archive.openEpoch({
    beginMs: startMs,
    tracks: [{ ...track, init: madeUpInit('video') }],
  }).number
  for (let at = 0; at < hours * 60; at++) {
    const beginMs = startMs + at * minuteMs
    // Half an hour is missing.
    if (at >= 300 && at < 330) continue
    await archive
      .rendition('v')
      .append({ beginMs, durationMs: minuteMs, epoch, bytes: madeUpSegment(beginMs, minuteMs) })
  }
  return archive
}

function mediaFiles(dir: string): string[] {
  return readdirSync(join(dir, 'v')).filter((name) => name.endsWith('.m4s'))
}

/** A chunk needs one block on disk. */
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

describe('a full disk', () => {
  it('deletes the oldest of all channels, stops when there is space, and keeps protected fragments', async () => {
    const dirs = [fresh(), fresh()]
    const archives = await Promise.all(dirs.map((dir) => recorded(dir, () => end)))
    const [one, two] = archives
    const fragment = { beginMs: startMs + 60 * minuteMs, endMs: startMs + 70 * minuteMs, name: 'a goal' }
    expect(one?.fragments.add(fragment)).toEqual({ kind: 'protected' })
    const total = used(dirs) + 40_000
    const made = await ensureFreeSpace(archives, {
      floorBytes: 40_000 + used(dirs) / 2,
      nowMs: end,
      freeBytes: async () => total - used(dirs),
    })
    expect(made).toMatchObject({ isEnough: true, protected: { files: 0 } })
    expect(total - used(dirs)).toBeGreaterThanOrEqual(40_000)
    // Both lost the same hours.
    for (const archive of archives) {
      expect(has(archive, end - hourMs, end)).toBe(true)
      expect(has(archive, startMs, startMs + 50 * minuteMs)).toBe(false)
    }
    expect(Math.abs((one?.oldestFileMs() ?? 0) - (two?.oldestFileMs() ?? 0))).toBeLessThanOrEqual(
      10 * minuteMs,
    )
    expect(one && has(one, fragment.beginMs, fragment.endMs)).toBe(true)
    expect(two && has(two, fragment.beginMs, fragment.endMs)).toBe(false)
    await Promise.all(archives.map((archive) => archive.close()))
  })

  it('deletes the oldest of all processes on it first, and nothing protected while one has something else', async () => {
    const dirs = [fresh(), fresh(), fresh()]
    const archives = await Promise.all(dirs.map((dir) => recorded(dir, () => end)))
    const [small, ...many] = archives
    if (small === undefined) throw new Error('there is no archive')
    small.files.forget(startMs + 6 * hourMs, false, 'local')
    const oldestMs = small.oldestFileMs()
    expect(oldestMs).toBeGreaterThan(startMs + 5 * hourMs)
    const fragment = { beginMs: end - 4 * hourMs, endMs: end - 3 * hourMs, name: 'a goal' }
    expect(small.fragments.add(fragment)).toEqual({ kind: 'protected' })
    const total = used(dirs)
    const free = { nowMs: end, freeBytes: async () => total - used(dirs) }
    const alone = await ensureFreeSpace([small], { ...free, floorBytes: total / 3, others: many })
    expect(alone).toMatchObject({ waitsForOthers: true, isEnough: false, ordinary: { files: 0 } })
    const both = await ensureFreeSpace(many, { ...free, floorBytes: total / 3, others: [small] })
    expect(both).toMatchObject({ waitsForOthers: false, isEnough: true })
    expect(small.oldestFileMs()).toBe(oldestMs)
    // Both in turn, as their timers do: the same hours go everywhere, and nothing protected.
    const more = { ...free, floorBytes: (total * 2) / 3 }
    for (let turn = 0; turn < 100; turn++) {
      const [own, others] = turn % 2 === 0 ? [[small], many] : [many, [small]]
      const made = await ensureFreeSpace(own, { ...more, others })
      expect(made.protected.files).toBe(0)
      if (made.isEnough) break
    }
    expect(total - used(dirs)).toBeGreaterThanOrEqual(more.floorBytes)
    const oldest = archives.map((archive) => archive.files.oldestLocalMs('ordinary'))
    expect(Math.max(...oldest) - Math.min(...oldest)).toBeLessThanOrEqual(20 * minuteMs)
    expect(has(small, fragment.beginMs, fragment.endMs)).toBe(true)
    // Too much is wanted: protected fragments go only when nobody has anything else.
    const all = { ...free, floorBytes: total * 2 }
    expect(await ensureFreeSpace([small], { ...all, others: many })).toMatchObject({
      ...{ waitsForOthers: true, protected: { files: 0 } },
    })
    await ensureFreeSpace(many, { ...all, others: [] })
    const last = await ensureFreeSpace([small], { ...all, others: many })
    expect([last.waitsForOthers, last.protected.files > 0]).toEqual([false, true])
    await Promise.all(archives.map((archive) => archive.close()))
  })

  it('deletes protected fragments only when nothing else is left, and never the last hour', async () => {
    const dir = fresh()
    const archive = await recorded(dir, () => end)
    archive.fragments.add({ beginMs: startMs, endMs: startMs + hourMs, name: 'kept' })
    const options = { floorBytes: 1e12, nowMs: end, freeBytes: async () => 0 }
    const made = await ensureFreeSpace([archive], options)
    expect(made.isEnough).toBe(false)
    expect(made.ordinary.files).toBeGreaterThan(40)
    expect(made.protected.files).toBeGreaterThan(0)
    expect(has(archive, startMs, end - 90 * minuteMs)).toBe(false)
    expect(has(archive, end - hourMs, end)).toBe(true)
    await archive.close()
  })
})

describe('archive housekeeping', () => {
  it('follows a clock that jumped ahead at no more than twice real speed, and a correct one at once', () => {
    let [wall, steady] = [end, 0]
    const clock = new RetentionClock({ clock: () => wall, steady: () => steady }, end)
    wall = end + 400 * dayMs
    steady = minuteMs
    expect(clock.nowMs()).toBe(end + 2 * minuteMs)
    expect(clock.disbelievedMs).toBeGreaterThan(399 * dayMs)
    wall = end + 90_000
    steady += 30_000
    expect(clock.nowMs()).toBe(end + 90_000)
    // A machine that was off for a week is trusted within half a week.
    const later = new RetentionClock({ clock: () => end + 7 * dayMs, steady: () => steady }, end)
    expect(later.nowMs()).toBe(end + dayMs)
    steady += 3 * dayMs
    expect(later.nowMs()).toBe(end + 7 * dayMs)
  })

  it('deletes nothing after a clock jump, deletes by depth, and logs what it cannot free', async () => {
    const live = fresh()
    mkdirSync(live)
    let [wall, steady, free] = [end, 0, 1e9]
    const archive = await recorded(join(live, 'on'), () => wall, 6 * hourMs)
    await (await recorded(join(live, 'off'), () => wall)).close()
    writeFileSync(join(live, 'not a channel'), '')
    const leftBehind = new RemovedChannels({ liveDir: live, clock: () => wall })
    const said: string[] = []
    const limits: unknown[] = []
    const say = (event: string, fields: object): void => {
      said.push(event)
      if ('limit' in fields) limits.push(fields.limit)
    }
    const recordedNow = new Map([['on', archive]])
    const keeper = new ArchiveHousekeeping({
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
    expect(said).toEqual(['archive.expired_deleted'])
    expect(archive.oldestFileMs()).toBeGreaterThanOrEqual(end - 6 * hourMs - 12 * minuteMs)
    const files = mediaFiles(join(live, 'on')).length
    wall = end + 5000 * dayMs
    steady += 2 * minuteMs
    await keeper.once()
    // Twice the two minutes that really passed may span one file.
    expect(mediaFiles(join(live, 'on')).length).toBeGreaterThanOrEqual(files - 1)
    expect(said).toContain('archive.clock_jumped')
    wall = end + 4 * minuteMs
    free = 0
    steady += 2 * minuteMs
    await keeper.once()
    // A disabled channel loses its share too.
    expect(mediaFiles(join(live, 'off')).length).toBeLessThan(10)
    expect(said).toContain('archive.disk_full')
    // The limit that applies is the setting, since three minutes of this recording need less.
    expect(new Set(limits)).toEqual(new Set(['free_space_setting']))
    await archive.close()
  })

  it('[OPS-01] deletes only the recordings of a removed channel, after its recorder stopped', async () => {
    const store = fresh()
    const live = join(store, 'live')
    mkdirSync(live, { recursive: true })
    const clock = () => end
    const on = await recorded(join(live, '1'), clock)
    const gone = await recorded(join(live, '2'), clock)
    gone.fragments.add({ beginMs: startMs, endMs: startMs + hourMs, name: 'the match' })
    await (await recorded(join(live, '3'), clock)).close()
    const leftBehind = new RemovedChannels({ liveDir: live, clock })
    const recordedNow = new Map([
      ['1', on],
      ['2', gone],
    ])
    const said: object[] = []
    const keeper = new ArchiveHousekeeping({
      archives: () => recordedNow,
      leftBehind: () => leftBehind.archives(recordedNow),
      removeDeleted: () => leftBehind.removeDeleted(recordedNow),
      clock,
      steady: () => 0,
      floorBytes: 1e6,
      space: async () => ({ freeBytes: 1e9, totalBytes: 2e9 }),
      log: { info: (event, fields) => said.push({ event, ...fields }), warn: () => 0, error: () => 0 },
    })
    expect(await removeRecordings(store, '2')).toBe(true)
    expect(await removeRecordings(store, '9')).toBe(false)
    // The recorder has not been notified yet.
    for (let look = 0; look < 3; look++) await keeper.once()
    expect(readdirSync(live)).toEqual(['1', '2', '3'])
    recordedNow.delete('2')
    await gone.close()
    await keeper.once()
    expect(leftBehind.archives(recordedNow)).toHaveLength(1)
    await keeper.once()
    expect(readdirSync(live)).toEqual(['1', '3'])
    expect(said).toContainEqual({ event: 'archive.channels_deleted', channels: ['2'] })
    await on.close()
  })

  it('keeps disk space free also when the recordings of a removed channel cannot be deleted', async () => {
    const dir = fresh()
    const archive = await recorded(dir, () => end, 6 * hourMs)
    const said: string[] = []
    const say = (event: string) => said.push(event)
    const keeper = new ArchiveHousekeeping({
      archives: () => new Map([['1', archive]]),
      leftBehind: () => [],
      removeDeleted: () => Promise.reject(new Error('EACCES')),
      clock: () => end,
      steady: () => 0,
      floorBytes: 1e6,
      space: async () => ({ freeBytes: 0, totalBytes: 2e9 }),
      log: { info: say, warn: say, error: say },
    })
    const before = mediaFiles(dir).length
    await keeper.once()
    expect(mediaFiles(dir).length).toBeLessThan(before)
    expect(said).toContain('archive.delete_failed')
    await archive.close()
  })
})

describe('protected fragments', () => {
  it('stay beyond the depth, can be played, and are deleted after protection ends', async () => {
    const dir = fresh()
    let now = end
    const archive = await recorded(dir, () => now)
    const [from, to] = [startMs + 95 * minuteMs, startMs + 130 * minuteMs]
    expect(archive.fragments.add({ beginMs: from, endMs: to, name: 'the match' }).kind).toBe('protected')
    expect(archive.fragments.add({ beginMs: to, endMs: from, name: '' })).toMatchObject({ kind: 'refused' })
    expect(archive.fragments.add({ beginMs: 0, endMs: 25 * hourMs, name: '' })).toMatchObject({
      kind: 'refused',
    })
    now = end + 10 * dayMs
    archive.forget()
    expect(mediaFiles(dir).length).toBeLessThanOrEqual(6)
    // Another process, which did not protect it, serves the same.
    const reader = new ChannelArchive({ dir, archiveMs: dayMs, clock: () => now, role: 'reads' })
    for (const one of [archive, reader]) {
      expect(one.hasAnything(startMs, startMs + 80 * minuteMs)).toBe(false)
      expect(one.hasAnything(end - hourMs, end)).toBe(false)
      const shown = one.window('v', startMs, end)
      expect(shown.map(({ beginMs, gap }) => [beginMs, gap])).toEqual(
        Array.from({ length: 35 }, (_, at) => [from + at * minuteMs, false]),
      )
      expect(await one.segmentBytes('v', from, 1)).toEqual(madeUpSegment(from, minuteMs))
      // In a file that is kept, but outside the fragment.
      expect(await one.segmentBytes('v', from - 3 * minuteMs, 1)).toBeUndefined()
      expect(one.oldestMs(from + minuteMs)).toBe(from)
      expect(one.oldestMs(startMs)).toBe(from)
      expect(one.oldestMs()).toBeGreaterThanOrEqual(now - dayMs)
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

  it('stay protected by their file name when the file’s content is lost', () => {
    const dir = fresh()
    mkdirSync(join(dir, 'protected'), { recursive: true })
    writeFileSync(join(dir, 'protected', '1000-2000.json'), '{"na')
    writeFileSync(join(dir, 'protected', 'notes.txt'), '')
    const archive = new ChannelArchive({ dir, archiveMs: dayMs, clock: () => end })
    expect(archive.fragments.all).toEqual([{ beginMs: 1000, endMs: 2000, name: '' }])
  })
})

describe('the forecast', () => {
  const channel = fc.record({
    depthMs: fc.integer({ min: hourMs, max: 14 * dayMs }),
    reachedShare: fc.double({ min: 0, max: 1, noNaN: true }),
    bytesPerHour: fc.integer({ min: 1, max: 2e9 }),
  })

  it('matches a disk that is filled hour by hour', () => {
    fc.assert(
      fc.property(
        fc.array(channel, { minLength: 1, maxLength: 6 }),
        fc.double({ min: 0, max: 1.5, noNaN: true }),
        (list, room) => {
          const facts = list.map(({ depthMs, reachedShare, bytesPerHour }, at) => {
            const reachedMs = Math.floor(depthMs * reachedShare)
            const bytes = (bytesPerHour * reachedMs) / hourMs
            return { channelId: String(at), depthMs, reachedMs, bytesPerHour, bytes }
          })
          const needed = facts.reduce((sum, one) => sum + (one.bytesPerHour * one.depthMs) / hourMs, 0)
          const stored = facts.reduce((sum, one) => sum + one.bytes, 0)
          const freeBytes = Math.max(1, needed * room - stored)
          const expected = forecast(facts, { freeBytes, floorBytes: 0 })
          const retained = facts.reduce(
            (sum, one) =>
              sum + (one.bytesPerHour * (expected.depthExpectedMs.get(one.channelId) ?? 0)) / hourMs,
            0,
          )
          expect(retained).toBeLessThanOrEqual(expected.bytesAvailable * 1.000001)
          // Either all reach their depth, or all available space is used.
          if (retained < needed * 0.999999)
            expect(retained).toBeGreaterThan(expected.bytesAvailable * 0.999999)
          const at = expected.fullInMs
          const takenBy = (ms: number): number =>
            facts.reduce(
              (sum, one) => sum + (one.bytesPerHour * Math.min(ms, one.depthMs - one.reachedMs)) / hourMs,
              0,
            )
          if (at === undefined) expect(takenBy(100 * dayMs)).toBeLessThanOrEqual(freeBytes * 1.000001)
          else expect(takenBy(at) / freeBytes).toBeCloseTo(1, 5)
        },
      ),
    )
  })

  it('reports holes, bytes and depths, and reads only new records the next time', async () => {
    const dir = fresh()
    const archive = await recorded(dir, () => end)
    archive.fragments.add({ beginMs: startMs, endMs: startMs + 5 * minuteMs, name: 'x' })
    const reporter = new ArchiveReporter()
    const archives = new Map([['7', archive]])
    const disk = { freeBytes: 1e9, totalBytes: 2e9, floorBytes: 1e8 }
    const report = await reporter.report(archives, disk, end)
    const size = madeUpSegment(startMs, minuteMs).length
    expect(report.channels).toMatchObject([
      {
        channelId: '7',
        // After the file that is kept for the protected fragment.
        oldestMs: startMs + 10 * minuteMs,
        newestMs: end,
        bytes: size * (hours * 60 - 30),
        bytesPerDay: size * 60 * 24,
        holesOfDay: { count: 1, ms: 30 * minuteMs },
        holesOfWeek: { count: 1, ms: 30 * minuteMs },
        depthConfiguredMs: dayMs,
        depthExpectedMs: dayMs,
        fragments: [{ name: 'x' }],
      },
    ])
    expect(report.channels[0]?.protectedBytes).toBeGreaterThan(0)
    expect(report).toMatchObject({
      bytesPerHour: size * 60,
      bytesNeeded: size * 60 * 24,
      hoursLeft: undefined,
    })
    const later = await reporter.report(archives, { ...disk, freeBytes: 1e8 + 600 * size }, end + 2 * hourMs)
    // No data for two hours: an open hole.
    expect(later.channels[0]?.holesOfDay).toEqual({ count: 2, ms: 150 * minuteMs })
    expect(later.hoursLeft).toBeCloseTo(10, 5)
    await archive.close()
  })

  it('[OPS-03] is recalculated when records were inserted between counted ones', async () => {
    const archive = await recorded(fresh(), () => end)
    const reporter = new ArchiveReporter()
    const archives = new Map([['7', archive]])
    const disk = { freeBytes: 1e9, totalBytes: 2e9, floorBytes: 1e8 }
    const before = await reporter.report(archives, disk, end)
    expect(before.channels[0]?.holesOfDay).toEqual({ count: 1, ms: 30 * minuteMs })
    const [like] = archive.rendition('v').window(startMs, startMs + minuteMs)
    if (like === undefined) throw new Error('nothing was recorded')
    await archive.rendition('v').insertRecords(
      Array.from({ length: 30 }, (_, at) => ({
        ...like,
        ...{ beginMs: startMs + (300 + at) * minuteMs, file: seedFile, flags: flagRebase, extra: 0 },
      })),
    )
    const after = await reporter.report(archives, disk, end)
    expect(after.channels[0]?.holesOfDay).toEqual({ count: 0, ms: 0 })
    expect(after.channels[0]?.bytes).toBe(before.channels[0]?.bytes)
    await archive.close()
  })
})
