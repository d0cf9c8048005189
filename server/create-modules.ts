/** Creates the domain modules layer by layer; each gets the modules below it. */
import type { IncomingMessage } from 'node:http'
import { openNotifications } from '#server/notifications/notifications.ts'
import { join } from 'node:path'
import { createEngine, type Engine, type TicketPolicy } from '#media/media.ts'
import { openAccounts } from '#server/accounts/accounts.ts'
import type { Modules } from '#server/api/api.ts'
import { openApiKeys } from '#server/api-keys/api-keys.ts'
import { type Audit, auditKey, openAudit } from '#server/audit/audit.ts'
import { type Blackouts, openBlackouts, ticketClosure } from '#server/blackouts/blackouts.ts'
import { openBilling } from '#server/billing/billing.ts'
import { storeReceipt } from '#server/campaigns/campaigns.ts'
import { lastCommandsOf } from '#server/commands/commands.ts'
import { openNetworks } from '#server/cities/cities.ts'
import { openCards } from '#server/cards/cards.ts'
import { openEndedDevices, type EndedDevices } from '#server/downloads/downloads.ts'
import { openExportAddresses } from '#server/export/export.ts'
import { openEdges } from '#server/edges/edges.ts'
import { openMerchants } from '#server/merchants/merchants.ts'
import { openMessages, type Messages } from '#server/messages/messages.ts'
import { openPictures } from '#server/pictures/pictures.ts'
import type { ChannelLeases } from '#server/channel-leases/channel-leases.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { mediaClientAddressReader } from '#server/platform/http/client/client-address.ts'
import { publicUrlAt } from '#server/platform/http/site/site-origin.ts'
import { loadInstallationId } from '#server/platform/installation/installation.ts'
import { archiveStoreOf } from '#server/platform/settings/object-store-settings.ts'
import { openProfileLimits } from '#server/profile-limits/profile-limits.ts'
import { openRecommendations } from '#server/recommendations/recommendations.ts'
import { addRegionGauges, listPlace, openRegion, type Region } from '#server/region/region.ts'
import { openReleases } from '#server/releases/releases.ts'
import { openRegistration } from '#server/registration/registration.ts'
import { openRemoteControl } from '#server/remote-control/remote-control.ts'
import { type LiveService, mainName, openService, serviceName } from '#server/site/site.ts'
import { openStaff } from '#server/staff/staff.ts'
import { openStreams, type Streams } from '#server/streams/streams.ts'
import { openSupportViews } from '#server/support-views/support-views.ts'
import { openTvLogin } from '#server/tv-login/tv-login.ts'
import { openViewing } from '#server/viewing/viewing.ts'
import { demoAbroadAddress } from './demo/stand-abroad.ts'
import { applySettings } from './apply-settings.ts'
import { pushOf } from './open-push-services.ts'
import { programmePartsOf } from './programme-parts.ts'
import { followChanges } from './follow-changes.ts'
import { broadcastTitlesOf } from './broadcast-title-parts.ts'
import { nameOfPicture, openWholeContent, playsOf, searchOf } from './content-parts.ts'
import { entitlementOf, guestsOf } from './guest-parts.ts'
import { profilesOf } from './profile-parts.ts'
import { telegramBotOf, telegramCodes, telegramOf } from './telegram-parts.ts'

/** The context with the pool for short statements. */
type ModuleContext = AppContext & { readonly db: Db }

export interface OpenModules {
  readonly modules: Modules
  close(): Promise<void>
}

