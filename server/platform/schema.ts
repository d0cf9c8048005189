import type { AccountTables } from '#server/platform/tables/accounts.ts'
import type { AuditTables } from '#server/platform/tables/audit.ts'
import type { BillingTables } from '#server/platform/tables/billing.ts'
import type { CatalogueTables } from '#server/platform/tables/catalogue.ts'
import type { NoticeTables } from '#server/platform/tables/notices.ts'
import type { OperatorTables } from '#server/platform/tables/operator.ts'
import type { RegistrationTables } from '#server/platform/tables/registration.ts'
import type { TelevisionTables } from '#server/platform/tables/television.ts'
import type { TvLoginTables } from '#server/platform/tables/tv-login.ts'

/**
 * Every table and column, by hand, as Kysely wants them; one file a room in `tables/`. A test compares this with a freshly migrated
 * database, so the two cannot drift apart.
 */
export interface Database
  extends
    AccountTables,
    AuditTables,
    BillingTables,
    CatalogueTables,
    NoticeTables,
    OperatorTables,
    RegistrationTables,
    TelevisionTables,
    TvLoginTables {
  migration: MigrationTable
}

/** Which files of `db/migrations` were applied; owned by `migrate.ts`. */
export interface MigrationTable {
  number: number
  name: string
  hash: string
  applied_at: Date
}
