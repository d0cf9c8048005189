/** Recordings over a real database and a real archive on disk, on one manual clock. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import { createEngine, type Engine, findMediaBinaries } from '#media/media.ts'
import { recordingEndpoints } from '#server/api/playback/recordings.ts'
import { streamEndpoints } from '#server/api/playback/streams.ts'
import { openBilling } from '#server/billing/billing.ts'
import { openBlackouts } from '#server/blackouts/blackouts.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { openEntitlement } from '#server/entitlement/entitlement.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { type ManualClock, manualClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import type { ViewerProfile } from '#server/platform/primitives/viewer.ts'
import { openRecordings } from '#server/recordings/recordings.ts'
import { openProfileLimits } from '#server/profile-limits/profile-limits.ts'
import { openStreams } from '#server/streams/streams.ts'
import {
  type RawProgramme,
  channelConfigs,
  openTelevision,
  publishChannels,
  publishGuide,
} from '#server/television/television.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { madeUpInit, madeUpSegment, ticksPerSecond } from '#tests/kit/builders/segments.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { ask } from './call-endpoint.ts'
import { accountsFixture } from './accounts-module.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** The start time of this scenario. */
export const recordingsStartMs = Date.UTC(2026, 10, 27, 8)
const ticketSecret = 'a ticket secret of recordings'

type Television = Awaited<ReturnType<typeof openTelevision>>

async function openContent({ db }: TestDatabase, clock: ManualClock) {
  const sources = [{ url: 'http://127.0.0.1:9/none.ts', protocol: 'http-ts' as const }]
  const recorded = { source: { kind: 'recorded' as const, sources }, archiveDays: 1 }
  const channels = await publishChannels(
    db,
    [
      buildChannel('one', recorded),
      buildChannel('two', recorded),
      buildChannel('bare', { ...recorded, archiveDays: 0 }),
    ],
    recordingsStartMs,
  )
  const [one = 0, two = 0, bare = 0] = channels.map(({ cid }) => cid)
  const television = await openTelevision(db, clock)
  return { cid: { one, two, bare }, television, catalogue: await openCatalogue(db, clock) }
}

async function openTariffs({ db }: TestDatabase, clock: ManualClock, cid: Content['cid']) {
  const billing = openBilling({ db, clock })
  const { one, two, bare } = cid
  await billing.putTariff(
    buildTariff(56, { isBase: true, channelIds: new Set([one, bare]), recordingHours: 10 }),
  )
  await billing.putTariff(buildTariff(57, { channelIds: new Set([one]), recordingHours: 2 }))
  await billing.putTariff(buildTariff(58, { isBase: true, channelIds: new Set([one, two, bare]) }))
  return billing
}

type Content = Awaited<ReturnType<typeof openContent>>

/** Reads what the writers of the test record, as a process beside the recording one. */
async function openReader(storeDir: string, clock: ManualClock, television: Television) {
  const engine = createEngine({
    ...{ storeDir, ...findMediaBinaries({}), clock: () => clock.nowMs(), log: silentLog },
    ...{ ticketSecrets: [ticketSecret], role: 'reads' },
    policy: { placeOf: () => 'inside', isRevoked: () => false, seen: () => undefined },
  })
  await engine.setChannels(channelConfigs(television, () => []))
  const server = createServer((request, response) => void engine.handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    engine,
    fetch: (path: string) => fetch(`${origin}${path}`, { signal: AbortSignal.timeout(20_000) }),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await engine.close()
    },
  }
}

/** Records channels as the recording process does, in segments of a minute. */
function openWriters(storeDir: string, clock: ManualClock) {
  const writers = new Map<number, ChannelArchive>()
  const dirOf = (cid: number) => join(storeDir, 'live', String(cid))
  return {
    /** Records these hours of a channel. */
    record: async (cid: number, fromHour: number, toHour: number) => {
      const writer =
        writers.get(cid) ??
        new ChannelArchive({ dir: dirOf(cid), archiveMs: dayMs, clock: () => clock.nowMs() })
      writers.set(cid, writer)
      const beginAtMs = recordingsStartMs + fromHour * hourMs
      const track = {
        rendition: 'v',
        kind: 'video',
        codec: 'avc1.64001F',
        timescale: ticksPerSecond,
      } as const
      const tracks = [{ ...track, init: madeUpInit('video') }]
      const { number: epoch } = writer.epoch ?? writer.openEpoch({ beginMs: beginAtMs, tracks })
      for (let beginMs = beginAtMs; beginMs < recordingsStartMs + toHour * hourMs; beginMs += minuteMs) {
        const bytes = madeUpSegment(beginMs, minuteMs)
        await writer.rendition('v').append({ beginMs, durationMs: minuteMs, epoch, bytes })
      }
    },
    /** What the housekeeping does each minute. */
    expire: () => {
      for (const writer of writers.values()) writer.forget()
    },
    files: (cid: number) => readdirSync(join(dirOf(cid), 'v')).filter((name) => name.endsWith('.m4s')),
    close: () => Promise.all([...writers.values()].map((writer) => writer.close())),
  }
}