/** Throws when the database does not answer. */
export async function createModules(context: AppContext, leases?: ChannelLeases): Promise<OpenModules> {
  const { jobDatabase, log, dataDir } = context
  const withDb: ModuleContext = { ...context, db: context.database.db }
  const service = await openService(jobDatabase.db)
  const people = await openPeople(withDb, service)
  const { accounts, billing, region } = people
  const { whole, profileLimits, blackouts } = await contentOf(context)
  const { catalogue, television } = profileLimits
  const pictures = await openPictures({
    dir: join(dataDir, 'images'),
    log,
    nameOf: (kind, id) => nameOfPicture(kind, id, whole),
  })
  const streams = openStreams({ ...withDb, billing, accounts, guests: guestsOf(context) })
  const ticketSec = context.settings.EKRAN_TICKET_SECONDS
  const search = searchOf(context, whole)
  const endedDevices = openEndedDevices({ ...withDb, ticketSec })
  const policy = ticketPolicy(context, region, { streams, endedDevices, blackouts })
  const engine = engineOf(context, policy, leases)
  const assetOf = (assetId: string) => engine.describeAsset(assetId)
  const entitlement = entitlementOf(context, billing, assetOf)
  const modules: Modules = {
    ...{ ...people, supportViews: openSupportViews({ ...withDb, ...people }) },
    notifications: notificationsOf(withDb, people),
    remoteControl: remoteControlOf(withDb, people),
    ...{ service, catalogue, television, search },
    viewing: openViewing({ ...withDb, catalogue, television, assetOf }),
    recommendations: openRecommendations(jobDatabase.db),
    ...programmePartsOf(withDb, {
      ...{ billing, engine, entitlement, television: whole.television },
      isHiddenFrom: profileLimits.isHiddenFrom,
    }),
    broadcastTitles: broadcastTitlesOf(withDb, { ...whole, engine, pictures }),
    ...{ profileLimits, pictures },
    push: await pushOf(withDb, profileLimits),
    releases: openReleases(withDb),
    entitlement,
    telegramBot: telegramBotOf(withDb, people, { service, engine, entitlement, profileLimits, search }),
    blackouts,
    streams,
    ...{ endedDevices, edges: await openEdges({ db: jobDatabase.db, log }) },
    exportAddresses: openExportAddresses({ ...withDb, ...people, streams }),
    plays: playsOf(context, people, whole.catalogue, whole.television),
    engine,
  }
  if (context.runs.has('jobs')) modules.broadcastTitles.start()
  context.liveSettings.onChange((changed) => applySettings(context, modules, changed))
  const listening = await followChanges(context, modules)
  // After listening has started, so that no notification is missed.
  await context.liveSettings.reload()
  await streams.recall()
  await blackouts.reload()
  return {
    modules,
    close: async () => {
      await listening.close()
      await closeModules(modules)
    },
  }
}

/** Everything there is; what answers requests reads it within the limits of the profile that asks. */
async function contentOf(context: AppContext) {
  const { database, jobDatabase, clock } = context
  const whole = await openWholeContent(context)
  const profileLimits = openProfileLimits({ db: database.db, clock, ...whole })
  return { whole, profileLimits, blackouts: await openBlackouts({ db: jobDatabase.db, clock, ...whole }) }
}

async function closeModules(modules: Modules): Promise<void> {
  const { plays, search, broadcastTitles, engine, streams, region, registration, audit, messages, push } =
    modules
  await plays.close()
  search.close()
  await broadcastTitles.close()
  for (const module of [engine, streams]) await module.close()
  region.close()
  await registration.close()
  await Promise.all([audit.close(), messages.close(), push.close()])
}

type People = Pick<
  Modules,
  | 'accounts'
  | 'apiKeys'
  | 'audit'
  | 'billing'
  | 'cards'
  | 'merchants'
  | 'messages'
  | 'networks'
  | 'profiles'
  | 'region'
  | 'registration'
  | 'staff'
  | 'telegram'
  | 'tvLogin'
>

/** Who a client is, where it connects from, and what it pays for. */
async function openPeople(context: ModuleContext, service: LiveService): Promise<People> {
  const { settings, secrets, clock, dataDir } = context
  const audit = openAudit({ ...context, key: auditKey(secrets) })
  const messages = openGateways(context)
  const networks = await openNetworks(context)
  const region = await openRegion({
    ...context,
    isOperators: (address) => networks.networkOf(address) !== undefined,
    place: listPlace(settings.EKRAN_NETWORK_PREFIXES, dataDir),
    get maxDays() {
      return settings.EKRAN_NETWORK_PREFIXES_MAX_DAYS
    },
    abroad: settings.EKRAN_DEMO ? demoAbroadAddress : undefined,
  })
  addRegionGauges(context.metrics, region)
  const accounts = accountsOf(context, audit, service)
  const billing = openBilling({ db: context.db, clock })
  const telegram = telegramOf(context)
  return {
    audit,
    messages,
    telegram,
    networks,
    region,
    accounts,
    apiKeys: openApiKeys({ ...context, audit }),
    profiles: profilesOf(context, { audit, accounts }),
    billing,
    staff: staffOf(context, audit, service),
    registration: openRegistration({
      ...context,
      accounts,
      audit,
      messages,
      billing,
      telegramCodes: telegramCodes(telegram),
      rules: registrationRules(settings),
      get codesPerHour() {
        return settings.EKRAN_CODES_PER_HOUR
      },
      secret: secrets.passwordPepper,
      urlAt: (host) => publicUrlAt(host, settings.EKRAN_PUBLIC_URL, service.at),
      serviceName: (language, serviceId) => serviceName(service.of(serviceId), language),
    }),
    tvLogin: openTvLogin({ ...context, accounts, audit }),
    cards: openCards({
      ...context,
      audit,
      secret: secrets.passwordPepper,
      gateway: context.quiet === undefined ? settings.EKRAN_CARD_GATEWAY : undefined,
      billing,
    }),
    merchants: merchantsOf(context, { accounts, billing }, service),
  }
}

