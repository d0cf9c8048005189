import { nameDevice } from '#server/accounts/devices/device.ts'
import type { ModuleDeps } from './deps.ts'
import type { DoneBy } from './end-sessions.ts'

/** Names a device; an empty name removes it. */
export async function renameDevice(
  deps: Pick<ModuleDeps, 'db' | 'audit'>,
  accountId: number,
  deviceId: number,
  name: string,
  by: DoneBy,
): Promise<'renamed' | 'device_not_found'> {
  const shown = withoutTricks(name)
  return deps.db.transaction().execute(async (trx) => {
    if (!(await nameDevice(trx, accountId, deviceId, shown))) return 'device_not_found'
    const facts = { device_id: deviceId }
    await deps.audit.recordIn(trx, { ...by, event: 'device_renamed', accountId, device: shown, facts })
    return 'renamed'
  })
}

/** Line breaks and bidirectional control characters would make a name look like another line of the list. */
function withoutTricks(name: string): string {
  return name
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .toWellFormed()
}
