/** Saves what waits, one after the other: begun by the viewer, gone on with when the page or the connection is back. */
import { downloads } from '#contract/playback/downloads.ts'
import { ticketOf } from '#player/core/state/ticket.ts'
import { folderOf, folderOfUri, savedUri } from '#player/dom/downloads/saved-playlists.ts'
import { removeFilm, saveFilm, type Saving } from '#player/dom/downloads/save-film.ts'
import type { StoredDownload } from '#player/dom/downloads/stored-downloads.ts'
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
  untoldRemovals,
} from './download-list.ts'

const lock = 'ekran.saving'
/** What the list is told of a download's progress, no more often than every so many percent. */
const step = 0.01

let running: { readonly vfid: number; readonly saving: Saving } | null = null
let working = false

export type NewDownload = Pick<
  StoredDownload,
  'owner' | 'vid' | 'vfid' | 'title' | 'subtitle' | 'height' | 'audio' | 'texts' | 'bytes'
>

/** Writes it down and begins. False: this device keeps nothing. */
export function beginSaving(request: NewDownload): boolean {
  const nothing = { part: 0, message: '', uri: '', expiresAtSec: 0, startedAtSec: 0 }
  const isStored = addDownload({ ...request, ...nothing, state: 'waiting' })
  // What is saved shall not be the first to go when the device needs space.
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

/** Takes it off this device, or ends it; the server is told when it can be reached. */
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

/** Tells the server what was removed here; what it cannot be told now it is told when there is a connection again. */
export async function tellRemovals(): Promise<void> {
  if (telling || session.get().token === null || !navigator.onLine) return
  telling = true
  try {
    const owner = downloadOwner()
    for (const vfid of untoldRemovals()) {
      const { kind } = await call(downloads.remove, { vfid })
      if (kind !== 'answer') return
      if (downloadOf(vfid) === undefined) removalIsReported(owner, vfid)
    }
  } finally {
    telling = false
  }
}

/** What was granted after its removal: the two were on their way at the same time. */
export function takeBackIfRemoved(vfid: number, owner: string): void {
  if (downloadOwner() !== owner || downloadOf(vfid) !== undefined) return
  noteRemoval(vfid)
  void tellRemovals()
}

/** What a closed tab or a lost connection has left goes on; what the viewer paused does not. */
export function goOnWithAll(): void {
  void work()
}

function isDue({ state }: StoredDownload) {
  return state === 'waiting' || state === 'loading' || state === 'lost'
}

/** One tab saves; another one's turn comes when that one is closed. */
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
  const started = await call(downloads.begin, { vid, vfid })
  if (started.kind === 'unreachable') return changeDownload(vfid, { state: 'lost' })
  if (started.kind === 'refused') return changeDownload(vfid, { state: 'refused', message: started.message })
  const { licence, now } = started.data
  changeDownload(vfid, { expiresAtSec: licence.expires_at, startedAtSec: licence.started_at })
  noteTime(now)
  takeBackIfRemoved(vfid, item.owner)
  // Paused or removed while the server was asked, or its owner has left.
  if (downloadOwner() !== item.owner || downloadOf(vfid)?.state !== 'loading') return
  const url = new URL(started.data.url, location.href).href
  const folder = folderOf(url) ?? ''
  const uri = savedUri(folder)
  changeDownload(vfid, { uri })
  let report = 0
  const saving = saveFilm({
    url,
    height: item.height,
    audio: item.audio.split(','),
    texts: item.texts.split(','),
    nextTicket: async () => {
      const again = await call(downloads.begin, { vid, vfid })
      return again.kind === 'answer' ? ticketOf(again.data.url) : null
    },
    onProgress: (part) => {
      // Paused or removed in another tab, or its owner has left.
      if (downloadOwner() !== item.owner || downloadOf(vfid)?.state !== 'loading')
        return running?.saving.stop()
      if (part - report < step) return
      report = part
      changeDownload(vfid, { part })
    },
  })
  running = { vfid, saving }
  const outcome = await saving.outcome
  running = null
  // Somebody else is here now: what has come waits until its owner is back.
  if (downloadOwner() !== item.owner) return
  // Removed meanwhile: what came after that would be found by nobody any more.
  if (downloadOf(vfid) === undefined) return removeFilm(folder)
  if (outcome.kind === 'saved') return changeDownload(vfid, { state: 'saved', part: 1, bytes: outcome.bytes })
  if (outcome.kind !== 'stopped') changeDownload(vfid, { state: outcome.kind })
}