function merchantsOf(
  { db, clock, log, settings }: ModuleContext,
  people: Pick<People, 'accounts' | 'billing'>,
  service: LiveService,
) {
  return openMerchants(
    { db, clock, log, ...people, serviceName: () => mainName(service.now()) },
    {
      ...{ payme: settings.EKRAN_PAYME, click: settings.EKRAN_CLICK },
      ...{ paynet: settings.EKRAN_PAYNET, uzum: settings.EKRAN_UZUM },
    },
    settings.EKRAN_PUBLIC_URL,
  )
}

/** They change while the server runs. */
function registrationRules(settings: AppContext['settings']) {
  return {
    get ways() {
      return settings.EKRAN_REGISTRATION
    },
    get clientIds() {
      return settings.EKRAN_REGISTRATION_CLIENTS
    },
    get activationPeriods() {
      return settings.EKRAN_ACTIVATION_PERIODS
    },
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
function staffOf(context: ModuleContext, audit: Audit, service: LiveService) {
  const { settings, secrets } = context
  const site = new URL(settings.EKRAN_PUBLIC_URL ?? `http://localhost:${settings.EKRAN_PORT}`)
  return openStaff({
    ...context,
    audit,
    pepper: secrets.passwordPepper,
    operatorPassword: settings.EKRAN_OPERATOR_PASSWORD,
    passkeySite: { origin: site.origin, rpId: site.hostname },
    serviceName: () => mainName(service.now()),
  })
}

function notificationsOf(context: ModuleContext, { accounts }: People) {
  const notifications = openNotifications({
    ...{ ...context, accounts },
    lastCommands: (accountIds) => lastCommandsOf(context.db, accountIds, context.clock.nowMs()),
  })
  context.metrics.gauge('ekran_notices_waiting', 'Callers who wait for a notification', () =>
    notifications.waiting(),
  )
  return notifications
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
  const clientAddress = mediaClientAddressReader(settings)
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
  { dataDir, runs, programs, clock, secrets, settings, quiet, log, jobDatabase, random }: AppContext,
  policy: TicketPolicy,
  leases: ChannelLeases | undefined,
): Engine {
  const address = settings.EKRAN_PUBLIC_URL ?? ''
  if (settings.EKRAN_ENCRYPT && /^http:\/\/(?!localhost\b|127\.)/.test(address))
    log.warn('settings.encryption_needs_https', {
      address,
    })
  const archiveStore = archiveStoreOf(settings)
  return createEngine({
    storeDir: join(dataDir, 'media'),
    archiveStore: archiveStore && {
      ...archiveStore,
      owner: () => loadInstallationId(jobDatabase.db, random),
    },
    role: runs.has('media') && quiet === undefined ? 'records' : 'reads',
    holding: leases && {
      mayWrite: (channelId) => leases.mayWrite(channelId),
      hasFolder: () => leases.hasFolder(),
      isLeased: (channelId) => leases.holderOf(channelId) !== undefined,
    },
    ...(quiet === undefined ? {} : { whyReading: `quiet mode is on (${quiet})` }),
    ...programs,
    clock: () => clock.nowMs(),
    get archiveLeadMs() {
      return settings.EKRAN_ARCHIVE_LEAD_SECONDS * 1000
    },
    get archiveLagMs() {
      return settings.EKRAN_ARCHIVE_LAG_SECONDS * 1000
    },
    get catchupConnections() {
      return settings.EKRAN_CATCHUP_CONNECTIONS
    },
    get catchupBytes() {
      return settings.EKRAN_CATCHUP_GB * 1e9
    },
    get freeSpaceFloorBytes() {
      return settings.EKRAN_FREE_SPACE_GB * 1e9
    },
    ticketSecrets: secrets.ticketSecrets,
    encryptFilms: settings.EKRAN_ENCRYPT,
    policy,
    log: log.with({ part: 'media' }),
  })
}

/** Codes are sent by the process that serves requests, alarms by the one with jobs; others need no connection. */
function openGateways(context: ModuleContext): Messages {
  const { settings, quiet, runs, clock, log, metrics, random, db } = context
  const sends = (runs.has('api') || runs.has('jobs')) && quiet === undefined
  return openMessages({
    smsRoutes: sends ? settings.EKRAN_SMS_ROUTES : [],
    voiceRoute: sends ? settings.EKRAN_VOICE_ROUTE : undefined,
    clock,
    log,
    metrics,
    random,
    onReceipt: (receipt) => {
      storeReceipt(db, receipt, clock.nowMs()).catch((error: unknown) =>
        log.warn('campaigns.receipt_not_stored', { error }),
      )
    },
  })
}
