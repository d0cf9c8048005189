/**
 * Runs the queued downloads one after the other: started by the viewer, continued when the page or the connection
 * is back.
 */
import { downloads } from '#contract/playback/downloads.ts'
import { accessOf } from '#player/core/state/ticket.ts'
import { folderOf, folderOfUri, savedUri } from '#player/dom/downloads/saved-playlists.ts'
import { removeFilm, saveFilm, type Saving } from '#player/dom/downloads/save-film.ts'
import type { StoredDownload } from '#player/dom/downloads/stored-downloads.ts'
import { edgeParameters, isAtEdge, mediaAddress } from '#web/state/media-origins.ts'
import { call } from '#web/session/requests/api.ts'
import { session } from '#web/session/session.ts'
import {
  addDownload,
  changeDownload,
  downloadList,
  downloadOf,
  downloadOwner,
  dropDownload,
  noteRemoval,
  noteTime,
  removalIsReported,
  unsentRemovals,
} from './download-list.ts'
import { noticeSaved } from './system-notices.ts'

const lock = 'ekran.saving'
/** Progress is written to the list at most once per this many percent. */
const step = 0.01

let running: { readonly vfid: number; readonly saving: Saving } | null = null
let working = false

export type NewDownload = Pick<
  StoredDownload,
  'owner' | 'vid' | 'vfid' | 'title' | 'subtitle' | 'height' | 'audio' | 'texts' | 'bytes'
>

/** Adds the download to the list and starts it. False: the device cannot store anything. */
export function beginSaving(request: NewDownload): boolean {
  const nothing = { part: 0, message: '', uri: '', expiresAtSec: 0, startedAtSec: 0 }
  const isStored = addDownload({ ...request, ...nothing, state: 'waiting' })
  // Asks the browser to keep this site's storage when the device runs out of space.
  void navigator.storage?.persist?.().catch(() => false)
  void navigator.serviceWorker?.ready.then((ready) => ready.active?.postMessage('keep-player'))
  if (isStored) void work()
  return isStored
}

export function pauseSaving(vfid: number): void {
  changeDownload(vfid, { state: 'paused' })
  if (running?.vfid === vfid) running.saving.stop()
}

export function goOnSaving(vfid: number): void {
  changeDownload(vfid, { state: 'waiting', message: '' })
  void work()
}

/** Deletes or cancels a download; the server is notified as soon as it is reachable. */
export async function removeDownload(vfid: number): Promise<void> {
  const item = downloadOf(vfid)
  if (item === undefined) return
  dropDownload(vfid)
  if (running?.vfid === vfid) running.saving.stop()
  void tellRemovals()
  const folder = folderOfUri(item.uri)
  if (folder !== null) await removeFilm(folder)
}

let telling = false

/** Notifies the server of removed downloads; while offline this waits for the connection. */
export async function tellRemovals(): Promise<void> {
  if (telling || session.get().token === null || !navigator.onLine) return
  telling = true
  try {
    const owner = downloadOwner()
    for (const vfid of unsentRemovals()) {
      const { kind } = await call(downloads.remove, { vfid })
      if (kind !== 'ok') return
      if (downloadOf(vfid) === undefined) removalIsReported(owner, vfid)
    }
  } finally {
    telling = false
  }
}

/** A licence granted after the removal: the two requests were under way at the same time. */
export function takeBackIfRemoved(vfid: number, owner: string): void {
  if (downloadOwner() !== owner || downloadOf(vfid) !== undefined) return
  noteRemoval(vfid)
  void tellRemovals()
}

/**
 * The beginning of the next address of a download, null when there is none. `failedUrl`: an address from which nothing
 * came; only for an edge is there another.
 */
export async function nextAccess(
  { owner, vid, vfid }: Pick<StoredDownload, 'owner' | 'vid' | 'vfid'>,
  failedUrl: string | null,
): Promise<string | null> {
  if (failedUrl !== null && !isAtEdge(failedUrl)) return null
  const again = await call(downloads.begin, { vid, vfid, ...edgeParameters(failedUrl) })
  if (again.kind !== 'ok') return null
  takeBackIfRemoved(vfid, owner)
  return accessOf(mediaAddress(again.data.url))
}

/** Continues downloads interrupted by a closed tab or a lost connection; those paused by the viewer stay paused. */
export function goOnWithAll(): void {
  void work()
}

function isDue({ state }: StoredDownload) {
  return state === 'waiting' || state === 'loading' || state === 'lost'
}

/** Only one tab downloads; another one takes over when that tab is closed. */
async function work(): Promise<void> {
  if (working || !downloadList().some(isDue)) return
  working = true
  try {
    const locks = navigator.locks as LockManager | undefined
    if (locks === undefined) await workThrough()
    else await locks.request(lock, workThrough)
  } finally {
    working = false
  }
}

async function workThrough(): Promise<void> {
  for (const item of downloadList()) if (isDue(item)) changeDownload(item.vfid, { state: 'waiting' })
  for (;;) {
    const next = downloadList().findLast(({ state }) => state === 'waiting')
    if (next === undefined) return
    changeDownload(next.vfid, { state: 'loading' })
    await save(next)
    if (downloadOf(next.vfid)?.state === 'loading') changeDownload(next.vfid, { state: 'failed' })
  }
}

async function save(item: StoredDownload): Promise<void> {
  const { vid, vfid } = item
  const started = await call(downloads.begin, { vid, vfid, ...edgeParameters() })
  if (started.kind === 'unreachable') return changeDownload(vfid, { state: 'lost' })
  if (started.kind === 'refused') return changeDownload(vfid, { state: 'refused', message: started.message })
  const { licence, now } = started.data
  changeDownload(vfid, { expiresAtSec: licence.expires_at, startedAtSec: licence.started_at })
  noteTime(now)
  takeBackIfRemoved(vfid, item.owner)
  // Paused or removed during the request, or its owner has logged out.
  if (downloadOwner() !== item.owner || downloadOf(vfid)?.state !== 'loading') return
  const url = mediaAddress(started.data.url)
  const folder = folderOf(url) ?? ''
  const uri = savedUri(folder)
  changeDownload(vfid, { uri })
  let lastProgress = 0
  const saving = saveFilm({
    url,
    height: item.height,
    audio: item.audio.split(','),
    texts: item.texts.split(','),
    nextAccess: (failedUrl) => nextAccess(item, failedUrl),
    onProgress: (part) => {
      // Paused or removed in another tab, or its owner has logged out.
      if (downloadOwner() !== item.owner || downloadOf(vfid)?.state !== 'loading')
        return running?.saving.stop()
      if (part - lastProgress < step) return
      lastProgress = part
      changeDownload(vfid, { part })
    },
  })
  running = { vfid, saving }
  const outcome = await saving.outcome
  running = null
  // Another viewer is logged in: the partial download waits for its owner.
  if (downloadOwner() !== item.owner) return
  // Removed meanwhile: data stored now would never be deleted.
  if (downloadOf(vfid) === undefined) return removeFilm(folder)
  if (outcome.kind === 'saved') {
    changeDownload(vfid, { state: 'saved', part: 1, bytes: outcome.bytes })
    return noticeSaved(item).catch(() => undefined)
  }
  if (outcome.kind !== 'stopped') changeDownload(vfid, { state: outcome.kind })
}
