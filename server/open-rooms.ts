/** Opens the rooms floor by floor and joins each to what it needs of the others. */
import { join } from 'node:path'
import { createEngine, type Engine } from '#media/media.ts'
import { openAccounts, sessionChangedChannel, type Accounts } from '#server/accounts/accounts.ts'
import { openAudit, type Audit } from '#server/audit/audit.ts'
import { openBilling, type Billing } from '#server/billing/billing.ts'
import {
  inLanguage,
  nameOf,
  openCatalogue,
  personPhoto,
  type LiveCatalogue,
} from '#server/catalogue/catalogue.ts'
import { openEntitlement, type Entitlement } from '#server/entitlement/entitlement.ts'
import type { Ground } from '#server/ground.ts'
import { openMessages, type Messages } from '#server/messages/messages.ts'
import type { HeadPorts } from '#server/notices/notices.ts'
import { listenToDatabase } from '#server/platform/notifications.ts'
import { openPictures, pictureAddress, type PictureKind, type Pictures } from '#server/pictures/pictures.ts'
import { openRegistration, type Registration } from '#server/registration/registration.ts'
import { addRegionGauges, listPlace, openRegion, type Region } from '#server/region/region.ts'
import { openSearch, type Search } from '#server/search/search.ts'
import { channelsOfNotification, openTelevision, type LiveTelevision } from '#server/television/television.ts'

export interface Rooms {
  readonly audit: Audit
  readonly messages: Messages
  readonly region: Region
  readonly accounts: Accounts
  readonly billing: Billing
  readonly registration: Registration
  readonly catalogue: LiveCatalogue
  readonly television: LiveTelevision
  readonly search: Search
  readonly pictures: Pictures
  readonly entitlement: Entitlement
  readonly engine: Engine
  readonly heads: HeadPorts
  close(): Promise<void>
}

/** The window of the guide in memory is moved on this often; it reaches a day further than can be asked for. */
const guideWindowMs = 6 * 3_600_000

export async function openRooms(ground: Ground): Promise<Rooms> {
  const { settings, secrets, database, clock, log, dataDir } = ground
  const audit = openAudit({ db: database.db, clock, log })
  const messages = openGateways(ground)
  const region = await openRegion({
    place: listPlace(settings.EKRAN_NETWORK_PREFIXES, dataDir),
    clock,
    log,
    maxDays: settings.EKRAN_NETWORK_PREFIXES_MAX_DAYS,
  })
  addRegionGauges(ground.metrics, region)
  const accounts = openAccounts({
    db: database.db,
    clock,
    random: ground.random,
    pepper: secrets.passwordPepper,
    supportPhone: settings.EKRAN_SUPPORT_PHONE,
    audit,
    isInside: (address) => region.isInside(address),
  })
  const billing = openBilling({ db: database.db, clock })
  const registration = registrationOf(ground, { accounts, audit, messages, billing })
  const catalogue = await openCatalogue(ground.jobDatabase.db)
  const television = await openTelevision(ground.jobDatabase.db, clock)
  const pictures = await openPictures({
    dir: join(dataDir, 'images'),
    log,
    nameOf: (kind, id) => nameOfPicture(kind, id, catalogue, television),
  })
  const engine = engineOf(ground)
  const isPlayable = (assetId: string) => engine.describeAsset(assetId) !== undefined
  const entitlement = openEntitlement({ billing, clock, isPlayable })
  const listening = await followChanges(ground, { accounts, catalogue, television })
  const search = searchOf(ground, catalogue, television)
  return {
    audit,
    messages,
    region,
    accounts,
    billing,
    registration,
    catalogue,
    television,
    search,
    pictures,
    entitlement,
    engine,
    heads: headsOf(catalogue, television),
    close: async () => {
      await listening.close()
      search.close()
      await engine.close()
      region.close()
      await registration.close()
      await Promise.all([audit.close(), messages.close()])
    },
  }
}

function registrationOf(
  ground: Ground,
  { accounts, audit, messages, billing }: Pick<Rooms, 'accounts' | 'audit' | 'messages' | 'billing'>,
): Registration {
  const { settings } = ground
  return openRegistration({
    db: ground.database.db,
    clock: ground.clock,
    random: ground.random,
    log: ground.log,
    metrics: ground.metrics,
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
    secret: ground.secrets.passwordPepper,
    publicUrl: settings.EKRAN_PUBLIC_URL,
  })
}

