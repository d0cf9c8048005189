/** Every call there is, by subject. The server binds this table, the client calls it, the document is printed from it. */
import { accounts } from './accounts.ts'
import { cards } from './cards.ts'
import { channels } from './channels.ts'
import { cinemas } from './cinemas.ts'
import { complaints } from './complaints.ts'
import { devices } from './devices.ts'
import { downloads } from './downloads.ts'
import { films } from './films.ts'
import { guide } from './guide.ts'
import { notifications } from './notifications.ts'
import { otherPlayers } from './other-players.ts'
import { paymentsHistory } from './payments-history.ts'
import { payments } from './payments.ts'
import { playQuality } from './play-quality.ts'
import { promotions } from './promotions.ts'
import { recommendations } from './recommendations.ts'
import { information } from './information.ts'
import { registration } from './registration.ts'
import { search } from './search.ts'
import { sessions } from './sessions.ts'
import { site } from './site.ts'
import { streams } from './streams.ts'
import { subscriptions } from './subscriptions.ts'
import { tvLogin } from './tv-login.ts'
import { viewing } from './viewing.ts'

export const api = {
  accounts,
  cards,
  channels,
  cinemas,
  complaints,
  devices,
  downloads,
  films,
  guide,
  information,
  notifications,
  otherPlayers,
  paymentsHistory,
  payments,
  playQuality,
  promotions,
  recommendations,
  registration,
  search,
  sessions,
  site,
  streams,
  subscriptions,
  tvLogin,
  viewing,
}
