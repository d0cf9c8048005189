/** Decisions of several processes on the same account, on a real database. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openAccounts } from '#server/accounts/accounts.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { openStreams, staffHolder, type Streams } from './streams.ts'
import { type StreamChanges, readBasis, writeDecision } from './stream-decisions.ts'
import { buildAccount } from '#tests/kit/builders/account.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const startMs = Date.UTC(2026, 0, 15)
const clock = manualClock(startMs)
const accounts = openAccounts({ db, clock, random: systemRandom, pepper: 'pepper', supportPhone: '1000' })

let accountId = 0
let abonement = 500_000
beforeEach(async () => {
  abonement += 1
  accountId = (await accounts.upsertAccount(buildAccount(String(abonement), { password: 'right' }))).accountId
})

/** One process of the product: it shares only the database with others. */
function openProcess(): Streams {
  const billing = { streamsAtOnce: async () => 2 }
  return openStreams({ db, clock, random: systemRandom, log: silentLog, billing, accounts })
}

function begin(streams: Streams, holder: string, more: { formerId?: string; item?: string } = {}) {
  return streams.begin({
    accountId,
    holder,
    item: more.item ?? 'live:1',
    formerId: more.formerId,
    beats: true,
    warm: false,
    maxStreams: 2,
    ticketUntilMs: clock.nowMs() + 300_000,
  })
}

const noChanges: StreamChanges = { stops: [], by: null, expired: [], prolonged: undefined, added: undefined }

function added(streamId: string): StreamChanges {
  const times = { startedMs: startMs, leaseUntilMs: startMs + 30_000, ticketUntilMs: startMs + 300_000 }
  return { ...noChanges, added: { streamId, holder: 'holder', tab: streamId, item: 'live:1', ...times } }
}

describe('[ACC-09] decisions on the streams of one account', () => {
  it('refuse another player for five minutes after the staff stopped its stream', async () => {
    clock.advanceMs(400_000)
    const streams = openProcess()
    const play = () =>
      streams.begin({
        ...{ accountId, holder: 'x:vlc', item: 'live:1', formerId: undefined, beats: false, warm: false },
        ...{ maxStreams: 2, ticketUntilMs: clock.nowMs() + 6 * 3_600_000 },
      })
    const begun = await play()
    if (begun.kind !== 'begun') throw new Error(begun.kind)
    await streams.stop(accountId, begun.streamId, staffHolder)
    expect((await play()).kind).toBe('stopped')
    clock.advanceMs(299_000)
    expect((await play()).kind).toBe('stopped')
    clock.advanceMs(2000)
    expect((await play()).kind).toBe('begun')
  })

  it('give the last stream lease to one request, however many processes decide at once', async () => {
    const processes = [openProcess(), openProcess(), openProcess()]
    for (let round = 0; round < 10; round += 1) {
      // The streams of the previous round are silent and their addresses expired.
      clock.advanceMs(400_000)
      const started = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          begin(processes[index % processes.length] ?? openProcess(), `device-${index}`),
        ),
      )
      const kinds = started.map(({ kind }) => kind)
      expect(kinds.filter((kind) => kind === 'begun')).toHaveLength(2)
      expect(kinds.filter((kind) => kind === 'too_many')).toHaveLength(10)
      expect(await openProcess().activeStreams(accountId)).toHaveLength(2)
    }
  })

  it('never add up while two devices zap at once through two processes', async () => {
    const [one, other] = [openProcess(), openProcess()]
    const zapping = async (holder: string, via: readonly Streams[]) => {
      let formerId: string | undefined
      for (let step = 0; step < 15; step += 1) {
        const streams = via[step % via.length] ?? one
        const started = await begin(streams, holder, {
          item: `live:${step}`,
          ...(formerId === undefined ? {} : { formerId }),
        })
        if (started.kind !== 'begun') throw new Error(started.kind)
        formerId = started.streamId
        expect((await one.activeStreams(accountId)).length).toBeLessThanOrEqual(2)
      }
      return formerId
    }
    const last = await Promise.all([zapping('device-1', [one, other]), zapping('device-2', [other, one])])
    const going = (await one.activeStreams(accountId)).map(({ streamId }) => streamId)
    expect(going.toSorted()).toEqual(last.toSorted())
  })

  it('are written completely or, when the streams have changed since, not at all', async () => {
    const basis = await readBasis(db, accountId)
    expect(basis).toEqual({ version: 0, streams: [] })
    const write = (version: number, changes: StreamChanges) =>
      writeDecision(db, { accountId, version, nowMs: startMs, changes })
    // Two first decisions at once: neither has a row to lock.
    const [a, b] = ['b-first-stream-0001', 'b-first-stream-0002']
    const written = await Promise.all([write(0, added(a)), write(0, added(b))])
    expect(written.toSorted()).toEqual([false, true])
    const { version, streams } = await readBasis(db, accountId)
    expect(streams.map(({ streamId }) => streamId)).toEqual([written[0] ? a : b])
    const [current = ''] = streams.map(({ streamId }) => streamId)
    const stop = { streamId: current, why: 'replaced' as const, refusedFromMs: startMs + 20_000 }
    const replaced = { ...added('b-second-stream-01'), stops: [stop], by: 'holder' }
    expect(await write(version - 1, replaced)).toBe(false)
    expect(await readBasis(db, accountId)).toEqual({ version, streams })
    expect(await write(version, replaced)).toBe(true)
    const after = await readBasis(db, accountId)
    expect(after.version).toBeGreaterThan(version)
    expect(after.streams).toMatchObject([
      { streamId: 'b-second-stream-01', stopped: null },
      { streamId: current, stopped: { why: 'replaced', by: 'holder' } },
    ])
  })

  it('based on data from before a database crash, which empties unlogged tables, are not written after it', async () => {
    const basis = await readBasis(db, accountId)
    const decision = { accountId, nowMs: startMs }
    await writeDecision(db, { ...decision, version: basis.version, changes: added('b-before-crash-01') })
    const { version } = await readBasis(db, accountId)
    await db.deleteFrom('playback_stream').where('account_id', '=', accountId).execute()
    await db.deleteFrom('stream_version').where('account_id', '=', accountId).execute()
    expect(await writeDecision(db, { ...decision, version, changes: added('b-after-crash-001') })).toBe(false)
    expect(await begin(openProcess(), 'device-1')).toMatchObject({ kind: 'begun' })
    expect(await writeDecision(db, { ...decision, version, changes: added('b-after-crash-001') })).toBe(false)
  })
})
