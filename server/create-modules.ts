/** Opens the modules layer by layer and joins each to what it needs of the others. */
import { join } from 'node:path'
import { createEngine, type Engine, type TicketDoor } from '#media/media.ts'
import { openAccounts, sessionChangedChannel, type Accounts } from '#server/accounts/accounts.ts'
import { auditKey, openAudit, type Audit } from '#server/audit/audit.ts'
import { openBilling, tariffsChangedChannel, type Billing } from '#server/billing/billing.ts'
import { inLanguage, nameOf, openCatalogue, type LiveCatalogue } from '#server/catalogue/catalogue.ts'
import { demoAbroadAddress } from './demo/stand-abroad.ts'
import { openEntitlement, type Entitlement } from '#server/entitlement/entitlement.ts'
import { openCards, type Cards } from '#server/cards/cards.ts'
import { cinemasChangedChannel } from '#server/cinemas/cinemas.ts'
import type { AppContext } from './app-context.ts'
import { openMessages, type Messages } from '#server/messages/messages.ts'
import {
  accountOfChange,
  noticesChangedChannel,
  notificationsChangedChannel,
  openNotifications,
  type HeadPorts,
  type Notifications,
} from '#server/notices/notices.ts'
import { headsOf } from './page-facts.ts'
import { clientAddressReader } from '#server/platform/http/client-address.ts'
import { listenToDatabase } from '#server/platform/notifications.ts'
import { readsUntilDone, type UntilRead } from '#server/platform/until-read.ts'
import { openPictures, type PictureKind, type Pictures } from '#server/pictures/pictures.ts'
import {
  openRecommendations,
  tasteChangedChannel,
  type Recommendations,
} from '#server/recommendations/recommendations.ts'
import { openRegistration, type Registration } from '#server/registration/registration.ts'
import {
  addRegionGauges,
  listPlace,
  networkListChangedChannel,
  openRegion,
  type Region,
} from '#server/region/region.ts'
import { openSearch, type Search } from '#server/search/search.ts'
import { openEndedDevices, type EndedDevices } from '#server/downloads/downloads.ts'
import { openStreams, streamStoppedChannel, type Streams } from '#server/streams/streams.ts'
import { channelsOfNotification, openTelevision, type LiveTelevision } from '#server/television/television.ts'
import { openViewing, type Viewing } from '#server/viewing/viewing.ts'

export interface Modules {
  readonly audit: Audit
  readonly messages: Messages
  readonly region: Region
  readonly accounts: Accounts
  readonly billing: Billing
  readonly cards: Cards
  readonly notifications: Notifications
  readonly registration: Registration
  readonly catalogue: LiveCatalogue
  readonly television: LiveTelevision
  readonly search: Search
  readonly viewing: Viewing
  readonly recommendations: Recommendations
  readonly pictures: Pictures
  readonly entitlement: Entitlement
  readonly streams: Streams
  readonly endedDevices: EndedDevices
  readonly engine: Engine
  readonly heads: HeadPorts
  close(): Promise<void>
}

/** The window of the guide in memory is moved on this often; it reaches a day further than can be asked for. */
const guideWindowMs = 6 * 3_600_000

export async function createModules(context: AppContext): Promise<Modules> {
  const { database, clock, log, dataDir } = context
  const people = await openPeopleRooms(context)
  const { accounts, billing } = people
  const catalogue = await openCatalogue(context.jobDatabase.db, clock)
  const television = await openTelevision(context.jobDatabase.db, clock)
  const pictures = await openPictures({
    dir: join(dataDir, 'images'),
    log,
    nameOf: (kind, id) => nameOfPicture(kind, id, catalogue, television),
  })
  const streams = openStreams({ ...context, db: database.db, billing, accounts })
  const endedDevices = openEndedDevices({ db: database.db, clock, ticketSec: ticketSecOf(context) })
  const engine = engineOf(context, doorOf(context, people.region, streams, endedDevices))
  const isPlayable = (assetId: string) => engine.describeAsset(assetId) !== undefined
  const entitlement = openEntitlement({ billing, clock, isPlayable })
  const viewing = openViewing({
    db: database.db,
    clock,
    catalogue,
    television,
    assetOf: (assetId) => engine.describeAsset(assetId),
  })
  const notifications = notificationsOf(context, accounts)
  const recommendations = openRecommendations(context.jobDatabase.db)
  const followed = { ...people, catalogue, television, notifications, recommendations, streams, endedDevices }
  const listening = await followChanges(context, followed)
  // After listening began, so that nothing falls between.
  await streams.recall()
  const search = searchOf(context, catalogue, television)
  return {
    ...people,
    notifications,
    catalogue,
    television,
    search,
    viewing,
    recommendations,
    pictures,
    entitlement,
    streams,
    endedDevices,
    engine,
    heads: headsOf({ catalogue, television, viewing }),
    close: async () => {
      await listening.close()
      search.close()
      await engine.close()
      await streams.close()
      people.region.close()
      await people.registration.close()
      await Promise.all([people.audit.close(), people.messages.close()])
    },
  }
}

