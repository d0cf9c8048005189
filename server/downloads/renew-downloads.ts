import { grantsOf, noteStart, removeGrants, type Grant } from './grant-store.ts'
import type { DownloadDeps } from './deps.ts'
import { endMs, saneStart } from './rules.ts'
import type { DownloadLicence } from '#contract/playback/downloads.ts'
import type { ProfileKey } from '#server/platform/primitives/viewer.ts'
import { titleForDownload, type PlaybackClient } from '#server/playback/playback.ts'

/** A grant this new may belong to a download that the device has not reported yet. */
const youngMs = 3_600_000

/** Only the downloads of its current profile are renewed. */
export interface RenewedDevice extends ProfileKey {
  readonly deviceId: number
  /** File → when it was first watched offline, unix milliseconds; 0: not yet. */
  readonly activeFiles: ReadonlyMap<number, number>
}

/** The end times of the device's downloads. Grants of deleted files and removed titles are deleted. */
export async function renewDownloads(
  deps: DownloadDeps,
  caller: PlaybackClient,
  { accountId, profileNo, deviceId, activeFiles: active }: RenewedDevice,
): Promise<readonly DownloadLicence[]> {
  const nowMs = deps.clock.nowMs()
  const all = (await grantsOf(deps.db, accountId)).filter(
    (grant) => grant.deviceId === deviceId && grant.profileNo === profileNo,
  )
  const remaining: DownloadLicence[] = []
  const gone: number[] = []
  for (const grant of all) {
    const notifiedMs = active.get(grant.vfid)
    const licence = await licenceOf(deps, caller, await started(deps, grant, notifiedMs ?? 0, nowMs))
    const isAbandoned = notifiedMs === undefined && grant.grantedMs + youngMs < nowMs
    if (licence === null || isAbandoned) gone.push(grant.vfid)
    else remaining.push(licence)
  }
  await removeGrants(deps.db, { deviceId, profileNo }, gone)
  return remaining
}

async function started(deps: DownloadDeps, grant: Grant, notifiedMs: number, nowMs: number): Promise<Grant> {
  if (notifiedMs === 0) return grant
  const startedMs = Math.min(saneStart(notifiedMs, grant, nowMs), grant.startedMs ?? Number.POSITIVE_INFINITY)
  if (startedMs !== grant.startedMs) await noteStart(deps.db, grant, startedMs)
  return { ...grant, startedMs }
}

/** The grant with its end by the current right; null for a title that no longer exists. */
export async function licenceOf(
  { clock, playback }: Pick<DownloadDeps, 'clock' | 'playback'>,
  caller: PlaybackClient,
  grant: Grant,
): Promise<DownloadLicence | null> {
  // Outside its window, or hidden, it is removed for downloads as well. Who travels gets it back at home.
  const { catalogue } = playback
  const { vfid } = grant
  if (!catalogue.now('inside').isFileListed(vfid) && !catalogue.now('outside').isFileListed(vfid)) return null
  const right = await titleForDownload(playback, caller, grant)
  if (right.kind === 'refused' && right.failure === 'title_not_found') return null
  const untilMs = right.kind === 'granted' ? right.rightUntilMs : ('refused' as const)
  return {
    vid: grant.vid,
    vfid: grant.vfid,
    granted_at: Math.floor(grant.grantedMs / 1000),
    started_at: Math.floor((grant.startedMs ?? 0) / 1000),
    expires_at: Math.floor(endMs(grant, untilMs, clock.nowMs()) / 1000),
  }
}
