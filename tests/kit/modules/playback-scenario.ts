/** Everything between a viewer and playback, over a real database and real HTTP, on one manual clock. */
import type { IncomingMessage } from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '#contract/client.ts'
import type { GuestWatching } from '#contract/form/guest-watching.ts'
import { accounts as accountCalls } from '#contract/accounts/accounts.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { createEngine, findMediaBinaries, type Engine } from '#media/media.ts'
import { openAccounts, sessionChangedChannel } from '#server/accounts/accounts.ts'
import { blackoutsChangedChannel, openBlackouts, ticketClosure } from '#server/blackouts/blackouts.ts'
import { openBilling, tariffPausedChannel } from '#server/billing/billing.ts'
import { openCatalogue, publishTitles } from '#server/catalogue/catalogue.ts'
import { openEndedDevices } from '#server/downloads/downloads.ts'
import { openEntitlement } from '#server/entitlement/entitlement.ts'
import { blackoutEndpoints } from '#server/api/playback/blackouts.ts'
import { playbackEndpoints } from '#server/api/playback/playback.ts'
import { streamEndpoints } from '#server/api/playback/streams.ts'
import { accountEndpoints } from './account-endpoints.ts'
import { regionEndpoints } from '#server/api/site/region.ts'
import { billingEndpoints } from '#server/api/billing/billing.ts'
import { subscriptionEndpoints } from '#server/api/billing/subscriptions.ts'
import { channelEndpoints } from '#server/api/channels/channels.ts'
import { filmEndpoints } from '#server/api/films/films.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer, type Mount } from '#server/platform/http/server.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { listenToDatabase } from '#server/platform/database/notifications.ts'
import { openProfileLimits } from '#server/profile-limits/profile-limits.ts'
import { limitedRequests } from '#server/api/limited/limited-requests.ts'
import { listPlace, openRegion } from '#server/region/region.ts'
import { openStreams, streamStoppedChannel } from '#server/streams/streams.ts'
import {
  channelConfigs,
  openTelevision,
  publishChannels,
  publishGuide,
} from '#server/television/television.ts'
import { noBroadcastTitles } from './no-broadcast-titles.ts'
import { nobodysViewing } from './nobodys-viewing.ts'
import { buildFilm } from '#tests/kit/builders/film.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { buildAccount } from '#tests/kit/builders/account.ts'

const hourMs = 3_600_000
/** The start time of this scenario. */
export const worldStartMs = Date.UTC(2026, 0, 15, 12, 20)
/** An hour's programme of the open channel is for adults: unix milliseconds. */
export const adultsAtMs = worldStartMs - (worldStartMs % hourMs) + 2 * hourMs
const ticketSecret = 'a ticket secret of the tests'
const password = 'right password'
const clientAddress = clientAddressReader(['127.0.0.1'])
/** An address inside the synthetic national network, and one outside. */
export const insideAddress = '84.54.64.5'
export const outsideAddress = '8.8.8.8'

export type PlaybackWorld = Awaited<ReturnType<typeof openPlaybackWorld>>

interface WorldOptions {
  /** The lifetime of an address. */
  ticketSec?: number
  /** How many streams the subscribed account may watch at once. */
  streams?: number
  catchupConnections?: number
  /** Who watches without an account, read at each request; nobody when absent. */
  guests?: { watching: GuestWatching; streams: number }
}

