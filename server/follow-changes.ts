/** Follows changes of content and accounts, made in this or another process, through the database's notifications. */
import { accountOfChange, notificationsChangedChannel } from '#server/notifications/notifications.ts'
import { sessionChangedChannel } from '#server/accounts/accounts.ts'
import type { Modules } from '#server/api/api.ts'
import { blackoutsChangedChannel } from '#server/blackouts/blackouts.ts'
import { tariffPausedChannel, tariffsChangedChannel } from '#server/billing/billing.ts'
import { marksChangedChannel } from '#server/catalogue/catalogue.ts'
import { citiesChangedChannel } from '#server/cities/cities.ts'
import { edgesChangedChannel } from '#server/edges/edges.ts'
import { cinemasChangedChannel } from '#server/cinemas/cinemas.ts'
import { publishSkipMarks } from '#server/imports/imports.ts'
import { pushQueuedChannel } from '#server/push/push.ts'
import { telegramQueuedChannel } from '#server/telegram/telegram.ts'
import { remoteChangedChannel } from '#server/remote-control/remote-control.ts'
import { siteChangedChannel } from '#server/site/site.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { listenToDatabase } from '#server/platform/database/notifications.ts'
import { servicesChangedChannel } from '#server/platform/settings/services/stored-services.ts'
import { readsUntilDone, type UntilRead } from '#server/platform/database/until-read.ts'
import { tasteChangedChannel, type Recommendations } from '#server/recommendations/recommendations.ts'
import { releasesChangedChannel } from '#server/releases/releases.ts'
import { networkListChangedChannel } from '#server/region/region.ts'
import { streamStoppedChannel } from '#server/streams/streams.ts'
import { broadcastTitlesChangedChannel } from '#server/broadcast-titles/broadcast-titles.ts'
import { channelsOfNotification } from '#server/television/television.ts'

/** How often the in-memory window of the guide moves; it reaches one day further than can be requested. */
const guideWindowMs = 6 * 3_600_000

type Followed = Pick<
  Modules,
  | 'accounts'
  | 'billing'
  | 'blackouts'
  | 'broadcastTitles'
  | 'catalogue'
  | 'edges'
  | 'endedDevices'
  | 'engine'
  | 'networks'
  | 'notifications'
  | 'push'
  | 'recommendations'
  | 'recordings'
  | 'region'
  | 'releases'
  | 'reminders'
  | 'remoteControl'
  | 'service'
  | 'streams'
  | 'telegram'
  | 'television'
>

/** Drops the cached responses that contain tariffs, for viewers and for guests. */
function forgetTariffs(context: AppContext, { billing }: Followed): void {
  billing.forgetTariffs()
  context.dropCachedResponses('site.')
  context.dropCachedResponses('channels.')
}

/** The pages about apps name their stores. */
function forgetReleases(context: AppContext, { releases }: Followed): void {
  releases.forgetRules()
  context.dropCachedResponses('information.')
}

/** Banners, news, the order of the home page, or the settings of the service, which every page shows. */
async function readSite(context: AppContext, { service }: Pick<Followed, 'service'>): Promise<void> {
  await service.reload()
  context.dropCachedResponses('site.')
  context.dropCachedResponses('home.')
  context.dropCachedResponses('serviceStatus.')
  context.dropCachedResponses('information.')
}

/** Players read the marks of a file from the store of media. */
function publishMarks(
  { runs, jobDatabase: { db } }: AppContext,
  { engine }: Pick<Followed, 'engine'>,
  reads: UntilRead,
  assetId: string,
): void {
  if (runs.has('media'))
    reads.start(`skip marks of ${assetId}`, () => publishSkipMarks({ db, engine }, assetId))
}

/** Lists of the operator that are looked through in memory. */
function operatorLists({ networks, edges }: Pick<Followed, 'networks' | 'edges'>, reads: UntilRead) {
  return {
    [citiesChangedChannel]: () => reads.start('networks', () => networks.reload()),
    [edgesChangedChannel]: () => reads.start('edges', () => edges.reload()),
  }
}

/** Messages were queued, in any process. */
function queuedMessages({ push, telegram }: Pick<Followed, 'push' | 'telegram'>) {
  return {
    [pushQueuedChannel]: () => void push.queued(),
    [telegramQueuedChannel]: () => void telegram.queued(),
  }
}

