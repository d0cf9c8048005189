/** The context of endpoints. HTTP is above every domain module, so it calls them directly. */
import { type Notifications } from '#server/notifications/notifications.ts'
import type { Engine } from '#media/media.ts'
import type { ApiKeys } from '#server/api-keys/api-keys.ts'
import type { Accounts } from '#server/accounts/accounts.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Blackouts } from '#server/blackouts/blackouts.ts'
import type { Billing } from '#server/billing/billing.ts'
import type { Networks } from '#server/cities/cities.ts'
import type { Cards } from '#server/cards/cards.ts'
import type { LiveCatalogue } from '#server/catalogue/catalogue.ts'
import type { EndedDevices } from '#server/downloads/downloads.ts'
import type { Edges } from '#server/edges/edges.ts'
import type { Entitlement } from '#server/entitlement/entitlement.ts'
import type { ExportAddresses } from '#server/export/export.ts'
import type { Messages } from '#server/messages/messages.ts'
import type { PlayCollector } from '#server/monitoring/monitoring.ts'
import type { Merchants } from '#server/merchants/merchants.ts'
import type { Contacts, LiveService } from '#server/site/site.ts'
import type { Pictures } from '#server/pictures/pictures.ts'
import type { ProfileLimits } from '#server/profile-limits/profile-limits.ts'
import type { Push } from '#server/push/push.ts'
import type { Telegram } from '#server/telegram/telegram.ts'
import type { TelegramBot } from '#server/telegram-bot/telegram-bot.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { RequestContext } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Profiles } from '#server/profiles/profiles.ts'
import type { Recommendations } from '#server/recommendations/recommendations.ts'
import type { Releases } from '#server/releases/releases.ts'
import type { Region } from '#server/region/region.ts'
import type { Registration } from '#server/registration/registration.ts'
import type { BroadcastTitles } from '#server/broadcast-titles/broadcast-titles.ts'
import type { Followed } from '#server/followed/followed.ts'
import type { Recordings } from '#server/recordings/recordings.ts'
import type { Reminders } from '#server/reminders/reminders.ts'
import type { RemoteControl } from '#server/remote-control/remote-control.ts'
import type { Staff } from '#server/staff/staff.ts'
import type { Search } from '#server/search/search.ts'
import type { Streams } from '#server/streams/streams.ts'
import type { SupportViews } from '#server/support-views/support-views.ts'
import type { LiveTelevision } from '#server/television/television.ts'
import type { TvLogin } from '#server/tv-login/tv-login.ts'
import type { EntityPageHeads } from './head-facts.ts'
import type { Viewing } from '#server/viewing/viewing.ts'

/** The domain modules, each created once per process. */
export interface Modules {
  readonly audit: Audit
  readonly messages: Messages
  readonly region: Region
  readonly networks: Networks
  readonly releases: Releases
  readonly accounts: Accounts
  readonly apiKeys: ApiKeys
  readonly staff: Staff
  readonly supportViews: SupportViews
  readonly billing: Billing
  readonly cards: Cards
  readonly merchants: Merchants
  readonly notifications: Notifications
  readonly registration: Registration
  readonly profiles: Profiles
  readonly tvLogin: TvLogin
  readonly remoteControl: RemoteControl
  readonly catalogue: LiveCatalogue
  readonly service: LiveService
  readonly television: LiveTelevision
  readonly search: Search
  readonly viewing: Viewing
  readonly reminders: Reminders
  readonly recordings: Recordings
  readonly followed: Followed
  readonly broadcastTitles: BroadcastTitles
  readonly recommendations: Recommendations
  readonly pictures: Pictures
  readonly push: Push
  readonly telegram: Telegram
  readonly telegramBot: TelegramBot
  readonly entitlement: Entitlement
  readonly blackouts: Blackouts
  readonly streams: Streams
  readonly edges: Edges
  readonly endedDevices: EndedDevices
  readonly exportAddresses: ExportAddresses
  readonly profileLimits: ProfileLimits
  readonly plays: PlayCollector
  readonly engine: Engine
}

/** The modules, and what a start has created. `db` is for short statements. */
export interface ApiContext
  extends
    Modules,
    Pick<
      AppContext,
      'dataDir' | 'settings' | 'secrets' | 'clock' | 'random' | 'rateLimits' | 'log' | 'metrics'
    > {
  readonly db: Db
  /** The contacts of the main service, and those of each. */
  readonly contacts: Contacts
  readonly contactsOf: (serviceId: number) => Contacts
  readonly heads: EntityPageHeads
}

/** Exactly what an endpoint uses: `Uses<{ billing: 'tariffs' | 'offers'; clock: 'nowMs' }>`. */
export type Uses<Members extends { readonly [Part in keyof ApiContext]?: keyof ApiContext[Part] }> = {
  readonly [Part in keyof Members & keyof ApiContext]: Pick<
    ApiContext[Part],
    Members[Part] & keyof ApiContext[Part]
  >
}

/**
 * Whether the client is inside the national network. Shared responses are cached per audience, so it is read from the
 * request's audience and nowhere else.
 */
export function regionOf({ audience }: Pick<RequestContext, 'audience'>): 'inside' | 'outside' {
  return audience === 'outside' ? 'outside' : 'inside'
}
