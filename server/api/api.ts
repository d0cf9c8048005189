/**
 * The HTTP interface of viewers' apps, other players and payment systems: every endpoint of the contract, and the
 * mounts besides.
 */
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import type { Mount } from '#server/platform/http/server.ts'
import { accountEndpoints } from './accounts/accounts.ts'
import { appEndpoints } from './apps/apps.ts'
import { smartHubEndpoints } from './apps/smart-hub-preview.ts'
import { deviceEndpoints } from './accounts/devices.ts'
import { pushDeviceEndpoints } from './accounts/push-devices.ts'
import { registrationEndpoints } from './accounts/registration.ts'
import { sessionEndpoints } from './accounts/sessions.ts'
import { tvLoginEndpoints } from './accounts/tv-login.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import type { Contacts, LiveService } from '#server/site/site.ts'
import type { ApiContext, Modules } from './context/api-context.ts'
import { entityPageHeads } from './site/page-facts.ts'
import { billingEndpoints } from './billing/billing.ts'
import { cardEndpoints } from './billing/cards.ts'
import { payLinkEndpoints } from './billing/pay-links.ts'
import { paymentSystemMount } from './billing/payment-systems.ts'
import { promotionEndpoints } from './billing/promotions.ts'
import { subscriptionEndpoints } from './billing/subscriptions.ts'
import { channelEndpoints } from './channels/channels.ts'
import { cinemaEndpoints } from './cinemas/cinemas.ts'
import { complaintEndpoints } from './complaints/complaints.ts'
import { otherPlayerEndpoints } from './export/other-players.ts'
import { exportMount } from './export/serve-export.ts'
import { filmEndpoints } from './films/films.ts'
import { notificationEndpoints } from './notifications/notifications.ts'
import { downloadEndpoints } from './playback/downloads.ts'
import { blackoutEndpoints } from './playback/blackouts.ts'
import { playbackEndpoints } from './playback/playback.ts'
import { streamEndpoints } from './playback/streams.ts'
import { playEndpoints } from './plays/plays.ts'
import { recommendationEndpoints } from './recommendations/recommendations.ts'
import { remoteControlEndpoints } from './remote-control/remote-control.ts'
import { searchEndpoints } from './search/search.ts'
import { homeEndpoints } from './site/home.ts'
import { informationEndpoints } from './site/information.ts'
import { regionEndpoints } from './site/region.ts'
import { serviceStatusEndpoints } from './site/service-status.ts'
import { siteEndpoints } from './site/site.ts'
import { viewingEndpoints } from './viewing/viewing.ts'

export type { ApiContext, Modules } from './context/api-context.ts'
export { pageHead } from './site/page-head.ts'
export { findAppStores } from './site/app-stores.ts'
export { previewedHome } from './site/home-preview.ts'
export { sitePreviewsOf, type SitePreviews } from './site/site-preview.ts'
export { siteLook } from './site/site-look.ts'
export { createSitemap } from './site/sitemap-parts.ts'

const subjects: readonly ((api: ApiContext) => readonly BoundEndpoint[])[] = [
  accountEndpoints,
  sessionEndpoints,
  deviceEndpoints,
  pushDeviceEndpoints,
  registrationEndpoints,
  tvLoginEndpoints,
  remoteControlEndpoints,
  regionEndpoints,
  billingEndpoints,
  subscriptionEndpoints,
  promotionEndpoints,
  cardEndpoints,
  payLinkEndpoints,
  siteEndpoints,
  homeEndpoints,
  informationEndpoints,
  serviceStatusEndpoints,
  notificationEndpoints,
  filmEndpoints,
  viewingEndpoints,
  recommendationEndpoints,
  complaintEndpoints,
  cinemaEndpoints,
  channelEndpoints,
  searchEndpoints,
  streamEndpoints,
  playbackEndpoints,
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
    contacts: contactsOf(context.settings, modules.service),
    heads: entityPageHeads(modules),
  }
}

function contactsOf(settings: Settings, service: LiveService): Contacts {
  return {
    company: settings.EKRAN_COMPANY,
    get phone() {
      return service.now().supportPhone || settings.EKRAN_SUPPORT_PHONE
    },
    telegram: settings.EKRAN_SUPPORT_TELEGRAM,
    email: settings.EKRAN_SUPPORT_EMAIL,
    hours: settings.EKRAN_SUPPORT_HOURS,
    address: settings.EKRAN_OFFICE_ADDRESS,
    site: settings.EKRAN_PUBLIC_URL === undefined ? undefined : new URL(settings.EKRAN_PUBLIC_URL).host,
    apps: {
      android: settings.EKRAN_ANDROID_APP,
      lg: settings.EKRAN_LG_APP,
      samsung: settings.EKRAN_SAMSUNG_APP,
    },
  }
}

/** Every endpoint of the contract with its handler. */
export function apiEndpoints(api: ApiContext): readonly BoundEndpoint[] {
  return subjects.flatMap((endpointsOf) => endpointsOf(api))
}

/** Mounts with their own protocols: payment systems, other players, pictures. */
export function apiMounts(api: ApiContext): readonly Mount[] {
  const { merchants, log, pictures, settings } = api
  const clientAddress = clientAddressReader(settings.EKRAN_TRUSTED_PROXIES)
  return [
    { prefix: '/images/', handle: pictures.handle.bind(pictures) },
    exportMount(api),
    paymentSystemMount({ merchants, log: log.with({ part: 'merchants' }), clientAddress }),
  ]
}
