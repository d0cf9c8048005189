/**
 * The HTTP interface of viewers' apps, other players and payment systems: every endpoint of the contract, and the
 * mounts besides.
 */
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import type { Mount } from '#server/platform/http/server.ts'
import { accountCityEndpoints } from './accounts/city.ts'
import { accountEndpoints } from './accounts/accounts.ts'
import { appEndpoints } from './apps/apps.ts'
import { smartHubEndpoints } from './apps/smart-hub-preview.ts'
import { deviceEndpoints } from './accounts/devices.ts'
import { pushDeviceEndpoints } from './accounts/push-devices.ts'
import { registrationEndpoints } from './accounts/registration.ts'
import { sessionEndpoints } from './accounts/sessions.ts'
import { telegramEndpoints } from './accounts/telegram.ts'
import { supportViewEndpoints } from './accounts/support-view.ts'
import { tvLoginEndpoints } from './accounts/tv-login.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { type Contacts, type LiveService, mainServiceId } from '#server/site/site.ts'
import type { ApiContext, Modules } from './context/api-context.ts'
import { entityPageHeads } from './site/page-facts.ts'
import { billingEndpoints } from './billing/billing.ts'
import { broadcastTitleEndpoints } from './broadcast-titles/broadcast-titles.ts'
import { cardEndpoints } from './billing/cards.ts'
import { changeEndpoints } from './billing/changes.ts'
import { pauseEndpoints } from './billing/pauses.ts'
import { payLinkEndpoints } from './billing/pay-links.ts'
import { paymentSystemMount } from './billing/payment-systems.ts'
import { promotionEndpoints } from './billing/promotions.ts'
import { subscriptionEndpoints } from './billing/subscriptions.ts'
import { channelEndpoints } from './channels/channels.ts'
import { stillEndpoints, stillMount } from './playback/stills.ts'
import { cinemaEndpoints } from './cinemas/cinemas.ts'
import { commandEndpoints } from './commands/commands.ts'
import { complaintEndpoints } from './complaints/complaints.ts'
import { otherPlayerEndpoints } from './export/other-players.ts'
import { fontMount } from './site/font-mount.ts'
import { exportMounts } from './export/serve-export.ts'
import { followedEndpoints } from './followed/followed.ts'
import { filmEndpoints } from './films/films.ts'
import { messagePreferenceEndpoints } from './notifications/message-preferences.ts'
import { notificationEndpoints } from './notifications/notifications.ts'
import { downloadEndpoints } from './playback/downloads.ts'
import { blackoutEndpoints } from './playback/blackouts.ts'
import { momentEndpoints } from './playback/moments.ts'
import { playbackEndpoints } from './playback/playback.ts'
import { recordingEndpoints } from './playback/recordings.ts'
import { streamEndpoints } from './playback/streams.ts'
import { playEndpoints } from './plays/plays.ts'
import { profileEndpoints } from './profiles/profiles.ts'
import { recommendationEndpoints } from './recommendations/recommendations.ts'
import { reminderEndpoints } from './reminders/reminders.ts'
import { remoteControlEndpoints } from './remote-control/remote-control.ts'
import { searchEndpoints } from './search/search.ts'
import { homeEndpoints } from './site/home.ts'
import { informationEndpoints } from './site/information.ts'
import { regionEndpoints } from './site/region.ts'
import { serviceStatusEndpoints } from './site/service-status.ts'
import { siteEndpoints } from './site/site.ts'
import { telegramUpdatesMount } from './telegram/telegram-updates.ts'
import { viewingEndpoints } from './viewing/viewing.ts'

export type { ApiContext, Modules } from './context/api-context.ts'
export { pageHead } from './site/page-head.ts'
export { limitedRequests } from './limited/limited-requests.ts'
export { serverVersion } from './apps/server-version.ts'
export { findAppStores } from './site/app-stores.ts'
export { previewedHome } from './site/home-preview.ts'
export { sitePreviewsOf, type SitePreviews } from './site/site-preview.ts'
export { siteLooks } from './site/site-look.ts'
export { createSitemap } from './site/sitemap-parts.ts'

