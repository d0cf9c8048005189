import type { Accounts } from '#server/accounts/accounts.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Billing } from '#server/billing/billing.ts'
import type { LiveCatalogue } from '#server/catalogue/catalogue.ts'
import type { Entitlement } from '#server/entitlement/entitlement.ts'
import type { ProfileLimits } from '#server/profile-limits/profile-limits.ts'
import type { Search } from '#server/search/search.ts'
import type { LiveTelevision, Recordings } from '#server/television/television.ts'
import type { Telegram } from '#server/telegram/telegram.ts'
import type { Language } from '#contract/form/failures.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Log } from '#server/platform/log/log.ts'

/** What the bot's answers are made of. */
export interface BotDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly telegram: Telegram
  readonly accounts: Pick<Accounts, 'accountOf' | 'findByPhone'>
  readonly audit: Pick<Audit, 'record'>
  readonly billing: Pick<Billing, 'accountStanding' | 'setAutoRenew' | 'tariffs'>
  readonly entitlement: Pick<Entitlement, 'channelAccess'>
  /** Both as the limit that is in force shows them. */
  readonly catalogue: Pick<LiveCatalogue, 'now'>
  readonly television: Pick<LiveTelevision, 'now'>
  readonly search: Pick<Search, 'current'>
  readonly engine: Recordings
  readonly profileLimits: Pick<ProfileLimits, 'withinAge'>
  /** The site's address without a closing slash; undefined where buttons cannot lead to it. */
  readonly site: () => string | undefined
  readonly serviceName: (language: Language) => string
}
