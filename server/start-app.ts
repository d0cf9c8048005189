/**
 * The order of a start. Each resource that must be closed is put on the stack, which closes them in reverse order.
 */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { api } from '#contract/api.ts'
import { externalApi } from '#contract/external/external-api.ts'
import { consoleApi } from '#contract/console/console-api.ts'
import type { AppContext, PartName } from '#server/platform/app-context.ts'
import { createApp, type App } from './app.ts'
import { type ChannelLeases, openChannelLeases } from '#server/channel-leases/channel-leases.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { lockDataFolder } from '#server/platform/installation/data-lock.ts'
import { openDatabase, type DatabaseLocation, type OpenDatabase } from '#server/platform/database/database.ts'
import { refuseWrongClock } from '#server/platform/database/clock-difference.ts'
import { openStandbyReads } from '#server/platform/database/standby-reads.ts'
import { openReads } from '#server/platform/database/read-replica.ts'
import { createEndpointLimits } from '#server/platform/http/endpoints/endpoint-limits.ts'
import { unboundEndpoints } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { addressMatcher } from '#server/platform/primitives/ip-address.ts'
import { createHealth, type Health } from '#server/platform/http/health.ts'
import { createHttpServer, type HttpServer } from '#server/platform/http/server.ts'
import { sitePreviewMount } from '#server/console/console.ts'
import type { SitePages } from '#server/platform/http/site/site-pages.ts'
import {
  type ConsoleSite,
  addConsoleSite,
  consolePath,
  readConsoleSite,
} from '#server/platform/http/site/console-site.ts'
import { type SharedAssets, createSharedAssets } from '#server/platform/http/site/shared-assets.ts'
import { readSite } from '#server/platform/http/site/static-site.ts'
import { readInstallationKey } from '#server/platform/installation/installation-key.ts'
import { differingSettings, loadOwnSecrets, whyQuiet } from '#server/platform/installation/installation.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { limitsInDatabase } from '#server/platform/limits/rate-limits.ts'
import { startJobs, type Jobs } from '#server/platform/jobs.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { LogFiles } from '#server/platform/log/log-files.ts'
import { createMetrics, type Metrics } from '#server/platform/metrics.ts'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { createVisitCounter } from '#server/reports/reports.ts'
import { type Environment, openLiveSettings } from '#server/platform/settings/services/live-settings.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { ensureConsole, ensureWebClient, loadDrawing } from '#server/platform/web-client/web-client.ts'
import { addDocuments } from './add-documents.ts'
import { databaseRefused, folderRefused, portTaken, programsOf, StartRefused } from './start-failure.ts'

export interface Start {
  /** Those of the environment. */
  readonly settings: Settings
  readonly environment: Environment
  readonly runs: ReadonlySet<PartName>
  readonly log: Log
  /** Opened once the data folder is this process's own. */
  readonly logFiles: LogFiles
  readonly stack: AsyncDisposableStack
  /** True once a stop was requested: the start then ends at its next step. */
  readonly isEnding: () => boolean
  /** How long a stop goes on accepting requests, in milliseconds. */
  readonly stopDelayMs: () => number
}

export interface Started {
  /** Resolves with a reason when a part that all others need has ended by itself. */
  readonly failed: Promise<string>
}

const root = fileURLToPath(new URL('..', import.meta.url))
/** Requests in flight get this long at a stop; the rest of the five seconds is for the database. */
const requestGraceMs = 2500
const jobGraceMs = 1500

