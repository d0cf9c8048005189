/** What a drill says of payments and archives must fail when they are wrong. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import { madeUpInit, madeUpSegment, ticksPerSecond } from '#tests/kit/builders/segments.ts'
import { longestHole, recordedToMs } from './archive-holes.ts'
import { fillTemplate } from './fill-template.ts'
import { TimeAway } from './time-away.ts'

const dir = mkdtempSync(join(tmpdir(), 'drill-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const beginMs = Date.now() - 600_000

/** A channel of one-second segments at these seconds. */
async function record(cid: string, seconds: readonly number[]): Promise<void> {
  const archive = new ChannelArchive({ dir: join(dir, cid), archiveMs: 86_400_000, clock: Date.now })
  const track = { rendition: 'v', kind: 'video', codec: 'avc1.64001F', timescale: ticksPerSecond } as const
  const { number: epoch } = archive.openEpoch({ beginMs, tracks: [{ ...track, init: madeUpInit('video') }] })
  for (const second of seconds) {
    const atMs = beginMs + second * 1000
    const segment = { beginMs: atMs, durationMs: 1000, epoch, bytes: madeUpSegment(atMs, 1000) }
    await archive.rendition('v').append(segment)
  }
  await archive.close()
}

const upTo = (count: number) => Array.from({ length: count }, (_, second) => second)

describe('[DRILL-01] the longest hole of the archives', () => {
  it('is that of the channel that has it', async () => {
    await record('1', upTo(60))
    expect(longestHole(dir, beginMs, beginMs + 60_000)).toBe(0)
    await record(
      '2',
      upTo(60).filter((second) => second < 20 || second >= 27),
    )
    expect(longestHole(dir, beginMs, beginMs + 60_000)).toBe(7000)
  })

  it('is all of the time where nothing was recorded, and counts what is missing at the end', async () => {
    await record('3', upTo(30))
    expect(longestHole(dir, beginMs + 40_000, beginMs + 60_000)).toBe(20_000)
    expect(longestHole(dir, beginMs, beginMs + 60_000)).toBe(30_000)
    expect(recordedToMs(dir)).toBe(beginMs + 30_000)
  })
})

describe('[DRILL-01] the time for which viewers could not write', () => {
  it('is the longest one between two successes, and counts up to now', () => {
    const away = new TimeAway()
    away.begin(1000)
    for (const atMs of [1200, 1300, 4300, 4400]) away.succeeded('pay', 'writes', atMs)
    expect(away.longestMs('writes', 4500)).toBe(3000)
    expect(away.longestMs('writes', 9400)).toBe(5000)
    away.begin(9400)
    expect(away.longestMs('writes', 9500)).toBe(100)
  })

  it('is not shortened by a request that began earlier and ended before another one', () => {
    const away = new TimeAway()
    away.begin(0)
    for (const atMs of [2000, 1500]) away.succeeded('home', 'reads', atMs)
    expect(away.longestMs('reads', 2100)).toBe(2000)
  })

  it('is that of the worst kind: files of the site do not stand for the API', () => {
    const away = new TimeAway()
    away.begin(0)
    for (const atMs of [100, 5100, 9900]) away.succeeded('list', 'reads', atMs)
    for (let atMs = 0; atMs < 10_000; atMs += 10) away.succeeded('home', 'reads', atMs)
    expect(away.longestMs('reads', 10_000)).toBe(5000)
  })
})

describe('[DRILL-01] a file for operators', () => {
  it('has a place for each value, and a value for each place', () => {
    const values = { first: 'db-1', second: 'db-2', first_address: 'a', second_address: 'b' }
    const ports = { port: 5432, rest_port: 8008, primary_port: 5000, standby_port: 5001 }
    expect(fillTemplate('haproxy.cfg', { ...values, ...ports })).toContain('server db-2 b:5432')
    expect(() => fillTemplate('haproxy.cfg', values)).toThrow('haproxy.cfg: no value of rest_port')
    expect(() => fillTemplate('haproxy.cfg', { ...values, ...ports, more: 1 })).toThrow('no place for more')
  })
})
