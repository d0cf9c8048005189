/** Builds the rooms by hand, floor by floor, and joins them. What is not built here does not run. */
import type { BoundCall, Call, Identified, TokenBearer } from '#server/platform/http/bind-contract.ts'
import type { Part } from '#server/platform/http/health.ts'
import type { Mount } from '#server/platform/http/server.ts'
import type { PageHeadOf } from '#server/platform/http/static-site.ts'
import type { JobWorker } from '#server/platform/jobs.ts'
import { accountRoutes, accountWorkers } from '#server/accounts/accounts.ts'
import type { Ground } from '#server/ground.ts'
import { billingRoutes } from '#server/billing/billing.ts'
import { catalogueCalls } from '#server/catalogue/catalogue.ts'
import { noticeRoutes, pageHead } from '#server/notices/notices.ts'
import { createDemo } from '#server/demo/run.ts'
import { createDemoPhones } from '#server/demo/show-messages.ts'
import {
  demoGuideWorker,
  oldGuideWorker,
  packagingWorker,
  resumePackaging,
} from '#server/operator/operator.ts'
import { openRooms, type Rooms } from '#server/open-rooms.ts'
import { playbackRoutes } from '#server/playback/playback.ts'
import { regionPart, regionRoutes } from '#server/region/region.ts'
import { registrationRoutes, registrationWorkers } from '#server/registration/registration.ts'
import { runChannels } from '#server/run-channels.ts'
import { searchCalls } from '#server/search/search.ts'
import { televisionCalls, type TelevisionPorts } from '#server/television/television.ts'
import { openTvLogin, tvLoginRoutes, tvLoginWorkers } from '#server/tv-login/tv-login.ts'

/** The rooms, open, and what they give to the outside. */
export interface House {
  /** The handlers of the contract's calls: each room's `routes.ts`. */
  readonly calls: readonly BoundCall[]
  /** Parts that answer whole folders of addresses by themselves: the engine under `/p/`, pictures. */
  readonly mounts: readonly Mount[]
  readonly workers: readonly JobWorker[]
  /** Asked by `/readyz`. */
  readonly parts: readonly Part[]
  identify(token: string, bearer: TokenBearer): Promise<Identified>
  audienceOf(address: string): string
  readonly pageHead: PageHeadOf
  /** Once the calls are answered: the demo. Gives the lines that are printed after the address. */
  prepare(): Promise<readonly string[]>
  close(): Promise<void>
}

export async function buildHouse(ground: Ground): Promise<House> {
  const { clock, log, runs, settings } = ground
  const rooms = await openRooms(ground)
  const stack = new AsyncDisposableStack()
  stack.defer(() => rooms.close())
  // Whoever answers calls must know what is recorded, also where another process records it.
  if (runs.has('media') || runs.has('api')) {
    const stop = await runChannels({ engine: rooms.engine, television: rooms.television, clock, log })
    stack.defer(stop)
  }
  // The demo's recorded channels come from a source that runs beside the recorder, so it is that process's to give.
  const demo = settings.EKRAN_DEMO && runs.has('media') ? createDemo(ground, rooms) : undefined
  if (demo !== undefined) stack.defer(() => demo.close())
  // Messages are sent by whoever answers calls, which may be another process than the recorder.
  const phones = settings.EKRAN_DEMO && runs.has('api') ? createDemoPhones(ground, rooms.messages) : undefined
  if (phones !== undefined) stack.defer(() => phones.close())
  return {
    calls: callsOf(ground, rooms),
    mounts: mountsOf(ground, rooms),
    workers: workersOf(ground, rooms),
    parts: [regionPart(rooms.region)],
    identify: (token, bearer) => rooms.accounts.identify(token, bearer),
    audienceOf: (address) => rooms.region.audienceOf(address),
    pageHead: (path, language) =>
      pageHead(
        { db: ground.database.db, ...rooms.heads },
        { path, language, origin: settings.EKRAN_PUBLIC_URL ?? '' },
      ),
    prepare: async () => {
      if (runs.has('jobs')) await resumePackaging(ground.jobDatabase.db, ground.jobs)
      const lines = (await phones?.prepare()) ?? []
      return [...((await demo?.prepare()) ?? []), ...lines]
    },
    close: () => stack.disposeAsync(),
  }
}

function mountsOf({ runs }: Ground, { engine, pictures }: Rooms): readonly Mount[] {
  return [
    ...(runs.has('media') ? [{ prefix: '/p/', handle: engine.handle.bind(engine) }] : []),
    ...(runs.has('api') ? [{ prefix: '/images/', handle: pictures.handle.bind(pictures) }] : []),
  ]
}

function workersOf(
  { jobDatabase: { db }, clock, settings }: Ground,
  { engine }: Rooms,
): readonly JobWorker[] {
  return [
    ...accountWorkers({ db, clock }),
    ...tvLoginWorkers({ db, clock }),
    ...registrationWorkers({ db, clock }),
    oldGuideWorker(db, clock),
    ...(settings.EKRAN_DEMO ? [demoGuideWorker(db, clock)] : []),
    packagingWorker({ db, engine, clock }),
  ]
}

/** Kept answers are kept per audience, so the region of a call is read from it and nowhere else. */
const regionOf = (call: Call) => (call.audience === 'outside' ? 'outside' : 'inside')

function callsOf(ground: Ground, rooms: Rooms): readonly BoundCall[] {
  const { clock, database, settings, secrets } = ground
  const { accounts, billing, catalogue, television, entitlement, engine } = rooms
  return [
    ...accountRoutes(accounts),
    ...registrationRoutes(rooms.registration),
    ...tvLoginCalls(ground, rooms),
    ...regionRoutes(rooms.region),
    ...billingRoutes(billing, accounts),
    ...noticeRoutes({
      db: database.db,
      clock,
      company: settings.EKRAN_COMPANY,
      supportPhone: settings.EKRAN_SUPPORT_PHONE,
      ...rooms.heads,
    }),
    ...catalogueCalls(catalogue, {
      shelf: { playable: (assetId) => engine.describeAsset(assetId) },
      titleAccess: (viewer, title) => entitlement.titleAccess(viewer, title),
    }),
    ...broadcastCalls(ground, rooms),
    ...playbackRoutes({
      entitlement,
      television,
      catalogue,
      engine,
      clock,
      ticketSecret: secrets.ticketSecrets[0] ?? '',
      ticketSec: settings.EKRAN_TICKET_SECONDS,
      mediaOrigin: '',
      region: regionOf,
    }),
  ]
}

/** Television and search ask the same of the rooms beside and above them. */
function broadcastCalls(ground: Ground, rooms: Rooms): readonly BoundCall[] {
  const { billing, catalogue, television, entitlement, engine } = rooms
  const ports: TelevisionPorts = {
    clock: ground.clock,
    region: regionOf,
    channelsOfTariff: (tariffId) => billing.channelsOfTariff(tariffId),
    channelAccess: (viewer, region) => entitlement.channelAccess(viewer, region),
    hasRecording: (cid, beginMs, endMs) => engine.hasRecording(String(cid), beginMs, endMs),
  }
  return [
    ...televisionCalls(television, ports),
    ...searchCalls(rooms.search, { catalogue, television, ...ports }),
  ]
}

function tvLoginCalls(ground: Ground, { accounts, audit, region }: Rooms): readonly BoundCall[] {
  const { clock, database, log, random, settings } = ground
  const room = openTvLogin({ db: database.db, clock, random, log, accounts, audit })
  const isInside = (address: string) => region.isInside(address)
  return tvLoginRoutes({ room, isInside, publicUrl: settings.EKRAN_PUBLIC_URL })
}