/** Searching is answering calls: another process has no use for an index. */
function searchOf(ground: Ground, catalogue: LiveCatalogue, television: LiveTelevision): Search {
  const { log } = ground
  const search = openSearch({ catalogue, television, log, onBuilt: () => ground.forgetAnswers('search.') })
  if (ground.runs.has('api')) search.start()
  return search
}

function engineOf({ dataDir, runs, programs, clock, secrets, log }: Ground): Engine {
  return createEngine({
    storeDir: join(dataDir, 'media'),
    role: runs.has('media') ? 'records' : 'reads',
    ffmpegPath: programs.ffmpegPath,
    ffprobePath: programs.ffprobePath,
    clock: () => clock.nowMs(),
    ticketSecrets: secrets.ticketSecrets,
    log: log.with({ part: 'media' }),
  })
}

/** Messages are asked for by calls: another process has no reason to be bound to a gateway. */
function openGateways({ settings, runs, clock, log, metrics, random }: Ground): Messages {
  const sends = runs.has('api')
  return openMessages({
    smsRoutes: sends ? settings.EKRAN_SMS_ROUTES : [],
    voiceRoute: sends ? settings.EKRAN_VOICE_ROUTE : undefined,
    clock,
    log,
    metrics,
    random,
  })
}

/** Content changed, here or in another process: read it again, then forget the answers made of it. */
async function followChanges(
  ground: Ground,
  { accounts, catalogue, television }: Pick<Rooms, 'accounts' | 'catalogue' | 'television'>,
) {
  const { log } = ground
  const quietly = (what: string, work: Promise<void>) =>
    void work.catch((error: unknown) => log.error(`${what} could not be read again`, { error }))
  catalogue.onChange(() => ground.forgetAnswers())
  television.onChange(() => ground.forgetAnswers('channels.'))
  const listening = await listenToDatabase({
    place: ground.place,
    log,
    on: {
      catalogue_changed: () => quietly('the catalogue', catalogue.reload()),
      channels_changed: () => quietly('the channels', television.reloadChannels()),
      [sessionChangedChannel]: (payload) => accounts.sessionsChanged(payload),
      guide_changed: (payload) =>
        quietly('the guide', television.reloadGuide(channelsOfNotification(payload))),
    },
    onMissed: () => {
      accounts.forgetSessions()
      quietly('the catalogue', catalogue.reload())
      quietly('the channels', television.reloadChannels())
      quietly('the guide', television.reloadGuide())
    },
  })
  // The guide in memory is a window around today; a guide that nobody changes would stay that of the start's day.
  const moving = setInterval(() => quietly('the guide', television.reloadGuide()), guideWindowMs)
  moving.unref()
  return {
    close: () => {
      clearInterval(moving)
      return listening.close()
    },
  }
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
  const title = catalogue.now().title(id)
  return title === undefined ? undefined : nameOf(title, 'ru')
}

function headsOf(catalogue: LiveCatalogue, television: LiveTelevision): HeadPorts {
  return {
    filmHead: (vid, language) => {
      const title = catalogue.now().title(vid)
      if (title === undefined) return undefined
      return {
        name: nameOf(title, language),
        description: inLanguage(title.description, language),
        image: pictureAddress('backdrop', vid, title.backdrop, 1280),
        kind: title.isSeries ? 'series' : 'film',
        year: title.year,
      }
    },
    personHead: (aid, language) => {
      const person = catalogue.now().content.people.get(aid)
      if (person === undefined) return undefined
      return {
        name: nameOf(person, language),
        description: inLanguage(person.about, language),
        image: personPhoto(person, 480),
        kind: 'person',
      }
    },
    channelHead: (cid, language) => {
      const channel = television.now().channel(cid)
      if (channel === undefined) return undefined
      return {
        name: inLanguage(channel.name, language),
        description: '',
        image: pictureAddress('logo', cid, channel.logo, 480),
        kind: 'channel',
      }
    },
  }
}
