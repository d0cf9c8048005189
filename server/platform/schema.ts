import type { AccountTables } from './tables/accounts.ts'
import type { AuditTables } from './tables/audit.ts'
import type { BillingTables } from './tables/billing.ts'
import type { CardTables } from './tables/cards.ts'
import type { CatalogueTables } from './tables/catalogue.ts'
import type { CinemaTables } from './tables/cinemas.ts'
import type { ComplaintTables } from './tables/complaints.ts'
import type { DownloadTables } from './tables/downloads.ts'
import type { GuideTables } from './tables/guide.ts'
import type { InstallationTables } from './tables/installation.ts'
import type { MerchantTables } from './tables/merchants.ts'
import type { NoticeTables } from './tables/notices.ts'
import type { OperatorTables } from './tables/operator.ts'
import type { PlayQualityTables } from './tables/play-quality.ts'
import type { RecommendationTables } from './tables/recommendations.ts'
import type { RegistrationTables } from './tables/registration.ts'
import type { StreamTables } from './tables/streams.ts'
import type { TelevisionTables } from './tables/television.ts'
import type { TvLoginTables } from './tables/tv-login.ts'
import type { ViewingTables } from './tables/viewing.ts'

/**
 * Every table and column, by hand, as Kysely wants them; one file a room in `tables/`. A test compares this with a freshly migrated
 * database, so the two cannot drift apart.
 */
export interface Database
  extends
    AccountTables,
    AuditTables,
    BillingTables,
    CardTables,
    CatalogueTables,
    CinemaTables,
    ComplaintTables,
    DownloadTables,
    GuideTables,
    InstallationTables,
    MerchantTables,
    NoticeTables,
    OperatorTables,
    PlayQualityTables,
    RecommendationTables,
    RegistrationTables,
    StreamTables,
    TelevisionTables,
    TvLoginTables,
    ViewingTables {
  migration: MigrationTable
}

/** Which files of `db/migrations` were applied; owned by `migrate.ts`. */
export interface MigrationTable {
  number: number
  name: string
  hash: string
  applied_at: Date
}