export async function openPlaybackWorld(options: WorldOptions = {}) {
  const clock = manualClock(worldStartMs)
  const dir = await mkdtemp(join(tmpdir(), 'ekran-playback-'))
  const database = await createTestDatabase()
  const people = await openPeople(database, clock, dir, options.guests)
  const endedDevices = openEndedDevices({ db: database.db, clock, ticketSec: options.ticketSec ?? 600 })
  const { engine, follow } = engineOf({ clock, dir, people, endedDevices, ...options })
  const content = await openContent(database, clock, engine, dir)
  const blackouts = await openBlackouts({ db: database.db, clock, ...content })
  follow(blackouts)
  await putTariffAndPeople(people, content.cid, options.streams ?? 2)
  const entitlement = openEntitlement({
    billing: people.billing,
    clock,
    isPlayable: (assetId) => engine.describeAsset(assetId) !== undefined,
    guestWatching: () => options.guests?.watching ?? 'none',
  })
  const { begin, ended } = pendingWork()
  const listening = await listenToDatabase({
    location: database.location,
    log: silentLog,
    on: {
      [streamStoppedChannel]: (payload) => people.streams.heard(payload),
      [sessionChangedChannel]: (payload) =>
        void [people.streams, endedDevices].map((one) => begin(one.sessionsChanged(Number(payload)))),
      [tariffPausedChannel]: (payload) => begin(people.streams.tariffPaused(Number(payload))),
      [blackoutsChangedChannel]: () => begin(blackouts.reload()),
    },
    onMissed: () => undefined,
  })
  const modules = { ...people, ...content, blackouts, entitlement, engine, clock, database }
  let server: ReturnType<typeof createHttpServer> | undefined
  return {
    ...modules,
    /** The dependencies of this scenario's endpoints. */
    api: (ticketSec = options.ticketSec ?? 600) => apiOf(modules, ticketSec),
    /**
     * Starts the server with these endpoints too; `mounts` come before the endpoints, `admission` replaces how tokens are
     * resolved and staff is admitted. Returns the origin.
     */
    serve: async (
      mounts: readonly Mount[] = [],
      more: readonly BoundEndpoint[] = [],
      admission: Partial<Pick<HttpOptions, 'identify' | 'admitStaff'>> = {},
    ) => {
      server = serverOf(modules, [...callsOf(modules, options.ticketSec ?? 600), ...more], mounts, admission)
      return `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
    },
    close: async () => {
      await server?.close(500)
      await listening.close()
      await ended()
      await engine.close()
      await people.streams.close()
      people.region.close()
      await database.drop()
      await rm(dir, { recursive: true })
    },
  }
}

/** What notifications begin: it must be over before its database is dropped. */
function pendingWork() {
  const pending = new Set<Promise<unknown>>()
  return {
    begin: (work: Promise<unknown>) => {
      pending.add(work)
      void work.finally(() => pending.delete(work))
    },
    ended: () => Promise.allSettled(pending),
  }
}

interface EngineParts {
  readonly clock: ReturnType<typeof manualClock>
  readonly dir: string
  readonly people: People
  readonly endedDevices: ReturnType<typeof openEndedDevices>
  readonly catchupConnections?: number
}

/** The engine; `follow` says which blackouts it follows, once they are read. */
function engineOf({ clock, dir, people, endedDevices, catchupConnections = 4 }: EngineParts) {
  let closes: Parameters<typeof ticketClosure>[0] | undefined
  const placeOf = (request: IncomingMessage) => people.region.audienceOf(clientAddress(request))
  const engine = createEngine({
    storeDir: join(dir, 'media'),
    ...findMediaBinaries({}),
    clock: () => clock.nowMs(),
    ticketSecrets: [ticketSecret],
    catchupConnections,
    policy: {
      placeOf,
      closureOf: (request, subject) =>
        closes === undefined
          ? { all: false, times: [] }
          : ticketClosure(closes, () => placeOf(request), subject),
      isRevoked: (sessionId) => people.streams.isStopped(sessionId) || endedDevices.isEnded(sessionId),
      seen: (streamId) => people.streams.seen(streamId),
    },
    log: silentLog,
  })
  return {
    engine,
    follow: (blackouts: NonNullable<typeof closes>) => {
      closes = blackouts
    },
  }
}

async function openPeople(
  { db }: TestDatabase,
  clock: ReturnType<typeof manualClock>,
  dir: string,
  watching: { readonly streams: number } | undefined,
) {
  const prefixesPath = join(dir, 'prefixes.txt')
  await writeFile(prefixesPath, '84.54.64.0/19\n')
  const region = await openRegion({
    db,
    place: listPlace(prefixesPath, dir),
    clock,
    log: silentLog,
    maxDays: 180,
  })
  const accounts = openAccounts({ db, clock, random: systemRandom, pepper: 'pepper', supportPhone: '1000' })
  const billing = openBilling({ db, clock })
  const guests = { limit: () => watching?.streams ?? 0, key: 'hides the networks' }
  const streams = openStreams({ db, clock, random: systemRandom, log: silentLog, billing, accounts, guests })
  return { region, accounts, billing, streams }
}

/** Two seconds of video with audio. */
async function packageShort(engine: Engine, dir: string): Promise<void> {
  const source = join(dir, 'short.mp4')
  const input = '-f lavfi -i testsrc2=s=320x180:r=25:d=2 -f lavfi -i sine=d=2 -c:v libx264 -preset ultrafast'
  const args = ['-v', 'error', ...input.split(' '), source]
  const { ffmpegPath } = findMediaBinaries({})
  const made = await runFfmpeg({ ffmpegPath, args, timeoutMs: 60_000 }).exit
  if (made.code !== 0) throw new Error('ffmpeg could not create the short film')
  const job = { assetId: 'short', sourcePath: source, encoderEffort: 'fast' as const }
  const packaged = await engine.packageAsset(job)
  if (packaged.kind === 'refused') throw new Error(JSON.stringify(packaged))
}

/** Programmes of an hour for eight past days and two future ones. */
function hourly(ageRatingAt: (beginMs: number) => string = () => '') {
  const words = { ru: 'Передача', uz: 'Koʻrsatuv' }
  return Array.from({ length: 24 * 10 }, (_, index) => {
    const beginMs = worldStartMs - (worldStartMs % hourMs) - 24 * 8 * hourMs + index * hourMs
    const ageRating = ageRatingAt(beginMs)
    const rest = { title: words, description: words, genreCode: null, ageRating, assetId: 'short' }
    return { beginMs, endMs: beginMs + hourMs, ...rest }
  })
}

async function openContent(
  { db }: TestDatabase,
  clock: ReturnType<typeof manualClock>,
  engine: Engine,
  dir: string,
) {
  await packageShort(engine, dir)
  const inputs = [
    buildChannel('paid'),
    buildChannel('social', { isSocial: true }),
    buildChannel('world', { worldPlace: 1 }),
    buildChannel('silent', { source: { kind: 'none' } }),
    buildChannel('other'),
    buildChannel('open', { isOpenToGuests: true }),
  ]
  const published = await publishChannels(db, inputs, worldStartMs)
  const [paid, social, world, silent, other, open] = published.map(({ cid }) => cid)
  if (!paid || !social || !world || !silent || !other || !open) throw new Error('no channels')
  await publishGuide(
    db,
    new Map([
      ...[paid, social, world].map((cid) => [cid, hourly()] as const),
      [open, hourly((beginMs) => (beginMs === adultsAtMs ? '18+' : '12+'))],
    ]),
  )
  const short = { assetId: 'short', durationMs: 2000 }
  const titles = [
    buildFilm('film', { film: short, trailer: short }),
    buildFilm('free', { film: short, freeMovie: true }),
    buildFilm('adult', { film: short, freeMovie: true, ageRating: '18+' }),
    buildFilm('elsewhere', { film: short, providerId: 3 }),
    buildFilm('unmade', { film: { assetId: 'not-made-yet', durationMs: 0 } }),
  ]
  await publishTitles(db, titles, worldStartMs)
  const whole = { television: await openTelevision(db, clock), catalogue: await openCatalogue(db, clock) }
  const profileLimits = openProfileLimits({ db, clock, ...whole })
  const { television, catalogue } = profileLimits
  await engine.setChannels(channelConfigs(television, () => [{ assetId: 'short', readyAtMs: 0 }]))
  return {
    television,
    catalogue,
    profileLimits,
    cid: { paid, social, world, silent, other, open },
    vid: (key: string) => catalogue.now().titleByKey(key)?.vid ?? 0,
    programmeAt: (cid: number, atMs: number) =>
      television.now().guide.window(cid, atMs, atMs + 1)[0]?.pid ?? 0,
  }
}

type People = Awaited<ReturnType<typeof openPeople>>
type Content = Awaited<ReturnType<typeof openContent>>

/** Accounts 111111 (subscribed), 222222 (not) and 333333 (suspended). */
async function putTariffAndPeople(people: People, cid: Content['cid'], streams: number): Promise<void> {
  const { accounts, billing } = people
  await billing.putTariff({
    tariffId: 56,
    name: { en: 'Basic', ru: 'Базовый', uz: 'Asosiy' },
    priceTiyin: 2_900_000,
    providerId: 1,
    remoteTariffId: null,
    isBase: true,
    isRecommended: false,
    isOffered: true,
    position: 0,
    streams,
    periods: [],
    channelIds: new Set([cid.paid, cid.social, cid.world, cid.silent]),
    providerIds: new Set([1]),
  })
  const paidUntilMs = worldStartMs + 30 * 24 * hourMs
  for (const [abonement, state] of [
    ['111111', 'active'],
    ['222222', null],
    ['333333', 'suspended'],
  ] as const) {
    const { accountId } = await accounts.upsertAccount(buildAccount(abonement, { password }))
    if (state !== null) await billing.putSubscription({ accountId, tariffId: 56, state, paidUntilMs })
  }
}

type Modules = People &
  Content & {
    readonly blackouts: Awaited<ReturnType<typeof openBlackouts>>
    readonly entitlement: ReturnType<typeof openEntitlement>
    readonly engine: Engine
    readonly database: TestDatabase
    readonly clock: ReturnType<typeof manualClock>
  }

/** The dependencies of these modules' endpoints. */
function apiOf(modules: Modules, ticketSec: number) {
  return {
    ...modules,
    audit: { record: async () => undefined },
    viewing: nobodysViewing,
    edges: { originFor: () => '' },
    recordings: { find: () => Promise.resolve(undefined) },
    broadcastTitles: noBroadcastTitles.broadcastTitles,
    secrets: { ticketSecrets: [ticketSecret] },
    settings: { EKRAN_ENCRYPT: false, EKRAN_TICKET_SECONDS: ticketSec },
    db: modules.database.db,
  }
}

function callsOf(modules: Modules, ticketSec: number): readonly BoundEndpoint[] {
  const api = apiOf(modules, ticketSec)
  return [
    ...accountEndpoints(modules.accounts, (address) => modules.region.isInside(address)),
    ...regionEndpoints(api),
    ...billingEndpoints(api),
    ...subscriptionEndpoints(api),
    ...channelEndpoints(api),
    ...filmEndpoints(api),
    ...streamEndpoints(api),
    ...playbackEndpoints(api),
    ...blackoutEndpoints(api),
  ]
}

type HttpOptions = Parameters<typeof createHttpServer>[0]

function serverOf(
  modules: Modules,
  calls: readonly BoundEndpoint[],
  mounts: readonly Mount[],
  admission: Partial<HttpOptions>,
) {
  const { accounts, clock, engine, region } = modules
  return createHttpServer({
    endpoints: calls,
    mounts: [{ prefix: '/p/', handle: (request, response) => engine.handle(request, response) }, ...mounts],
    identify: (token, bearer) => accounts.identify(token, bearer),
    limited: limitedRequests(modules.profileLimits),
    audienceOf: (address) => region.audienceOf(address),
    clientAddress,
    checkResponses: true,
    health: createHealth(),
    metrics: createMetrics(),
    random: systemRandom,
    clock,
    log: silentLog,
    ...admission,
  })
}

/** A client of the endpoints with this token (or none), from this address. */
export function callerOf(origin: string, token: string | null, from: string = insideAddress) {
  return createClient({
    origin,
    token: () => token,
    language: () => 'ru',
    fetch: (url, init) =>
      fetch(url, {
        method: init.method,
        headers: { ...init.headers, 'x-forwarded-for': from },
        ...(init.body === undefined ? {} : { body: init.body }),
      }),
  })
}

/** Logs a device in and returns its token. */
export async function tokenOf(origin: string, abonement: string, device: string): Promise<string> {
  const facts = { abonement, password, device_uid: device, device_model: device }
  const answer = await callerOf(origin, null)(accountCalls.login, facts)
  if (answer.kind !== 'ok') throw new Error(JSON.stringify(answer))
  return answer.data.authkey
}