export async function startApp(start: Start): Promise<Started> {
  const { settings, log, stack } = start
  const step = <T>(value: T): T => {
    if (start.isEnding()) throw new StartRefused('It was stopped while starting.')
    return value
  }
  await refuseTakenPort(settings)
  const key = await readInstallationKey(settings)
  const dataDir = await takeDataFolder(start)
  const { place, failed } = step(await findDatabase(start, dataDir))
  await bringUpToDate(place, log).catch((error: unknown) => {
    throw place.kind === 'address' ? databaseRefused(error) : error
  })
  const metrics = createMetrics()
  stack.defer(() => metrics.close())
  const { database, jobDatabase } = step(openPools(start, place))
  const { secrets, quiet, liveSettings } = step(await agree(start, jobDatabase, dataDir, key))
  const leases = step(await joinMediaNodes(start, place, dataDir, quiet))
  const jobs = await startJobs({
    location: place,
    log,
    statementTimeoutMs: settings.EKRAN_JOB_STATEMENT_TIMEOUT_MS,
  })
  stack.defer(() => jobs.close(jobGraceMs))
  watchPool(metrics, database)
  let server: HttpServer | undefined
  const context: AppContext = {
    settings: liveSettings.settings,
    ...{ liveSettings, secrets, dataDir },
    databaseLocation: place,
    database,
    jobDatabase,
    reads: openReads({ url: settings.EKRAN_READ_REPLICA_URL, primary: jobDatabase, log, stack }),
    jobs,
    programs: programsOf({ ffmpeg: settings.EKRAN_FFMPEG, ffprobe: settings.EKRAN_FFPROBE }),
    clock: systemClock,
    random: systemRandom,
    rateLimits: limitsInDatabase(database.db),
    log,
    metrics,
    runs: start.runs,
    quiet,
    say,
    dropCachedResponses: (prefix) => server?.dropCachedResponses(prefix),
  }
  // Its channels are free at once when the engine writes nothing any more.
  stack.defer(() => leases?.close())
  const application = step(await createApp(context, leases))
  stack.defer(() => application.close())
  server = step(await serve(start, context, application))
  const port = await listen(settings, server)
  await ready(start, application, jobs, port)
  return { failed: Promise.race([failed, ...(leases === undefined ? [] : [leases.lost])]) }
}

async function takeDataFolder(start: Start): Promise<string> {
  const { settings, runs } = start
  // The embedded database belongs to one process, and its data folder too; with an external one several may share it.
  const lock = await lockDataFolder(
    settings.EKRAN_DATA,
    settings.DATABASE_URL === undefined ? undefined : [...runs],
  ).catch((error: unknown) => {
    throw folderRefused(error, settings.EKRAN_DATA)
  })
  start.stack.defer(() => lock.release())
  start.logFiles.open(lock.dir, lock.name)
  return lock.dir
}

/** Processes with `media` on one database share its channels; the embedded one has only one process in any case. */
async function joinMediaNodes(
  { runs, log, settings, stack }: Start,
  location: DatabaseLocation,
  dataDir: string,
  quiet: string | undefined,
): Promise<ChannelLeases | undefined> {
  if (!runs.has('media') || quiet !== undefined || location.kind === 'socket') return undefined
  const { EKRAN_PORT: port, EKRAN_MEDIA_CHANNELS: capacity } = settings
  // Without a port of its own it is another node after each start.
  const name = `${hostname()}:${port === 0 ? `process-${process.pid}` : port}`
  const leases = await openChannelLeases({ location, mediaDir: join(dataDir, 'media'), name, capacity, log })
  stack.defer(() => leases.close())
  return leases
}

/** What this process must have in common with all others on the same database. */
async function agree(
  { settings, environment, log }: Start,
  { db }: OpenDatabase,
  dataDir: string,
  key: string | undefined,
) {
  await refuseWrongClock({ db, clock: systemClock })
  const secrets = await loadOwnSecrets(db, dataDir, systemRandom, { key, log })
  const differing = await differingSettings(db, settings, secrets)
  if (differing.length > 0)
    log.warn('settings.differ', {
      settings: differing.join(', '),
    })
  const liveSettings = await openLiveSettings({
    ...{ db, secrets, settings, environment, log },
    random: systemRandom,
  })
  return { secrets, quiet: await whyQuiet(db, settings), liveSettings }
}

async function findDatabase(
  start: Start,
  dataDir: string,
): Promise<{ readonly place: DatabaseLocation; readonly failed: Promise<string> }> {
  const { DATABASE_URL: url } = start.settings
  if (url !== undefined) return { place: { kind: 'address', url }, failed: new Promise(() => undefined) }
  say('Starting the database …')
  const server = await startEmbeddedPostgres({ dir: join(dataDir, 'pg'), log: start.log })
  start.stack.defer(() => server.stop())
  return {
    place: server.location,
    failed: server.ended.then((code) => `the database server ended (${code})`),
  }
}

