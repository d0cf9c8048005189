/** All endpoints by subject. The server binds this table, the client calls it, the OpenAPI document is made from it. */
import { accountCity } from './accounts/city.ts'
import { telegram } from './accounts/telegram.ts'
import { accounts } from './accounts/accounts.ts'
import { apps } from './site/apps.ts'
import { blackouts } from './playback/blackouts.ts'
import { cards } from './billing/cards.ts'
import { channels } from './channels/channels.ts'
import { cinemas } from './films/cinemas.ts'
import { commands } from './site/commands.ts'
import { complaints } from './site/complaints.ts'
import { devices } from './accounts/devices.ts'
import { downloads } from './playback/downloads.ts'
import { broadcastTitles } from './films/broadcast-titles.ts'
import { followed } from './search/followed-shows.ts'
import { films } from './films/films.ts'
import { guide } from './channels/guide.ts'
import { stills } from './channels/stills.ts'
import { home } from './site/home.ts'
import { messagePreferences } from './site/message-preferences.ts'
import { moments } from './films/moments.ts'
import { notifications } from './site/notifications.ts'
import { otherPlayers } from './playback/other-players.ts'
import { paymentsHistory } from './billing/payments-history.ts'
import { changes } from './billing/changes.ts'
import { pauses } from './billing/pauses.ts'
import { payments } from './billing/payments.ts'
import { playQuality } from './playback/play-quality.ts'
import { profiles } from './accounts/profiles.ts'
import { promotions } from './billing/promotions.ts'
import { pushDevices } from './accounts/push-devices.ts'
import { recommendations } from './films/recommendations.ts'
import { recordings } from './channels/recordings.ts'
import { reminders } from './channels/reminders.ts'
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
import { supportView } from './site/support-view.ts'
import { tvLogin } from './accounts/tv-login.ts'
import { viewing } from './films/viewing.ts'

export const api = {
  accounts,
  accountCity,
  telegram,
  apps,
  blackouts,
  cards,
  channels,
  cinemas,
  commands,
  complaints,
  devices,
  downloads,
  films,
  followed,
  broadcastTitles,
  guide,
  stills,
  home,
  information,
  messagePreferences,
  moments,
  notifications,
  otherPlayers,
  paymentsHistory,
  payments,
  playQuality,
  pauses,
  changes,
  profiles,
  promotions,
  pushDevices,
  recommendations,
  recordings,
  registration,
  reminders,
  remoteControl,
  search,
  serviceStatus,
  sessions,
  site,
  smartHub,
  streams,
  subscriptions,
  supportView,
  tvLogin,
  viewing,
}
