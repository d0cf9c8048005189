import { shownModel, type DeviceKind } from './user-agent.ts'
import { sessionEndMs } from '#server/accounts/account/rules.ts'
import type { Db } from '#server/platform/database/database.ts'

/** The app on a device, as it reported at its last start; '' for what it did not say. */
export interface DeviceApp {
  readonly platform: string
  /** `1.4.0` */
  readonly version: string
  readonly model: string
  readonly firmware: string
}

/** A device of an account, logged in or not. */
export interface StoredDeviceRow {
  readonly deviceId: number
  readonly kind: DeviceKind
  /** The owner's name for it, or ''. */
  readonly name: string
  /** Readable; '' when nothing tells. */
  readonly model: string
  /** Where it was last seen. */
  readonly address: string
  readonly lastSeenMs: number
  /** Of its session; null when it is logged out or was removed. */
  readonly sessionId: string | null
  /** Undefined: no app has reported. */
  readonly app: DeviceApp | undefined
}

/** The devices of an account, logged in or not, the latest seen first. */
export async function storedDevices(
  db: Db,
  accountId: number,
  { nowMs, limit }: { readonly nowMs: number; readonly limit: number },
): Promise<readonly StoredDeviceRow[]> {
  const rows = await db
    .selectFrom('device')
    .leftJoin('session', 'session.device_id', 'device.device_id')
    .selectAll('device')
    .select(['session.session_id', 'session.expires_at', 'session.last_seen_at as used_at'])
    .where('device.account_id', '=', accountId)
    .orderBy('device.last_seen_at', 'desc')
    .orderBy('device.device_id')
    .limit(limit)
    .execute()
  return rows.map((row) => {
    const isLive =
      row.place !== null &&
      row.expires_at !== null &&
      row.used_at !== null &&
      sessionEndMs({ expiresMs: row.expires_at.getTime(), lastSeenMs: row.used_at.getTime() }) > nowMs
    return {
      ...{ deviceId: row.device_id, kind: row.kind, name: row.name, model: shownModel(row.model) },
      ...{ address: row.last_address, lastSeenMs: row.last_seen_at.getTime() },
      sessionId: isLive ? row.session_id : null,
      app:
        row.app_platform === ''
          ? undefined
          : {
              ...{ platform: row.app_platform, version: row.app_version },
              ...{ model: row.app_model, firmware: row.app_firmware },
            },
    }
  })
}

/** Stores which app runs on the device of a session; nothing is written when that is stored already. */
export async function storeApp(db: Db, sessionId: string, app: DeviceApp): Promise<void> {
  const { platform, version, model, firmware } = app
  await db
    .updateTable('device')
    .set({ app_platform: platform, app_version: version, app_model: model, app_firmware: firmware })
    .where('device_id', '=', (from) =>
      from.selectFrom('session').select('device_id').where('session_id', '=', sessionId),
    )
    .where((where) =>
      where.or([
        where('app_platform', '<>', platform),
        where('app_version', '<>', version),
        where('app_model', '<>', model),
        where('app_firmware', '<>', firmware),
      ]),
    )
    .execute()
}
