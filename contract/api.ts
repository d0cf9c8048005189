/** All endpoints by subject. The server binds this table, the client calls it, the OpenAPI document is made from it. */
import { accounts } from './accounts/accounts.ts'
import { apps } from './site/apps.ts'
import { blackouts } from './playback/blackouts.ts'
import { cards } from './billing/cards.ts'
import { channels } from './channels/channels.ts'
import { cinemas } from './films/cinemas.ts'
import { complaints } from './site/complaints.ts'
import { devices } from './accounts/devices.ts'
import { downloads } from './playback/downloads.ts'
import { films } from './films/films.ts'
import { guide } from './channels/guide.ts'
import { home } from './site/home.ts'
import { notifications } from './site/notifications.ts'
import { otherPlayers } from './playback/other-players.ts'
import { paymentsHistory } from './billing/payments-history.ts'
import { payments } from './billing/payments.ts'
import { playQuality } from './playback/play-quality.ts'
import { promotions } from './billing/promotions.ts'
import { pushDevices } from './accounts/push-devices.ts'
import { recommendations } from './films/recommendations.ts'
import { remoteControl } from './playback/remote-control.ts'
import { information } from './site/information.ts'
import { registration } from './accounts/registration.ts'
import { search } from './search/search.ts'
import { serviceStatus } from './site/service-status.ts'
import { sessions } from './accounts/sessions.ts'
import { site } from './site/site.ts'
import { smartHub } from './site/smart-hub.ts'
import { streams } from './playback/streams.ts'
import { subscriptions } from './billing/subscriptions.ts'
import { tvLogin } from './accounts/tv-login.ts'
import { viewing } from './films/viewing.ts'

export const api = {
  accounts,
  apps,
  blackouts,
  cards,
  channels,
  cinemas,
  complaints,
  devices,
  downloads,
  films,
  guide,
  home,
  information,
  notifications,
  otherPlayers,
  paymentsHistory,
  payments,
  playQuality,
  promotions,
  pushDevices,
  recommendations,
  registration,
  remoteControl,
  search,
  serviceStatus,
  sessions,
  site,
  smartHub,
  streams,
  subscriptions,
  tvLogin,
  viewing,
}
