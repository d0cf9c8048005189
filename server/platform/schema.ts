import type { AccountTables } from '#server/platform/tables/accounts.ts'
import type { AuditTables } from '#server/platform/tables/audit.ts'
import type { BillingTables } from '#server/platform/tables/billing.ts'
import type { CardTables } from '#server/platform/tables/cards.ts'
import type { CatalogueTables } from '#server/platform/tables/catalogue.ts'
import type { CinemaTables } from '#server/platform/tables/cinemas.ts'
import type { ComplaintTables } from '#server/platform/tables/complaints.ts'
import type { DownloadTables } from '#server/platform/tables/downloads.ts'
import type { GuideTables } from '#server/platform/tables/guide.ts'
import type { InstallationTables } from '#server/platform/tables/installation.ts'
import type { MerchantTables } from '#server/platform/tables/merchants.ts'
import type { NoticeTables } from '#server/platform/tables/notices.ts'
import type { OperatorTables } from '#server/platform/tables/operator.ts'
import type { PlayQualityTables } from '#server/platform/tables/play-quality.ts'
import type { RecommendationTables } from '#server/platform/tables/recommendations.ts'
import type { RegistrationTables } from '#server/platform/tables/registration.ts'
import type { StreamTables } from '#server/platform/tables/streams.ts'
import type { TelevisionTables } from '#server/platform/tables/television.ts'
import type { TvLoginTables } from '#server/platform/tables/tv-login.ts'
import type { ViewingTables } from '#server/platform/tables/viewing.ts'

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
