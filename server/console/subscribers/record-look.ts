import { type Audit, listEvents } from '#server/audit/audit.ts'
import type { ConsoleCall } from '#server/console/admission/bind-console.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'

/** Looking again within this time is the same look. */
const sameLookMs = 600_000
/** More members and accounts than looks of ten minutes have. */
const maxRemembered = 10_000
const event = 'subscriber_viewed'

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly audit: Audit
}

/**
 * Writes into the audit who looked at whom, once for a member and an account in ten minutes: this process remembers its
 * own, those of others are in the audit. Resolves when it is written.
 */
export function recordLook({ db, clock, audit }: Deps) {
  const recent = new Map<string, number>()
  return async (accountId: number, { staff, clientAddress: address }: ConsoleCall): Promise<void> => {
    const nowMs = clock.nowMs()
    const key = `${staff.staffId} ${accountId}`
    if (nowMs - (recent.get(key) ?? -Infinity) < sameLookMs) return
    // Before anything is waited for: two requests at once are one look.
    recent.delete(key)
    recent.set(key, nowMs)
    for (const oldest of recent.keys()) {
      if (recent.size <= maxRemembered) break
      recent.delete(oldest)
    }
    const subject = `subscriber ${accountId}`
    const filter = { staffId: staff.staffId, section: 'subscribers', subject, event }
    const [last] = await listEvents(db, { ...filter, since: nowMs - sameLookMs, limit: 1 })
    if (last !== undefined) return
    const by = { staffId: staff.staffId, name: staff.name }
    const change = { staff: by, section: 'subscribers', subject }
    await audit.record({ event, actor: 'staff', address, accountId, change })
  }
}
