/** Creates the domain modules layer by layer; each gets the modules below it. */
import type { IncomingMessage } from 'node:http'
import { openNotifications } from '#server/notifications/notifications.ts'
import { join } from 'node:path'
import { createEngine, type Engine, type TicketPolicy } from '#media/media.ts'
import { openAccounts } from '#server/accounts/accounts.ts'
import type { Modules } from '#server/api/api.ts'
import { type Audit, auditKey, openAudit } from '#server/audit/audit.ts'
import { type Blackouts, openBlackouts, ticketClosure } from '#server/blackouts/blackouts.ts'
import { openBilling } from '#server/billing/billing.ts'
import { openCards } from '#server/cards/cards.ts'
import { inLanguage, nameOf, openCatalogue, type LiveCatalogue } from '#server/catalogue/catalogue.ts'
import { openEndedDevices, type EndedDevices } from '#server/downloads/downloads.ts'
import { openEntitlement } from '#server/entitlement/entitlement.ts'
import { openExportAddresses } from '#server/export/export.ts'
import { openMerchants } from '#server/merchants/merchants.ts'
import { openMessages, type Messages } from '#server/messages/messages.ts'
import { openPlayCollector } from '#server/monitoring/monitoring.ts'
import { openPictures, type PictureKind } from '#server/pictures/pictures.ts'
import { openPush } from '#server/push/push.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { openRecommendations } from '#server/recommendations/recommendations.ts'
import { addRegionGauges, listPlace, openRegion, type Region } from '#server/region/region.ts'
import { openReleases } from '#server/releases/releases.ts'
import { openRegistration } from '#server/registration/registration.ts'
import { openRemoteControl } from '#server/remote-control/remote-control.ts'
import { openSearch, type Search } from '#server/search/search.ts'
import { type LiveService, openService } from '#server/site/site.ts'
import { openStaff } from '#server/staff/staff.ts'
import { openStreams, type Streams } from '#server/streams/streams.ts'
import { openTelevision, type LiveTelevision } from '#server/television/television.ts'
import { openTvLogin } from '#server/tv-login/tv-login.ts'
import { openViewing } from '#server/viewing/viewing.ts'
import { demoAbroadAddress } from './demo/stand-abroad.ts'
import { followChanges } from './follow-changes.ts'

/** The context with the pool for short statements. */
type ModuleContext = AppContext & { readonly db: Db }

export interface OpenModules {
  readonly modules: Modules
  close(): Promise<void>
}

/** Throws when the database does not answer. */
export async function createModules(context: AppContext): Promise<OpenModules> {
  const { jobDatabase, clock, log, dataDir } = context
  const withDb: ModuleContext = { ...context, db: context.database.db }
  const service = await openService(jobDatabase.db)
  const people = await openPeople(withDb, service)
  const { accounts, billing, region } = people
  const catalogue = await openCatalogue(jobDatabase.db, clock)
  const television = await openTelevision(jobDatabase.db, clock)
  const blackouts = await openBlackouts({ db: jobDatabase.db, clock, television, catalogue })
  const pictures = await openPictures({
    dir: join(dataDir, 'images'),
    log,
    nameOf: (kind, id) => nameOfPicture(kind, id, catalogue, television),
  })
  const streams = openStreams({ ...withDb, billing, accounts })
  const ticketSec = context.settings.EKRAN_TICKET_SECONDS
  const endedDevices = openEndedDevices({ ...withDb, ticketSec })
  const engine = engineOf(context, ticketPolicy(context, region, { streams, endedDevices, blackouts }))
  const assetOf = (assetId: string) => engine.describeAsset(assetId)
  const modules: Modules = {
    ...people,
    service,
    notifications: notificationsOf(withDb, people),
    remoteControl: remoteControlOf(withDb, people),
    catalogue,
    television,
    search: searchOf(context, catalogue, television),
    viewing: openViewing({ ...withDb, catalogue, television, assetOf }),
    recommendations: openRecommendations(jobDatabase.db),
    pictures,
    push: await pushOf(withDb),
    releases: openReleases(withDb),
    entitlement: openEntitlement({ billing, clock, isPlayable: (id) => assetOf(id) !== undefined }),
    blackouts,
    streams,
    endedDevices,
    exportAddresses: openExportAddresses({ ...withDb, ...people, streams }),
    plays: openPlayCollector({ ...context, db: jobDatabase.db, catalogue, television }),
    engine,
  }
  const listening = await followChanges(context, modules)
  // After listening has started, so that no notification is missed.
  await streams.recall()
  await blackouts.reload()
  return {
    modules,
    close: async () => {
      await listening.close()
      await modules.plays.close()
      modules.search.close()
      await engine.close()
      await streams.close()
      region.close()
      await people.registration.close()
      await Promise.all([people.audit.close(), people.messages.close(), modules.push.close()])
    },
  }
}

