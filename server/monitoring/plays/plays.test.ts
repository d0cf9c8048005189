import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { PlayFigures } from '#contract/playback/play-quality.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { type EndpointLimits, createEndpointLimits } from '#server/platform/http/endpoints/endpoint-limits.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { playEndpoints } from '#server/api/plays/plays.ts'
import { openPlayCollector, type PlayCollectorDeps } from './play-collector.ts'
import { figuresReader } from '#server/console/plays/play-endpoints.ts'
import { addUpHours, forgetOldPlays } from './age-plays.ts'
import { readFailures, readPlayDays, readPlays } from './play-store.ts'
import { summarise } from './play-summary.ts'
import { noSums, startWithin, troubleOf } from './play-sums.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const hourMs = 3_600_000
const clock = manualClock(Date.UTC(2026, 5, 15, 12, 30, 20))

function words(name: string) {
  return { ru: name, uz: name }
}

const content = {
  television: {
    now: () => ({
      channel: (cid: number) => (cid === 5 ? { cid, number: 12, name: words('Севимли <TV>') } : undefined),
    }),
  },
  catalogue: {
    now: () => ({
      file: (vfid: number) => (vfid === 70 ? { title: { vid: 7 }, file: { vfid } } : undefined),
      title: (vid: number) => (vid === 7 ? { vid, name: words('Абдулладжан') } : undefined),
    }),
  },
} as unknown as Pick<PlayCollectorDeps, 'television' | 'catalogue'>

const opened: { close(): Promise<void> }[] = []

function open({ limits, ...more }: Partial<PlayCollectorDeps> & { readonly limits?: EndpointLimits } = {}) {
  const metrics = createMetrics()
  const playCollector = openPlayCollector({
    ...{ db, clock, log: silentLog, metrics, ...content },
    ...{ networks: { networkOf: () => undefined }, secrets: { passwordPepper: 'p' }, ...more },
  })
  opened.push({
    close: async () => {
      await playCollector.close()
      metrics.close()
    },
  })
  return { ...playCollector, endpoints: playEndpoints({ plays: playCollector, db, clock }, limits), metrics }
}

beforeEach(async () => {
  for (const one of opened.splice(0)) await one.close()
  await db.deleteFrom('play_quality').execute()
  await db.deleteFrom('play_failure').execute()
  await db.deleteFrom('play_network').execute()
})
afterAll(async () => {
  for (const one of opened.splice(0)) await one.close()
})

function figures(more: Partial<PlayFigures> = {}): PlayFigures {
  return {
    kind: 'live',
    id: 5,
    begun: 1,
    start_ms: 600,
    abandoned: 0,
    played_ms: 60_000,
    stalls: 0,
    stalled_ms: 0,
    rated_ms: 60_000,
    bits_per_second: 2_000_000,
    height: 720,
    switches: 0,
    ...more,
  }
}

function report(fixture: ReturnType<typeof open>, plays: readonly PlayFigures[], device = 'tv') {
  return ask(
    fixture.endpoints,
    'playQuality.report',
    { device_kind: device, plays },
    { clientAddress: '10.1.2.3' },
  )
}

async function read() {
  return {
    plays: await readPlays(db, clock.nowMs() - 24 * hourMs, clock.nowMs() - hourMs),
    failures: await readFailures(db, clock.nowMs() - 24 * hourMs, clock.nowMs() - hourMs),
  }
}

