/** The profiles of a subscriber in the console. */
import { consoleProfiles } from '#contract/console/subscriber-profiles.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { Audit } from '#server/audit/audit.ts'
import { bindConsole } from '#server/console/admission/bind-console.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { profilesToStaff, removePins } from '#server/profiles/profiles.ts'

export interface SubscriberProfileDeps {
  readonly db: Db
  readonly clock: Clock
  readonly audit: Pick<Audit, 'recordIn'>
}

export function subscriberProfileEndpoints({
  db,
  clock,
  audit,
}: SubscriberProfileDeps): readonly BoundEndpoint[] {
  return bindConsole('consoleProfiles', consoleProfiles, {
    show: async ({ account_id: accountId }) => {
      const { profiles, pin } = await profilesToStaff(db, accountId)
      return respond({
        profiles: profiles.map(({ no, name, isChild, ageLimit, hasPin }) => ({
          ...{ no, name, is_child: isChild, age_limit: ageLimit, has_pin: hasPin },
        })),
        ...{ has_pin: pin.pinHash !== null, on_purchases: pin.isOnPurchases },
        locked_until: pin.lockedUntilMs > clock.nowMs() ? Math.ceil(pin.lockedUntilMs / 1000) : 0,
      })
    },
    removePins: async ({ account_id: accountId, reason }, { staff, clientAddress: address }) => {
      const outcome = await db.transaction().execute(async (trx) => {
        const removed = await removePins(trx, accountId)
        if (removed !== 'removed') return removed
        await audit.recordIn(trx, {
          ...{ event: 'account_pin_removed', actor: 'staff', accountId, address },
          change: {
            staff: { staffId: staff.staffId, name: staff.name },
            ...{ section: 'subscribers', subject: `subscriber ${accountId}` },
            ...{ before: { is_protected: true }, after: { is_protected: false, reason } },
          },
        })
        return removed
      })
      return outcome === 'missing' ? reject('not_found') : respond({})
    },
  })
}