/** The guide of channels, by hours from the start of the scenario. */
function guideOf({ db }: TestDatabase, television: Television, follow: () => Promise<void>) {
  return {
    /** Programmes of an hour. */
    deliver: async (
      cid: number,
      titles: Readonly<Record<string, string>>,
      more: Partial<RawProgramme> = {},
    ) => {
      const programmes = Object.entries(titles).map(([hour, title]) => ({
        beginMs: recordingsStartMs + Number(hour) * hourMs,
        endMs: recordingsStartMs + (Number(hour) + 1) * hourMs,
        title: { ru: title, uz: '' },
        description: { ru: '', uz: '' },
        ...{ genreCode: null, ageRating: '', assetId: null },
        ...more,
      }))
      await publishGuide(db, new Map([[cid, programmes]]))
      await television.reloadGuide()
      await follow()
    },
    pidAt: (cid: number, hour: number) =>
      television
        .now()
        .guide.all(cid)
        .find(({ beginMs }) => beginMs === recordingsStartMs + hour * hourMs)?.pid ?? 0,
  }
}

/** The module and its endpoints; while a crash is due, the process ends between the archive and the database. */
async function openModule(
  { db }: TestDatabase,
  clock: ManualClock,
  content: Content,
  parts: { readonly engine: Engine; readonly billing: ReturnType<typeof openBilling> },
) {
  const { engine } = parts
  const people = accountsFixture(db, { clock })
  const entitlement = openEntitlement({ billing: parts.billing, clock, isPlayable: () => false })
  const blackouts = await openBlackouts({ db, clock, ...content })
  const [settings, crash] = [{ days: 180, totalHours: 100 }, { isDue: false }]
  const profileLimits = openProfileLimits({ db, clock, ...content })
  const shared = { db, clock, log: silentLog, entitlement, profileLimits, ...content, ...parts }
  const recordings = openRecordings({
    ...{ ...shared, jobDb: db, settings },
    engine: {
      ...engine,
      retain: (channelId, windows) => {
        const isThere = engine.retain(channelId, windows)
        if (crash.isDue) throw new Error('the process ends here')
        return isThere
      },
    },
  })
  const { accounts } = people
  const guests = { limit: () => 0, key: 'hides the networks' }
  const streams = openStreams({ ...shared, random: systemRandom, accounts, guests })
  const api = {
    ...{ ...shared, accounts, blackouts, recordings, streams },
    secrets: { ticketSecrets: [ticketSecret] },
    settings: { EKRAN_ENCRYPT: false, EKRAN_TICKET_SECONDS: 600 },
    edges: { originFor: () => '' },
  }
  const calls = [...recordingEndpoints(api), ...streamEndpoints(api)]
  return { people, settings, crash, recordings, calls, streams }
}

/**
 * Two recorded channels with a day of archive, and one without. Tariff 56 opens the first and grants ten hours, the
 * addition 57 grants two more, 58 opens both and grants nothing.
 */
export async function openRecordingsScenario() {
  const clock = manualClock(recordingsStartMs)
  const dir = mkdtempSync(join(tmpdir(), 'ekran-recordings-'))
  const database = await createTestDatabase()
  const { db } = database
  const content = await openContent(database, clock)
  const { cid, television } = content
  const reader = await openReader(dir, clock, television)
  const { engine } = reader
  const billing = await openTariffs(database, clock, cid)
  const { calls, people, streams, ...module } = await openModule(database, clock, content, {
    engine,
    billing,
  })
  const writers = openWriters(dir, clock)
  return {
    ...{ cid, clock, db, engine, billing, television, fetch: reader.fetch },
    ...module,
    ...guideOf(database, television, () => module.recordings.follow()),
    ...{ record: writers.record, expire: writers.expire, files: writers.files },
    /** A subscriber of these tariffs. */
    addSubscriber: async (...tariffIds: readonly number[]) => {
      const { accountId } = await people.addAccount()
      const paidUntilMs = clock.nowMs() + 400 * dayMs
      for (const tariffId of tariffIds)
        await billing.putSubscription({ accountId, tariffId, state: 'active', paidUntilMs })
      return accountId
    },
    as: (accountId: number, profile?: ViewerProfile) => {
      const sessionId = `00000000-0000-4000-8000-${String(accountId).padStart(12, '0')}`
      const viewer = { accountId, sessionId, ...(profile === undefined ? {} : { profile }) }
      return (name: string, raw: Record<string, unknown> = {}) =>
        ask(calls, name.includes('.') ? name : `recordings.${name}`, raw, { viewer })
    },
    clear: async () => {
      await sql`truncate programme, recording, notification cascade`.execute(db)
      for (const channel of [cid.one, cid.two]) engine.retain(String(channel), [])
    },
    close: async () => {
      await writers.close()
      await Promise.all([reader.close(), streams.close()])
      await database.drop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