describe('[OPS-03] by network', () => {
  const networkOf = (address: string) =>
    address.startsWith('10.1.')
      ? { prefix: '10.1.0.0/16', name: 'Samarkand-1', cityId: 241 }
      : address.startsWith('10.2.')
        ? { prefix: '10.2.0.0/16', name: 'Fergana', cityId: null }
        : undefined
  const send = (fixture: ReturnType<typeof open>, plays: readonly PlayFigures[], clientAddress: string) =>
    ask(fixture.endpoints, 'playQuality.report', { device_kind: 'tv', plays }, { clientAddress })
  const stored = () => db.selectFrom('play_network').selectAll().orderBy('network').execute()

  it('sums of an hour add up over processes, with no address and no account', async () => {
    const [one, other] = [open({ networks: { networkOf } }), open({ networks: { networkOf } })]
    for (let host = 1; host <= 40; host += 1)
      (host % 2 === 0 ? one : other).add('tv', [figures(), figures({ begun: 0, failure: 'P2' })], {
        address: `10.1.2.${host}`,
        accountId: 7000 + host,
      })
    one.add('tv', [figures({ stalls: 2, stalled_ms: 3000 })], { address: '10.2.0.9', accountId: 7100 })
    await send(one, [figures()], '84.54.70.1')
    await Promise.all([one.write(), other.write()])
    other.add('tv', [figures()], { address: '10.1.2.1', accountId: 7001 })
    await other.write()
    const rows = await stored()
    expect(
      rows.map(({ network, city_id: city, plays, failures }) => [network, city, plays, failures]),
    ).toEqual([
      ['', 0, 1, 0],
      ['Fergana', 0, 1, 0],
      ['Samarkand-1', 241, 41, 40],
    ])
    const [, fergana, samarkand] = rows
    expect([fergana?.stalls, Number(fergana?.stalled_ms)]).toEqual([2, 3000])
    expect(samarkand?.starts[2]).toBe(81)
    // At most one bit for each viewer, and the same one for the same viewer.
    const bits = (text = '') => text.replaceAll('0', '').length
    expect(bits(fergana?.viewer_bits)).toBe(1)
    expect(bits(samarkand?.viewer_bits)).toBeGreaterThan(15)
    expect(bits(samarkand?.viewer_bits)).toBeLessThanOrEqual(40)
    expect(JSON.stringify(rows)).not.toMatch(/10\.[12]\.|84\.54/)
  })

  it('count a guest as no viewer, whose addresses may be many', async () => {
    const fixture = open({ networks: { networkOf } })
    for (let host = 1; host <= 40; host += 1) await send(fixture, [figures()], `10.1.2.${host}`)
    await fixture.write()
    const [row] = await stored()
    expect([row?.plays, row?.viewer_bits]).toEqual([40, '0'.repeat(64)])
  })

  it('add up beyond an integer', async () => {
    const fixture = open({ networks: { networkOf } })
    await send(fixture, [figures()], '10.1.2.1')
    await fixture.write()
    const maxInteger = 2 ** 31 - 1
    await db
      .updateTable('play_network')
      .set({ plays: maxInteger, stalls: maxInteger, failures: maxInteger })
      .execute()
    await send(fixture, [figures({ stalls: 5, failure: 'P2' })], '10.1.2.1')
    await fixture.write()
    const [row] = await stored()
    expect([row?.plays, row?.stalls, row?.failures]).toEqual([2 ** 31, maxInteger + 5, 2 ** 31])
  })

  it('lose a row that is too large for the database, and write the others', async () => {
    const fixture = open({ networks: { networkOf } })
    await send(fixture, [figures()], '10.1.2.1')
    await fixture.write()
    await sql`update play_network set played_ms = 9223372036854775000`.execute(db)
    for (const address of ['10.1.2.1', '10.2.0.9', '84.54.70.1']) await send(fixture, [figures()], address)
    await fixture.write()
    await fixture.write()
    const { rows } = await sql<{ network: string; plays: number }>`
      select network, plays from play_network order by network`.execute(db)
    expect(rows.map(({ network, plays }) => [network, plays])).toEqual([
      ['', 1],
      ['Fergana', 1],
      ['Samarkand-1', 1],
    ])
  })

  it('are deleted after thirty days', async () => {
    const fixture = open({ networks: { networkOf } })
    await send(fixture, [figures()], '10.1.2.1')
    await fixture.write()
    await forgetOldPlays(db, clock.nowMs() + 29 * 24 * hourMs)
    expect(await stored()).toHaveLength(1)
    await forgetOldPlays(db, clock.nowMs() + 31 * 24 * hourMs)
    expect(await stored()).toEqual([])
  })
})