/** Who somebody is, where from, and what they pay for. */
async function openPeopleRooms(
  context: AppContext,
): Promise<
  Pick<Modules, 'audit' | 'messages' | 'region' | 'accounts' | 'billing' | 'cards' | 'registration'>
> {
  const { settings, secrets, database, clock, log, dataDir } = context
  const audit = openAudit({ db: database.db, clock, log, key: auditKey(secrets) })
  const messages = openGateways(context)
  const region = await openRegion({
    db: database.db,
    place: listPlace(settings.EKRAN_NETWORK_PREFIXES, dataDir),
    clock,
    log,
    maxDays: settings.EKRAN_NETWORK_PREFIXES_MAX_DAYS,
    abroad: settings.EKRAN_DEMO ? demoAbroadAddress : undefined,
  })
  addRegionGauges(context.metrics, region)
  const accounts = openAccounts({
    db: database.db,
    clock,
    random: context.random,
    pepper: secrets.passwordPepper,
    supportPhone: settings.EKRAN_SUPPORT_PHONE,
    audit,
    isInside: (address) => region.isInside(address),
  })
  const billing = openBilling({ db: database.db, clock })
  const registration = registrationOf(context, { accounts, audit, messages, billing })
  const cards = openCards({
    ...context,
    db: database.db,
    audit,
    secret: secrets.passwordPepper,
    gateway: context.quiet === undefined ? settings.EKRAN_CARD_GATEWAY : undefined,
    credit: (movement) => billing.moveMoney(movement),
    tariffs: billing,
  })
  return { audit, messages, region, accounts, billing, cards, registration }
}

function registrationOf(
  context: AppContext,
  { accounts, audit, messages, billing }: Pick<Modules, 'accounts' | 'audit' | 'messages' | 'billing'>,
): Registration {
  const { settings } = context
  return openRegistration({
    db: context.database.db,
    clock: context.clock,
    random: context.random,
    log: context.log,
    metrics: context.metrics,
    accounts,
    audit,
    messages,
    openAccount: (trx, accountId) => billing.openAccount(trx, accountId),
    rules: {
      ways: settings.EKRAN_REGISTRATION,
      clientIds: settings.EKRAN_REGISTRATION_CLIENTS,
      activationPeriods: settings.EKRAN_ACTIVATION_PERIODS,
    },
    codesPerHour: settings.EKRAN_CODES_PER_HOUR,
    secret: context.secrets.passwordPepper,
    publicUrl: settings.EKRAN_PUBLIC_URL,
  })
}

function notificationsOf({ database, clock, log, metrics }: AppContext, accounts: Accounts): Notifications {
  const notifications = openNotifications({
    db: database.db,
    clock,
    log,
    accountCreatedAt: async (accountId) => (await accounts.accountOf(accountId))?.createdAt ?? new Date(0),
  })
  metrics.gauge('ekran_notices_waiting', 'Callers who wait for a notification', () => notifications.waiting())
  return notifications
}

/** Searching is answering calls: another process has no use for an index. */
function searchOf(context: AppContext, catalogue: LiveCatalogue, television: LiveTelevision): Search {
  const { log } = context
  const search = openSearch({ catalogue, television, log, onBuilt: () => context.forgetAnswers('search.') })
  if (context.runs.has('api')) search.start()
  return search
}

function ticketSecOf({ settings }: AppContext) {
  return settings.EKRAN_TICKET_SECONDS
}

/** Who may use a ticket: asked with every piece of media, and answered from memory. */
function doorOf(
  { settings, metrics }: AppContext,
  region: Region,
  streams: Streams,
  endedDevices: EndedDevices,
): TicketDoor {
  const clientAddress = clientAddressReader(settings.EKRAN_TRUSTED_PROXIES)
  metrics.gauge(
    'ekran_streams_stopped',
    'Stopped streams whose tickets are not over yet',
    () => streams.stoppedCount,
  )
  return {
    placeOf: (request) => region.audienceOf(clientAddress(request)),
    isRevoked: (sessionId) => streams.isStopped(sessionId) || endedDevices.isEnded(sessionId),
    seen: (streamId) => streams.seen(streamId),
  }
}

