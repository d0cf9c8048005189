import type { Accounts } from '#server/accounts/accounts.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import type { Region } from '#server/region/region.ts'
import type { Staff } from '#server/staff/staff.ts'

/** What the module's use cases need. */
export interface SupportViewDeps {
  readonly db: Db
  readonly clock: Clock
  readonly random: RandomBytes
  readonly audit: Pick<Audit, 'record'>
  readonly accounts: Pick<Accounts, 'accountOf'>
  readonly region: Pick<Region, 'audienceOf'>
  readonly staff: Pick<Staff, 'memberOfSession'>
}