/** Content changed: reloads it, then drops the cached responses made from it. */
export async function followChanges(context: AppContext, modules: Followed) {
  const { log } = context
  const { accounts, broadcastTitles, catalogue, television, notifications, remoteControl, streams } = modules
  const reads = readsUntilDone(log)
  catalogue.onChange(() => context.dropCachedResponses())
  television.onChange((what) => {
    context.dropCachedResponses('channels.')
    context.dropCachedResponses('guide.')
    if (what === 'guide' && context.runs.has('jobs')) followMoved(modules, reads)
    if (what === 'channels') context.dropCachedResponses('home.')
  })
  const readTaste = followTaste(context, modules.recommendations, reads)
  const ofAccount = readsOfAccounts(reads)
  const listening = await listenToDatabase({
    location: context.databaseLocation,
    log,
    on: {
      catalogue_changed: () => reads.start('catalogue', () => catalogue.reload()),
      [marksChangedChannel]: (assetId) => publishMarks(context, modules, reads, assetId),
      [cinemasChangedChannel]: () => context.dropCachedResponses('cinemas.'),
      ...operatorLists(modules, reads),
      [blackoutsChangedChannel]: () => reads.start('blackouts', () => modules.blackouts.reload()),
      channels_changed: () => reads.start('channels', () => television.reloadChannels()),
      [siteChangedChannel]: () => reads.start('site', () => readSite(context, modules)),
      [servicesChangedChannel]: () => reads.start('settings', () => context.liveSettings.reload()),
      [broadcastTitlesChangedChannel]: () => reads.start('titles', () => broadcastTitles.reload()),
      [releasesChangedChannel]: () => forgetReleases(context, modules),
      [notificationsChangedChannel]: (payload) => {
        const accountId = accountOfChange(payload)
        if (accountId === null) context.dropCachedResponses('notifications.')
        notifications.changed(accountId)
      },
      ...queuedMessages(modules),
      [remoteChangedChannel]: (payload) => remoteControl.changed(payload),
      [tasteChangedChannel]: readTaste,
      [sessionChangedChannel]: (payload) => {
        accounts.sessionsChanged(payload)
        ofAccount(payload, 'ended_sessions', (accountId) => endWithSessions(modules, accountId))
      },
      [tariffPausedChannel]: (payload) =>
        ofAccount(payload, 'paused_streams', (accountId) => streams.tariffPaused(accountId)),
      [tariffsChangedChannel]: () => forgetTariffs(context, modules),
      [networkListChangedChannel]: () => void modules.region.refresh(),
      [streamStoppedChannel]: (payload) => streams.heard(payload),
      guide_changed: (payload) =>
        reads.start('guide', () => television.reloadGuide(channelsOfNotification(payload))),
    },
    onMissed: () => readEverything(context, modules, reads, readTaste),
  })
  // The guide in memory is a window around today; else an unchanged guide would stay at the day of the start.
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

/** What is stored of programmes follows the guide. */
function followMoved({ blackouts, recordings, reminders }: Followed, reads: UntilRead): void {
  reads.start('moved_blackouts', () => blackouts.follow())
  reads.start('moved_reminders', () => reminders.follow())
  reads.start('moved_recordings', () => recordings.follow())
}

/** Starts what follows a change of one account; the payload names it. */
function readsOfAccounts(reads: ReturnType<typeof readsUntilDone>) {
  return (payload: string, what: string, work: (accountId: number) => Promise<void>) => {
    if (/^\d{1,10}$/.test(payload)) reads.start(what, () => work(Number(payload)))
  }
}

/** Notifications may have been missed: drops what is cached and reads everything again. */
function readEverything(
  context: AppContext,
  modules: Followed,
  reads: UntilRead,
  readTaste: () => void,
): void {
  const { accounts, catalogue, television, notifications, remoteControl, streams } = modules
  accounts.forgetSessions()
  forgetTariffs(context, modules)
  forgetReleases(context, modules)
  reads.start('settings', () => context.liveSettings.reload())
  notifications.changed(null)
  void modules.push.queued()
  void modules.telegram.queued()
  remoteControl.sessionsChanged(undefined)
  readTaste()
  void modules.region.refresh()
  reads.start('networks', () => modules.networks.reload())
  reads.start('edges', () => modules.edges.reload())
  reads.start('stopped_streams', () => streams.recall())
  reads.start('blackouts', () => modules.blackouts.reload())
  reads.start('catalogue', () => catalogue.reload())
  reads.start('site', () => readSite(context, modules))
  reads.start('channels', () => television.reloadChannels())
  reads.start('guide', () => television.reloadGuide())
}

async function endWithSessions(
  { streams, endedDevices, remoteControl }: Pick<Modules, 'streams' | 'endedDevices' | 'remoteControl'>,
  accountId: number,
): Promise<void> {
  remoteControl.sessionsChanged(accountId)
  await streams.sessionsChanged(accountId)
  await endedDevices.sessionsChanged(accountId)
}

/** Recommendations are computed only for requests: another process does not need the learnt data. */
function followTaste(context: AppContext, recommendations: Recommendations, reads: UntilRead): () => void {
  recommendations.onChange(() => {
    context.dropCachedResponses('recommendations.')
    context.dropCachedResponses('search.related')
  })
  const read = () => {
    if (context.runs.has('api')) reads.start('recommendations', () => recommendations.reload())
  }
  read()
  return read
}