describe('players’ reports', () => {
  it('[OPS-03] add up over processes, by device, kind and item', async () => {
    const [one, other] = [open(), open()]
    await report(one, [figures(), figures({ start_ms: 4000, stalls: 2, stalled_ms: 6000 })])
    await report(other, [figures({ begun: 0, failure: 'P4-404' })])
    await report(other, [figures({ kind: 'film', id: 70, bits_per_second: 1_000_000, height: 480 })], 'phone')
    await Promise.all([one.write(), other.write()])
    await report(one, [figures()])
    await one.write()
    const { all, groups, codes } = summarise(await read(), true)
    expect(all).toMatchObject({ plays: 4, playedMs: 300_000, stalls: 2, stalledMs: 6000, failures: 1 })
    expect(all.starts[2]).toBe(4)
    expect(all.starts[7]).toBe(1)
    expect(groups.map(({ device, kind, sums }) => [device, kind, sums.plays])).toEqual([
      ['tv', 'live', 3],
      ['phone', 'film', 1],
    ])
    expect(codes).toEqual([{ code: 'P4-404', count: 1 }])
    expect(groups[1]?.sums).toMatchObject({ ratedBits: 60e6, ratedLineMs: 60_000 * 480 })
  })

  it('[OPS-03] add no more stalls and switches than the reported time has seconds', async () => {
    const fixture = open()
    await report(fixture, [
      figures({ played_ms: 4000, rated_ms: 4000, stalls: 1000, stalled_ms: 500, switches: 1000 }),
    ])
    await fixture.write()
    expect(summarise(await read(), true).all).toMatchObject({ stalls: 6, switches: 6, playedMs: 4000 })
  })

  it('[OPS-03] become rows per hour when their sum exceeds an integer', async () => {
    const fixture = open()
    await report(fixture, [figures({ failure: 'P7' })])
    await fixture.write()
    const maxInteger = 2 ** 31 - 1
    await sql`update play_quality set plays = ${maxInteger}, stalls = ${maxInteger}, switches = ${maxInteger},
      starts = array_fill(${maxInteger}::bigint, array[11])`.execute(db)
    await sql`insert into play_quality select minute + interval '1 minute', device, kind, subject, plays, abandoned, starts,
      played_ms, stalls, stalled_ms, rated_ms, rated_bits, rated_line_ms, switches from play_quality`.execute(
      db,
    )
    await addUpHours(db, clock.nowMs() + 73 * hourMs)
    const { all } = summarise(await read(), false)
    expect([all.plays, all.stalls, all.starts[3]]).toEqual([2 * maxInteger, 2 * maxInteger, 2 * maxInteger])
  })

  it('[OPS-03] of an unknown channel or file are not stored', async () => {
    const fixture = open()
    await report(fixture, [figures({ id: 6 }), figures({ kind: 'film', id: 71 })])
    await fixture.write()
    expect((await read()).plays).toEqual([])
  })

  it('[OPS-03] are bounded, and refused to a client that sends too many', async () => {
    const fixture = open({ limits: createEndpointLimits({ play_quality: 2 }) })
    expect(await report(fixture, [figures({ played_ms: 600_001 })])).toHaveProperty('invalid')
    const tooMany = Array.from({ length: 21 }, () => figures())
    expect(await report(fixture, tooMany)).toHaveProperty('invalid')
    expect(await report(fixture, [figures({ failure: 'P9; drop' })])).toHaveProperty('invalid')
    await report(fixture, [figures()])
    await report(fixture, [figures()])
    expect(await report(fixture, [figures()])).toEqual({ refused: 'too_many_requests' })
  })

  it('[OPS-03] stay in memory while the database is unavailable', async () => {
    const broken = Object.assign(Object.create(db) as typeof db, {
      transaction: () => {
        throw new Error('gone')
      },
    })
    const deps: { db: typeof db } = { db: broken }
    const fixture = open({
      get db() {
        return deps.db
      },
    })
    await report(fixture, [figures()])
    await fixture.write()
    expect((await read()).plays).toEqual([])
    await report(fixture, [figures()])
    Object.assign(broken, { transaction: () => db.transaction() })
    await fixture.write()
    expect(summarise(await read(), false).all.plays).toBe(2)
  })

  it('[OPS-03] are counted for Prometheus, with one series per kind and device', async () => {
    const fixture = open()
    await report(fixture, [figures({ stalls: 2, stalled_ms: 1500, failure: 'P2-1002' })])
    const text = await fixture.metrics.registry.metrics()
    expect(text).toContain('ekran_play_plays_total{kind="live",device="tv"} 1')
    expect(text).toContain('ekran_play_stall_seconds_total{kind="live",device="tv"} 1.5')
    expect(text).toContain('ekran_play_start_seconds_bucket{le="0.75",kind="live",device="tv"} 1')
    expect(text).toContain('ekran_play_failures_total{kind="live",device="tv",code="P2"} 1')
    expect(text).toContain('ekran_play_megabits_total{kind="live",device="tv"} 120')
  })

  it('[OPS-03] are deleted after thirty days', async () => {
    const fixture = open()
    await report(fixture, [figures({ failure: 'P7' })])
    await fixture.write()
    expect(await forgetOldPlays(db, clock.nowMs() + 29 * 24 * hourMs)).toBe(0)
    expect(await forgetOldPlays(db, clock.nowMs() + 31 * 24 * hourMs)).toBe(3)
  })

  it('[OPS-03] become rows per hour after three days, with the same totals', async () => {
    const at = (minute: number) => open({ clock: manualClock(Date.UTC(2026, 5, 15, 9, minute)) })
    for (const minute of [0, 1, 1, 59, 60]) {
      const fixture = at(minute)
      await report(fixture, [figures({ start_ms: minute * 100 + 1, failure: 'P4-404' })])
      await report(fixture, [figures({ kind: 'film', id: 70, failure: 'P7' })], 'phone')
      await fixture.write()
    }
    const rows = async (table: 'play_quality' | 'play_failure') =>
      (await db.selectFrom(table).select('minute').orderBy('minute').execute()).map(({ minute }) => +minute)
    const before = summarise(await read(), false)
    expect(await addUpHours(db, clock.nowMs() + 48 * hourMs)).toBe(0)
    expect(await rows('play_quality')).toHaveLength(10)
    const late = clock.nowMs() + 73 * hourMs
    await Promise.all([addUpHours(db, late), addUpHours(db, late)])
    const [nine, ten] = [Date.UTC(2026, 5, 15, 9), Date.UTC(2026, 5, 15, 10)]
    expect(await rows('play_quality')).toEqual([nine, nine, ten, ten])
    expect(await rows('play_failure')).toEqual([nine, nine, ten, ten])
    expect(summarise(await read(), false)).toEqual(before)
    expect(await addUpHours(db, late)).toBe(0)
  })

  it('[OPS-03] are grouped by days in Tashkent', async () => {
    for (const [day, hours] of [
      [14, 18.5],
      [14, 19.5],
      [15, 12],
    ] as const) {
      const fixture = open({ clock: manualClock(Date.UTC(2026, 5, day) + hours * hourMs) })
      await report(fixture, [figures({ failure: 'P7' })])
      await fixture.write()
    }
    const days = await readPlayDays(db, clock.nowMs() - 48 * hourMs)
    expect(days.map(({ dayMs, sums }) => [dayMs, sums.plays, sums.failures])).toEqual([
      [Date.UTC(2026, 5, 14, 19), 2, 2],
      [Date.UTC(2026, 5, 13, 19), 1, 1],
    ])
    const shown = await figuresReader({ db, clock, ...content })()
    expect(shown.days.map(({ at, figures: { plays } }) => [at * 1000, plays])).toEqual(
      (await readPlayDays(db, 0)).map(({ dayMs, sums }) => [dayMs, sums.plays]),
    )
  })
})