function engineOf(
  { dataDir, runs, programs, clock, secrets, settings, quiet, log }: AppContext,
  door: TicketDoor,
): Engine {
  const address = settings.EKRAN_PUBLIC_URL ?? ''
  if (settings.EKRAN_ENCRYPT && /^http:\/\/(?!localhost\b|127\.)/.test(address))
    log.warn('settings.encryption_needs_https', {
      address,
    })
  return createEngine({
    storeDir: join(dataDir, 'media'),
    role: runs.has('media') && quiet === undefined ? 'records' : 'reads',
    ...(quiet === undefined ? {} : { whyReading: `it is to keep quiet (${quiet})` }),
    ffmpegPath: programs.ffmpegPath,
    ffprobePath: programs.ffprobePath,
    clock: () => clock.nowMs(),
    archiveLeadMs: settings.EKRAN_ARCHIVE_LEAD_SECONDS * 1000,
    archiveLagMs: settings.EKRAN_ARCHIVE_LAG_SECONDS * 1000,
    freeSpaceFloorBytes: settings.EKRAN_FREE_SPACE_GB * 1e9,
    ticketSecrets: secrets.ticketSecrets,
    encryptFilms: settings.EKRAN_ENCRYPT,
    door,
    log: log.with({ part: 'media' }),
  })
}

/** Messages are asked for by calls: another process has no reason to be bound to a gateway. */
function openGateways({ settings, quiet, runs, clock, log, metrics, random }: AppContext): Messages {
  const sends = runs.has('api') && quiet === undefined
  return openMessages({
    smsRoutes: sends ? settings.EKRAN_SMS_ROUTES : [],
    voiceRoute: sends ? settings.EKRAN_VOICE_ROUTE : undefined,
    clock,
    log,
    metrics,
    random,
  })
}

type Followed = Pick<
  Modules,
  | 'accounts'
  | 'billing'
  | 'catalogue'
  | 'television'
  | 'notifications'
  | 'recommendations'
  | 'region'
  | 'streams'
  | 'endedDevices'
>

/** Whatever tells of tariffs, to viewers and to guests, is made anew. */
function forgetTariffs(context: AppContext, { billing }: Followed): void {
  billing.forgetTariffs()
  context.forgetAnswers('site.')
  context.forgetAnswers('channels.')
}

/** Content changed, here or in another process: read it again, then forget the answers made of it. */
async function followChanges(context: AppContext, modules: Followed) {
  const { log } = context
  const { accounts, catalogue, television, notifications, streams } = modules
  const reads = readsUntilDone(log)
  catalogue.onChange(() => context.forgetAnswers())
  television.onChange(() => context.forgetAnswers('channels.'))
  const readTaste = followTaste(context, modules.recommendations, reads)
  const listening = await listenToDatabase({
    place: context.place,
    log,
    on: {
      catalogue_changed: () => reads.start('catalogue', () => catalogue.reload()),
      [cinemasChangedChannel]: () => context.forgetAnswers('cinemas.'),
      channels_changed: () => reads.start('channels', () => television.reloadChannels()),
      [noticesChangedChannel]: () => {
        context.forgetAnswers('site.')
        context.forgetAnswers('information.')
      },
      [notificationsChangedChannel]: (payload) => {
        const accountId = accountOfChange(payload)
        if (accountId === null) context.forgetAnswers('notifications.')
        notifications.changed(accountId)
      },
      [tasteChangedChannel]: readTaste,
      [sessionChangedChannel]: (payload) => {
        accounts.sessionsChanged(payload)
        if (/^\d{1,10}$/.test(payload))
          reads.start('ended_sessions', () => endWithSessions(modules, Number(payload)))
      },
      [tariffsChangedChannel]: () => forgetTariffs(context, modules),
      [networkListChangedChannel]: () => void modules.region.refresh(),
      [streamStoppedChannel]: (payload) => streams.heard(payload),
      guide_changed: (payload) =>
        reads.start('guide', () => television.reloadGuide(channelsOfNotification(payload))),
    },
    onMissed: () => {
      accounts.forgetSessions()
      forgetTariffs(context, modules)
      notifications.changed(null)
      readTaste()
      void modules.region.refresh()
      reads.start('stopped_streams', () => streams.recall())
      reads.start('catalogue', () => catalogue.reload())
      reads.start('channels', () => television.reloadChannels())
      reads.start('guide', () => television.reloadGuide())
    },
  })
  // The guide in memory is a window around today; a guide that nobody changes would stay that of the start's day.
  const moving = setInterval(() => reads.start('guide', () => television.reloadGuide()), guideWindowMs)
  moving.unref()
  return {
    close: () => {
      clearInterval(moving)
      reads.close()
      return listening.close()
    },
  }
}

async function endWithSessions(
  { streams, endedDevices }: Pick<Modules, 'streams' | 'endedDevices'>,
  accountId: number,
): Promise<void> {
  await streams.sessionsChanged(accountId)
  await endedDevices.sessionsChanged(accountId)
}

/** Recommending is answering calls: another process has no use for what was learnt. */
function followTaste(context: AppContext, recommendations: Recommendations, reads: UntilRead): () => void {
  recommendations.onChange(() => {
    context.forgetAnswers('recommendations.')
    context.forgetAnswers('search.related')
  })
  const read = () => {
    if (context.runs.has('api')) reads.start('recommendations', () => recommendations.reload())
  }
  read()
  return read
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