async function bringUpToDate(location: DatabaseLocation, log: Log): Promise<void> {
  const applied = await migrate(location, await readMigrations(join(root, 'db', 'migrations')), { log })
  if (applied.length > 0) say(`Prepared the database: ${applied.length} steps.`)
}

/** For requests and for jobs. Requests that change nothing are answered from the replica while the primary is away. */
function openPools({ settings, log, stack }: Start, location: DatabaseLocation) {
  const requests = {
    connections: settings.EKRAN_DATABASE_CONNECTIONS,
    statementTimeoutMs: settings.EKRAN_STATEMENT_TIMEOUT_MS,
  }
  const standby = openStandbyReads({ url: settings.EKRAN_READ_REPLICA_URL, location, log, stack }, requests)
  const ofRequests = { applicationName: 'ekran calls', ...requests, through: standby?.through }
  const database = openDatabase({ location, log, ...ofRequests })
  stack.defer(() => database.close())
  const statementTimeoutMs = settings.EKRAN_JOB_STATEMENT_TIMEOUT_MS
  const ofJobs = { applicationName: 'ekran work', connections: 6, statementTimeoutMs }
  const jobDatabase = openDatabase({ location, log, ...ofJobs })
  stack.defer(() => jobDatabase.close())
  return { database, jobDatabase }
}

function watchPool(metrics: Metrics, { pool }: OpenDatabase): void {
  metrics.gauge('ekran_database_connections', 'Open connections for calls', () => pool.totalCount)
  metrics.gauge('ekran_database_waiting', 'Calls waiting for a connection', () => pool.waitingCount)
}

/** What it counted is stored before the database closes. */
function countVisits({ log, stack }: Start, { database: { db } }: AppContext) {
  const visits = createVisitCounter({ db, clock: systemClock, log })
  stack.defer(() => visits.close())
  return visits
}

async function serve(start: Start, context: AppContext, application: App): Promise<HttpServer> {
  const { settings, log, stack, runs } = start
  const health = createHealth()
  health.add({ name: 'database', check: async () => void (await context.database.ping()) })
  for (const part of application.parts) health.add(part)
  const sharedAssets = shareAssets(start, context)
  const site = runs.has('api') ? await openSite(log, sharedAssets) : undefined
  const consoleSite = runs.has('api') ? openConsole(log, sharedAssets) : Promise.resolve(undefined)
  const reader = clientAddressReader(settings.EKRAN_TRUSTED_PROXIES)
  let pages: SitePages | undefined
  const visits = countVisits(start, context)
  const missing = unboundEndpoints({ ...api, ...consoleApi, ...externalApi }, application.endpoints)
  invariant(missing.length === 0, `declared calls have no handler: ${missing.join(', ')}`)
  const server = createHttpServer({
    endpoints: runs.has('api') ? application.endpoints : [],
    mounts: mountsOf(start, application, () => pages),
    identify: (token, bearer) => application.identify(token, bearer),
    ...{ limited: application.limited, admitStaff: application.admitStaff, admitKey: application.admitKey },
    audienceOf: (address) => application.audienceOf(address),
    clientAddress: reader,
    mayWatch: addressMatcher(settings.EKRAN_METRICS_FROM),
    publicUrl: settings.EKRAN_PUBLIC_URL,
    serviceAt: application.siteLooks.at,
    authkeyChanges: settings.EKRAN_AUTHKEY_CHANGES,
    checkResponses: false,
    ...{ health, queued: () => context.database.pool.waitingCount },
    limits: createEndpointLimits({}, context.rateLimits),
    metrics: context.metrics,
    random: systemRandom,
    clock: systemClock,
    log,
    extend: (app, ask) => {
      if (!runs.has('api')) return
      addDocuments(settings, application, app)
      addConsoleSite(app, consoleSite, application.siteLooks, sharedAssets)
      pages = site?.addSite({
        app,
        pageHead: application.pageHead,
        looks: application.siteLooks,
        ...{ publicUrl: settings.EKRAN_PUBLIC_URL, sharedAssets },
        ...{ castAppId: settings.EKRAN_CAST_APP_ID, mediaOrigins: application.mediaOrigins },
        audienceOf: (request) => application.audienceOf(reader(request)),
        onVisit: visits.count,
        ...(site.drawPage === undefined
          ? {}
          : { drawing: { drawPage: site.drawPage, ask, clock: systemClock, log } }),
      })
    },
  })
  stack.defer(() => stopAnswering(start, health, server))
  return {
    ...server,
    dropCachedResponses: (prefix) => {
      server.dropCachedResponses(prefix)
      pages?.forget()
    },
  }
}

