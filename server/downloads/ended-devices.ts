/** Devices that were logged out, or whose account was closed: their downloads end at once, not with the ticket. */
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { deviceOfTicket } from '#server/playback/playback.ts'

export interface EndedDevices {
  /** Sessions of an account have changed, in this or another process. */
  sessionsChanged(accountId: number): Promise<void>
  /** Whether a ticket with this session belongs to an ended device. From memory. */
  isEnded(sessionId: string): boolean
}

interface EndedDevicesOptions {
  readonly db: Db
  readonly clock: Clock
  /** How long an earlier ticket may still be valid. */
  readonly ticketSec: number
}

/** An account has five slots; former devices are deleted soon. */
const maxDevices = 200
/** The oldest entry is dropped first. */
const maxEnded = 100_000

export function openEndedDevices({ db, clock, ticketSec }: EndedDevicesOptions): EndedDevices {
  const untilMs = new Map<number, number>()
  return {
    async sessionsChanged(accountId) {
      const devices = await db
        .selectFrom('device')
        .innerJoin('account', 'account.account_id', 'device.account_id')
        .select(['device_id', 'place', 'state'])
        .where('device.account_id', '=', accountId)
        .orderBy('device.last_seen_at', 'desc')
        .limit(maxDevices)
        .execute()
      for (const { device_id, place, state } of devices) {
        untilMs.delete(device_id)
        if (place === null || state !== 'active') untilMs.set(device_id, clock.nowMs() + ticketSec * 1000)
      }
      for (const [deviceId, endMs] of untilMs) {
        if (untilMs.size <= maxEnded && endMs > clock.nowMs()) break
        untilMs.delete(deviceId)
      }
    },
    isEnded(sessionId) {
      const deviceId = deviceOfTicket(sessionId)
      return deviceId !== undefined && (untilMs.get(deviceId) ?? 0) > clock.nowMs()
    },
  }
}