const subjects: readonly ((api: ApiContext) => readonly BoundEndpoint[])[] = [
  accountEndpoints,
  accountCityEndpoints,
  sessionEndpoints,
  deviceEndpoints,
  pushDeviceEndpoints,
  profileEndpoints,
  registrationEndpoints,
  telegramEndpoints,
  supportViewEndpoints,
  tvLoginEndpoints,
  remoteControlEndpoints,
  regionEndpoints,
  billingEndpoints,
  subscriptionEndpoints,
  pauseEndpoints,
  changeEndpoints,
  promotionEndpoints,
  cardEndpoints,
  payLinkEndpoints,
  siteEndpoints,
  homeEndpoints,
  informationEndpoints,
  serviceStatusEndpoints,
  messagePreferenceEndpoints,
  notificationEndpoints,
  filmEndpoints,
  viewingEndpoints,
  recommendationEndpoints,
  commandEndpoints,
  complaintEndpoints,
  cinemaEndpoints,
  channelEndpoints,
  stillEndpoints,
  reminderEndpoints,
  recordingEndpoints,
  followedEndpoints,
  broadcastTitleEndpoints,
  searchEndpoints,
  streamEndpoints,
  playbackEndpoints,
  momentEndpoints,
  blackoutEndpoints,
  downloadEndpoints,
  otherPlayerEndpoints,
  playEndpoints,
  appEndpoints,
  smartHubEndpoints,
]

export function createApiContext(context: AppContext, modules: Modules): ApiContext {
  return {
    ...context,
    ...modules,
    db: context.database.db,
    contacts: contactsOf(context.settings, modules.service, mainServiceId),
    contactsOf: (serviceId) => contactsOf(context.settings, modules.service, serviceId),
    heads: entityPageHeads(modules),
  }
}

function contactsOf(settings: Settings, service: LiveService, serviceId: number): Contacts {
  const of = () => service.of(serviceId)
  return {
    get company() {
      return of().company || settings.EKRAN_COMPANY
    },
    get phone() {
      return of().supportPhone || settings.EKRAN_SUPPORT_PHONE
    },
    get telegram() {
      return of().supportTelegram || settings.EKRAN_SUPPORT_TELEGRAM
    },
    get email() {
      return of().supportEmail || settings.EKRAN_SUPPORT_EMAIL
    },
    get hours() {
      return inBoth(of().hoursRu, of().hoursUz) ?? settings.EKRAN_SUPPORT_HOURS
    },
    get address() {
      return inBoth(of().addressRu, of().addressUz) ?? settings.EKRAN_OFFICE_ADDRESS
    },
    get site() {
      const [own] = of().hosts
      return (
        own ?? (settings.EKRAN_PUBLIC_URL === undefined ? undefined : new URL(settings.EKRAN_PUBLIC_URL).host)
      )
    },
    apps: {
      android: settings.EKRAN_ANDROID_APP,
      lg: settings.EKRAN_LG_APP,
      samsung: settings.EKRAN_SAMSUNG_APP,
    },
  }
}

/** A text that is set in one language only stands for both; undefined for none. */
function inBoth(ru: string, uz: string) {
  return ru === '' && uz === '' ? undefined : { ru: ru || uz, uz: uz || ru }
}

/** Every endpoint of the contract with its handler. */
export function apiEndpoints(api: ApiContext): readonly BoundEndpoint[] {
  return subjects.flatMap((endpointsOf) => endpointsOf(api))
}

/** Mounts with their own protocols: payment systems, other players, pictures. */
export function apiMounts(api: ApiContext): readonly Mount[] {
  const { merchants, log, pictures, rateLimits, settings } = api
  const clientAddress = clientAddressReader(settings.EKRAN_TRUSTED_PROXIES)
  return [
    { prefix: '/images/', handle: pictures.handle.bind(pictures) },
    ...[stillMount(api), fontMount(api)],
    ...exportMounts(api),
    telegramUpdatesMount({ telegramBot: api.telegramBot, log: log.with({ part: 'telegram' }) }),
    paymentSystemMount({ merchants, log: log.with({ part: 'merchants' }), clientAddress, rateLimits }),
  ]
}
