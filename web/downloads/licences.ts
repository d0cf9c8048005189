/** Renews the licences of the downloads, and deletes the keys of those that were revoked. */
import { downloads } from '#contract/playback/downloads.ts'
import { deleteKeys } from '#player/dom/downloads/film-keys.ts'
import { deleteFormerStorage } from '#player/dom/downloads/saved-parts.ts'
import { folderOf, folderOfUri } from '#player/dom/downloads/saved-playlists.ts'
import { fetchKeys, lacksKeys } from '#player/dom/downloads/save-film.ts'
import { edgeParameters, mediaAddress } from '#web/state/media-origins.ts'
import { call } from '#web/session/requests/api.ts'
import { session } from '#web/session/session.ts'
import {
  changeDownload,
  downloadList,
  downloadOf,
  downloadOwner,
  endedDownloads,
  noteTime,
  outdateFormer,
  verdictOf,
} from './download-list.ts'
import { goOnWithAll, nextAccess, removeDownload, takeBackIfRemoved, tellRemovals } from './saving.ts'

let renewing = false
let again = false

/** One at a time: two would fetch the same keys. */
async function renewLicences(): Promise<void> {
  again = renewing
  if (renewing) return
  renewing = true
  try {
    await renewOnce()
    // At most one repetition: the request itself may change the session, which triggers another renewal.
    if (again) await renewOnce()
  } finally {
    renewing = false
  }
}

async function renewOnce(): Promise<void> {
  const items = downloadList()
  if (items.length === 0 || session.get().token === null || !navigator.onLine) return
  const current = items.map(({ vfid, startedAtSec }) => `${vfid}:${startedAtSec}`).join(',')
  const result = await call(downloads.renew, { held: current })
  if (result.kind !== 'ok') return
  noteTime(result.data.now)
  const reported = new Map(result.data.downloads.item.map((licence) => [licence.vfid, licence]))
  for (const { vid, vfid, state } of items) {
    const licence = reported.get(vfid)
    if (licence !== undefined) {
      changeDownload(vfid, { expiresAtSec: licence.expires_at, startedAtSec: licence.started_at })
      if (await isLocked(vfid)) await prolong(vid, vfid)
    }
    // An unfinished download gets its licence when it continues.
    else if (state === 'saved') await removeDownload(vfid)
  }
}

/**
 * A licence renewed after its end, when the keys were deleted; or only some keys had arrived before the connection
 * was lost.
 */
async function isLocked(vfid: number): Promise<boolean> {
  const item = downloadOf(vfid)
  const folder = folderOfUri(item?.uri ?? '')
  if (item?.state !== 'saved' || folder === null || verdictOf(item) !== 'plays') return false
  return lacksKeys(folder)
}

/** The keys of downloads that may no longer be watched are deleted: no copy of the files can be played then. */
export async function dropEndedKeys(): Promise<void> {
  for (const { uri } of endedDownloads()) {
    const folder = folderOfUri(uri)
    if (folder !== null) await deleteKeys(folder)
  }
}

/** Requests a new licence for a download. Returns the reason of a rejection, '' when there is none. */
export async function prolong(vid: number, vfid: number): Promise<string | null> {
  const owner = downloadOwner()
  const result = await call(downloads.begin, { vid, vfid, ...edgeParameters() })
  if (result.kind === 'unreachable') return null
  if (result.kind === 'refused') return result.message
  const { licence, now, url } = result.data
  noteTime(now)
  takeBackIfRemoved(vfid, owner)
  changeDownload(vfid, { expiresAtSec: licence.expires_at, startedAtSec: licence.started_at })
  const address = mediaAddress(url)
  const fetched = await fetchKeys({
    url: address,
    nextAccess: (failedUrl) => nextAccess({ owner, vid, vfid }, failedUrl),
  })
  // Removed meanwhile: data stored now would never be deleted.
  if (downloadOf(vfid) === undefined) await deleteKeys(folderOf(address) ?? address)
  // The server has new keys: the stored files cannot be decrypted with them.
  else if (fetched === 'withdrawn') changeDownload(vfid, { state: 'failed' })
  return ''
}

const timeEveryMs = 60_000
let following = false

/** Starts renewing licences and continuing downloads whenever there is a connection. */
export function followDownloads(): void {
  noteTime()
  void dropEndedKeys()
  if (following) return
  following = true
  outdateFormer()
  void deleteFormerStorage()
  const back = () => {
    goOnWithAll()
    void tellRemovals()
    void renewLicences()
  }
  addEventListener('online', back)
  session.subscribe(back)
  setInterval(() => {
    noteTime()
    void dropEndedKeys()
    // When the server was down while the device was online, no browser event reports that it is back.
    goOnWithAll()
    void tellRemovals()
  }, timeEveryMs)
  back()
}