/** Not ready from now on; answers for as long as the proxies need to notice, then finishes what runs. */
async function stopAnswering(start: Start, health: Health, server: HttpServer): Promise<void> {
  health.stopping()
  server.drain()
  await pause(start.stopDelayMs())
  await server.close(requestGraceMs)
}

/** The application's own parts, and pages of the site for the console's frames. */
function mountsOf({ settings, runs }: Start, application: App, pages: () => SitePages | undefined) {
  if (!runs.has('api')) return application.mounts
  const preview = sitePreviewMount({
    admitStaff: application.admitStaff,
    clientAddress: clientAddressReader(settings.EKRAN_TRUSTED_PROXIES),
    publicUrl: settings.EKRAN_PUBLIC_URL,
    previews: application.sitePreviews,
    draw: async (page, origin) => pages()?.preview(page, origin) ?? 'absent',
  })
  return [...application.mounts, preview]
}

/** Files of the builds of all releases that run, before this process names its own on a page. */
function shareAssets({ log, stack }: Start, { jobDatabase: { db }, clock }: AppContext): SharedAssets {
  const assets = createSharedAssets({ db, clock, log })
  stack.defer(() => assets.close())
  return assets
}

async function openSite(log: Log, assets: SharedAssets) {
  const built = await ensureWebClient(root, () => say('Building the web client …'))
  if (built.kind === 'absent') return undefined
  return {
    addSite: await readSite(built.dir, assets.publish),
    drawPage: await loadDrawing(built.drawing, log),
  }
}

/** Viewers do not wait for the console: it is built while the rest starts, after the site. */
async function openConsole(log: Log, assets: SharedAssets): Promise<ConsoleSite | undefined> {
  try {
    const built = await ensureConsole(root, () => say('Building the operators’ console …'))
    if (built.kind === 'absent') return undefined
    const site = await readConsoleSite(built.dir)
    await assets.publish(site.files, consolePath)
    return site
  } catch (error) {
    log.error('pages.console_not_built', { error })
    throw error
  }
}

async function ready(start: Start, application: App, jobs: Jobs, port: number): Promise<void> {
  if (start.runs.has('jobs') && application.workers.length > 0) await jobs.work(application.workers)
  const printed = `http://localhost:${port}`
  const { EKRAN_HOST: host } = start.settings
  const own = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  const lines = await application.prepare({ origin: `http://${own}:${port}`, printed })
  if (start.isEnding()) return
  say(`Ekran is ready: ${printed}`)
  for (const line of lines) say(line)
}

/** Checked before the long work of a first start, not after it. */
async function refuseTakenPort({ EKRAN_PORT: port, EKRAN_HOST: host }: Settings): Promise<void> {
  if (port === 0) return
  const probe = createServer()
  try {
    probe.listen(port, host)
    await once(probe, 'listening')
  } catch (error) {
    throw whyNotListening(error, host, port)
  } finally {
    probe.close()
  }
}

async function listen({ EKRAN_PORT: port, EKRAN_HOST: host }: Settings, server: HttpServer): Promise<number> {
  try {
    return await server.listen(host, port)
  } catch (error) {
    throw whyNotListening(error, host, port)
  }
}

function whyNotListening(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return portTaken(port)
  if (code === 'EACCES') {
    return new StartRefused(
      `Port ${port} needs rights this user lacks. Choose one above 1023: EKRAN_PORT=8080`,
    )
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new StartRefused(`${host} is not an address of this machine. Correct EKRAN_HOST, or leave it out.`)
  }
  return error
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