describe('figures', () => {
  it('estimate the start time from histogram steps', () => {
    expect(startWithin(noSums().starts, 0.5)).toBeUndefined()
    expect(startWithin([0, 0, 0, 10, 0, 0, 0, 0, 0, 0, 0], 0.5)).toBe(875)
    expect(startWithin([90, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0], 0.95)).toBe(4000)
    expect(startWithin([90, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10], 0.95)).toBe('over')
  })

  it('report no problem for hardly watched items', () => {
    expect(troubleOf({ ...noSums(), plays: 1, failures: 1 })).toBeUndefined()
    expect(troubleOf({ ...noSums(), plays: 4, failures: 1 })).toBe(0.25)
    expect(troubleOf({ ...noSums(), plays: 1, playedMs: 900_000, stalledMs: 100_000 })).toBe(0.1)
  })
})

describe('the figures of the console', () => {
  it('[OPS-03] shows the last hour and day, and names what had the most problems', async () => {
    const fixture = open()
    const early = manualClock(clock.nowMs() - 5 * hourMs)
    const before = open({ clock: early })
    await report(before, [
      figures({ kind: 'film', id: 70, stalls: 30, stalled_ms: 60_000, played_ms: 600_000 }),
    ])
    await before.write()
    await report(
      fixture,
      Array.from({ length: 3 }, () => figures({ stalls: 1, stalled_ms: 900, failure: 'P5-3016' })),
    )
    await fixture.write()
    const { hour, day } = await figuresReader({ db, clock, ...content })()
    expect(hour.worst.map(({ name }) => name)).toContain('12 Севимли <TV>')
    expect(hour.failures).toContainEqual({ code: 'P5-3016', count: 3 })
    expect(hour.worst.map(({ name }) => name)).not.toContain('Абдулладжан')
    const film = day.worst.find(({ name }) => name === 'Абдулладжан')
    expect(film).toMatchObject({ kind: 'film', id: 7, figures: { stalls_per_hour: 180 } })
  })

  it('[OPS-03] says when nothing was played', async () => {
    const { hour } = await figuresReader({ db, clock, ...content })()
    expect(hour).toMatchObject({ all: { plays: 0, start_p50_ms: null }, groups: [], worst: [], failures: [] })
  })
})