type People = Pick<
  Modules,
  | 'accounts'
  | 'audit'
  | 'billing'
  | 'cards'
  | 'merchants'
  | 'messages'
  | 'region'
  | 'registration'
  | 'staff'
  | 'tvLogin'
>

/** Who a client is, where it connects from, and what it pays for. */
async function openPeople(context: ModuleContext, service: LiveService): Promise<People> {
  const { settings, secrets, clock, log, dataDir } = context
  const audit = openAudit({ ...context, key: auditKey(secrets) })
  const messages = openGateways(context)
  const region = await openRegion({
    ...context,
    place: listPlace(settings.EKRAN_NETWORK_PREFIXES, dataDir),
    maxDays: settings.EKRAN_NETWORK_PREFIXES_MAX_DAYS,
    abroad: settings.EKRAN_DEMO ? demoAbroadAddress : undefined,
  })
  addRegionGauges(context.metrics, region)
  const accounts = accountsOf(context, audit, service)
  const billing = openBilling({ db: context.db, clock })
  return {
    audit,
    messages,
    region,
    accounts,
    billing,
    staff: staffOf(context, audit),
    registration: openRegistration({
      ...context,
      accounts,
      audit,
      messages,
      billing,
      rules: {
        ways: settings.EKRAN_REGISTRATION,
        clientIds: settings.EKRAN_REGISTRATION_CLIENTS,
        activationPeriods: settings.EKRAN_ACTIVATION_PERIODS,
      },
      codesPerHour: settings.EKRAN_CODES_PER_HOUR,
      secret: secrets.passwordPepper,
      publicUrl: settings.EKRAN_PUBLIC_URL,
    }),
    tvLogin: openTvLogin({ ...context, accounts, audit }),
    cards: openCards({
      ...context,
      audit,
      secret: secrets.passwordPepper,
      gateway: context.quiet === undefined ? settings.EKRAN_CARD_GATEWAY : undefined,
      billing,
    }),
    merchants: openMerchants(
      { db: context.db, clock, log, accounts, billing },
      {
        payme: settings.EKRAN_PAYME,
        click: settings.EKRAN_CLICK,
        paynet: settings.EKRAN_PAYNET,
        uzum: settings.EKRAN_UZUM,
      },
      settings.EKRAN_PUBLIC_URL,
    ),
  }
}

function accountsOf(context: ModuleContext, audit: Audit, service: LiveService) {
  const { secrets, settings } = context
  return openAccounts({
    ...context,
    pepper: secrets.passwordPepper,
    get supportPhone() {
      return service.now().supportPhone || settings.EKRAN_SUPPORT_PHONE
    },
    audit,
  })
}

/** Passkeys are for the public address; without one for this machine, where a console can be tried out. */
function staffOf(context: ModuleContext, audit: Audit) {
  const { settings, secrets } = context
  const site = new URL(settings.EKRAN_PUBLIC_URL ?? `http://localhost:${settings.EKRAN_PORT}`)
  return openStaff({
    ...context,
    audit,
    pepper: secrets.passwordPepper,
    operatorPassword: settings.EKRAN_OPERATOR_PASSWORD,
    passkeySite: { origin: site.origin, rpId: site.hostname },
  })
}

function notificationsOf(context: ModuleContext, { accounts }: People) {
  const notifications = openNotifications({ ...context, accounts })
  context.metrics.gauge('ekran_notices_waiting', 'Callers who wait for a notification', () =>
    notifications.waiting(),
  )
  return notifications
}

/** Only the process with jobs delivers: another one needs neither the keys nor a connection. */
function pushOf(context: ModuleContext) {
  const { settings, jobDatabase, quiet, runs } = context
  return openPush({
    ...context,
    jobDb: jobDatabase.db,
    fcm: settings.EKRAN_FCM,
    apns: settings.EKRAN_APNS,
    delivers: runs.has('jobs') && quiet === undefined,
  })
}

