import { grantsOf, lockGrants, writeGrant, type Grant } from './grant-store.ts'
import type { DownloadDeps } from './deps.ts'
import { termEndMs, termMs } from './rules.ts'
import type { ProfileKey } from '#server/platform/primitives/viewer.ts'
import { maxDownloads } from '#contract/playback/downloads.ts'

export interface GrantRequest extends ProfileKey {
  readonly deviceId: number
  readonly vid: number
  readonly vfid: number
}

/** Grants the file to the device: the running term, or a new one. Null: the account has reached its limit. */
export function beginDownload(
  { db, clock }: Pick<DownloadDeps, 'db' | 'clock'>,
  { accountId, profileNo, deviceId, vid, vfid }: GrantRequest,
): Promise<Grant | null> {
  return db.transaction().execute(async (trx) => {
    await lockGrants(trx, accountId)
    const nowMs = clock.nowMs()
    const all = await grantsOf(trx, accountId)
    const match = all.find(
      (grant) => grant.deviceId === deviceId && grant.profileNo === profileNo && grant.vfid === vfid,
    )
    if (match !== undefined && termEndMs(match) > nowMs) return match
    const counted = all.filter((grant) => grant !== match && grant.grantedMs + termMs > nowMs)
    if (counted.length >= maxDownloads) return null
    const grant = { vid, vfid, deviceId, profileNo, grantedMs: nowMs, startedMs: null }
    await writeGrant(trx, accountId, grant)
    return grant
  })
}
