/**
 * The downloads on this device, finished and in progress, of the logged-in viewer: one list for all parts of the
 * page.
 */
import { useSyncExternalStore } from 'react'
import { licenceVerdict, type LicenceVerdict } from '#player/core/downloads/download-licence.ts'
import { readDownloads, writeDownloads, type StoredDownload } from '#player/dom/downloads/stored-downloads.ts'
import { storedProfile } from '#web/session/profile.ts'
import { dataOwner, session } from '#web/session/session.ts'
import { createChanges } from '#web/state/create-store.ts'

/** The owner of the downloads. */
export const downloadOwner = dataOwner

function deviceSec() {
  return Math.floor(Date.now() / 1000)
}

/** Unix seconds by the server's clock, as far as this device knows. */
export function trustedSec(): number {
  return deviceSec() + readDownloads().offsetSec
}

let existing: { readonly owner: string; readonly items: readonly StoredDownload[] } | null = null
const changes = createChanges()
const none: readonly StoredDownload[] = []

function tell(): void {
  existing = null
  changes.emit()
}

/** The viewer's downloads, the newest first. The same array until something in it changes. */
export function downloadList(): readonly StoredDownload[] {
  const owner = downloadOwner()
  if (existing?.owner !== owner)
    existing = { owner, items: readDownloads().items.filter((item) => item.owner === owner) }
  return existing.items
}

export function downloadOf(vfid: number): StoredDownload | undefined {
  return downloadList().find((item) => item.vfid === vfid)
}

/**
 * Adds it at the head of the list, replacing a previous download of the same file. False: the device cannot store
 * anything.
 */
export function addDownload(item: StoredDownload): boolean {
  const { items, removals, ...clock } = readDownloads()
  const isOther = isNot(item.owner, item.vfid)
  const isStored = writeDownloads({
    ...clock,
    items: [item, ...items.filter(isOther)],
    removals: removals.filter(isOther),
  })
  tell()
  return isStored
}

export function changeDownload(vfid: number, change: Partial<StoredDownload>): void {
  const owner = downloadOwner()
  const { items, ...clock } = readDownloads()
  writeDownloads({
    ...clock,
    items: items.map((item) => (item.owner === owner && item.vfid === vfid ? { ...item, ...change } : item)),
  })
  tell()
}

/** Removes it from the list; the server still has to be notified. */
export function dropDownload(vfid: number): void {
  const owner = downloadOwner()
  const { items, ...clock } = readDownloads()
  writeDownloads({ ...clock, items: items.filter(isNot(owner, vfid)) })
  noteRemoval(vfid)
  tell()
}

/** The viewer's downloads that were removed here and not yet on the server. */
export function unsentRemovals(): readonly number[] {
  const owner = downloadOwner()
  return readDownloads()
    .removals.filter((one) => one.owner === owner)
    .map(({ vfid }) => vfid)
}

export function noteRemoval(vfid: number): void {
  const owner = downloadOwner()
  const { removals, ...others } = readDownloads()
  writeDownloads({ ...others, removals: [...removals.filter(isNot(owner, vfid)), { owner, vfid }] })
}

/** The server was notified of the removal. */
export function removalIsReported(owner: string, vfid: number): void {
  const { removals, ...others } = readDownloads()
  writeDownloads({ ...others, removals: removals.filter(isNot(owner, vfid)) })
}

function isNot(owner: string, vfid: number) {
  return (one: { owner: string; vfid: number }): boolean => one.owner !== owner || one.vfid !== vfid
}

/** Downloads of an earlier version of the site are not encrypted: they are not played any more. */
export function outdateFormer(): void {
  const { items, ...clock } = readDownloads()
  if (items.some(isFormer))
    writeDownloads({
      ...clock,
      items: items.map((item) => (isFormer(item) ? { ...item, state: 'former', uri: '', part: 0 } : item)),
    })
  tell()
}

function isFormer({ uri }: StoredDownload) {
  return uri.startsWith('offline:')
}

/** Expired downloads of all viewers of this device. */
export function endedDownloads(): readonly StoredDownload[] {
  return readDownloads().items.filter((item) => verdictOf(item) === 'expired')
}

/** The time only moves forward; `reported` is the server's time, which also corrects a wrong one. */
export function noteTime(reported: number | null = null): void {
  const stored = readDownloads()
  const offsetSec = reported === null ? stored.offsetSec : reported - deviceSec()
  const seenSec = reported ?? Math.max(stored.seenSec, trustedSec())
  if (stored.items.length > 0) writeDownloads({ ...stored, seenSec, offsetSec })
}

/** Whether it may be played now, as far as this device knows. */
export function verdictOf(item: StoredDownload): LicenceVerdict {
  return licenceVerdict(item, trustedSec(), readDownloads().seenSec)
}

// Another tab may change the list; another account has other downloads.
if (typeof window !== 'undefined') window.addEventListener('storage', tell)
session.subscribe(tell)
storedProfile.subscribe(tell)

export function useDownloads(): readonly StoredDownload[] {
  return useSyncExternalStore(changes.subscribe, downloadList, () => none)
}