function remoteControlOf(context: ModuleContext, { accounts, audit }: People) {
  const remoteControl = openRemoteControl({ ...context, accounts, audit })
  context.metrics.gauge(
    'ekran_remote_control_waiting',
    'Televisions and phones that wait for a change of the other',
    () => remoteControl.waiting(),
  )
  return remoteControl
}

/** Only the process that serves requests needs an index. */
function searchOf(context: AppContext, catalogue: LiveCatalogue, television: LiveTelevision): Search {
  const { log } = context
  const search = openSearch({
    catalogue,
    television,
    log,
    onBuilt: () => context.dropCachedResponses('search.'),
  })
  if (context.runs.has('api')) search.start()
  return search
}

interface PolicyParts {
  readonly streams: Streams
  readonly endedDevices: EndedDevices
  readonly blackouts: Blackouts
}

/** Whether a ticket may be used: checked for every media request, from memory. */
function ticketPolicy(
  { settings, metrics }: AppContext,
  region: Region,
  { streams, endedDevices, blackouts }: PolicyParts,
): TicketPolicy {
  const clientAddress = clientAddressReader(settings.EKRAN_TRUSTED_PROXIES)
  metrics.gauge(
    'ekran_streams_stopped',
    'Stopped streams whose tickets are not over yet',
    () => streams.stoppedCount,
  )
  const placeOf = (request: IncomingMessage) => region.audienceOf(clientAddress(request))
  return {
    placeOf,
    closureOf: (request, subject) => ticketClosure(blackouts, () => placeOf(request), subject),
    isRevoked: (sessionId) => streams.isStopped(sessionId) || endedDevices.isEnded(sessionId),
    seen: (streamId) => streams.seen(streamId),
  }
}

function engineOf(
  { dataDir, runs, programs, clock, secrets, settings, quiet, log }: AppContext,
  policy: TicketPolicy,
): Engine {
  const address = settings.EKRAN_PUBLIC_URL ?? ''
  if (settings.EKRAN_ENCRYPT && /^http:\/\/(?!localhost\b|127\.)/.test(address))
    log.warn('settings.encryption_needs_https', {
      address,
    })
  return createEngine({
    storeDir: join(dataDir, 'media'),
    role: runs.has('media') && quiet === undefined ? 'records' : 'reads',
    ...(quiet === undefined ? {} : { whyReading: `quiet mode is on (${quiet})` }),
    ffmpegPath: programs.ffmpegPath,
    ffprobePath: programs.ffprobePath,
    clock: () => clock.nowMs(),
    archiveLeadMs: settings.EKRAN_ARCHIVE_LEAD_SECONDS * 1000,
    archiveLagMs: settings.EKRAN_ARCHIVE_LAG_SECONDS * 1000,
    catchupConnections: settings.EKRAN_CATCHUP_CONNECTIONS,
    catchupBytes: settings.EKRAN_CATCHUP_GB * 1e9,
    freeSpaceFloorBytes: settings.EKRAN_FREE_SPACE_GB * 1e9,
    ticketSecrets: secrets.ticketSecrets,
    encryptFilms: settings.EKRAN_ENCRYPT,
    policy,
    log: log.with({ part: 'media' }),
  })
}

/** Codes are sent by the process that serves requests, alarms by the one with jobs; others need no connection. */
function openGateways({ settings, quiet, runs, clock, log, metrics, random }: AppContext): Messages {
  const sends = (runs.has('api') || runs.has('jobs')) && quiet === undefined
  return openMessages({
    smsRoutes: sends ? settings.EKRAN_SMS_ROUTES : [],
    voiceRoute: sends ? settings.EKRAN_VOICE_ROUTE : undefined,
    clock,
    log,
    metrics,
    random,
  })
}

function nameOfPicture(
  kind: PictureKind,
  id: number,
  catalogue: LiveCatalogue,
  television: LiveTelevision,
): string | undefined {
  if (kind === 'logo') {
    const channel = television.now().channel(id)
    return channel === undefined ? undefined : inLanguage(channel.name, 'ru')
  }
  if (kind !== 'poster' && kind !== 'backdrop') return undefined
  const title = catalogue.now().anyTitle(id)
  return title === undefined ? undefined : nameOf(title, 'ru')
}
