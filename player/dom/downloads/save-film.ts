/** Downloads a film, encrypted as it arrives, and deletes it. */
import {
  filmRequests,
  isRefusedTicket,
  Refused,
  type FilmAddress,
  type FilmRequest,
} from './film-requests.ts'
import { deleteKeys, saveKey, keyNames } from './film-keys.ts'
import { deleteParts, savePart, savedBytes, savedPartNames, savedText } from './saved-parts.ts'
import {
  chosenTracks,
  folderOf,
  listedParts,
  toDeviceUris,
  sealOf,
  type TrackSelection,
} from './saved-playlists.ts'

const atOnce = 3

/** The film and the tracks to save. */
export interface FilmToSave extends TrackSelection, FilmAddress {
  /** 0 to 1. */
  readonly onProgress: (part: number) => void
}

/** The outcome of a download. `bytes` is its size on the device. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly bytes: number }
  | { readonly kind: 'stopped' }
  /** The connection was lost, or the address is not accepted any more. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'full' }
  | { readonly kind: 'failed' }

/** A download in progress. */
export interface Saving {
  readonly outcome: Promise<SaveOutcome>
  /** Stops it soon; what has arrived is kept for resuming. */
  stop(): void
}

/** Starts a download, or resumes it. Never throws. */
export function saveFilm(film: FilmToSave): Saving {
  const stop = new AbortController()
  return {
    outcome: save(film, stop.signal).catch((error: unknown) =>
      stop.signal.aborted ? { kind: 'stopped' as const } : { kind: kindOf(error) },
    ),
    stop: () => stop.abort(),
  }
}

/**
 * `withdrawn`: the server has other keys now, so the film has to be downloaded again. `unreached`: the server was
 * not reached.
 */
export type KeysFetched = 'come' | 'withdrawn' | 'unreached'

/** Fetches the missing keys of a stored film; its address as for downloading. Never throws. */
export async function fetchKeys(address: FilmAddress): Promise<KeysFetched> {
  const folder = folderOf(address.url)
  if (folder === null) return 'withdrawn'
  const source = filmRequests(address, new AbortController().signal)
  try {
    const keys = await keysNeeded(folder)
    await fetchMissingKeys(source, folder, keys)
    return keys.length > 0 ? 'come' : 'withdrawn'
  } catch (error) {
    return error instanceof Refused && kindOf(error) === 'failed' ? 'withdrawn' : 'unreached'
  }
}

/** Whether a stored part of the folder lacks its key. False where that cannot be determined. */
export async function lacksKeys(folder: string): Promise<boolean> {
  const needed = await keysNeeded(folder).catch(() => [])
  const here = needed.length > 0 ? await keyNames(folder) : null
  return here !== null && needed.some((name) => !here.includes(name))
}

/** The keys needed by the parts stored in a folder. */
async function keysNeeded(folder: string): Promise<readonly string[]> {
  const keys = [...(await savedPartNames(folder))].map((name) => sealOf(name)?.key)
  return [...new Set(keys)].filter((key) => key !== undefined)
}

/** Deletes a complete or partial download with its keys; a missing one is no error. */
export async function removeFilm(folder: string): Promise<void> {
  await deleteKeys(folder)
  await deleteParts(folder)
}

async function save(film: FilmToSave, stopped: AbortSignal): Promise<SaveOutcome> {
  const folder = folderOf(film.url)
  if (folder === null) return { kind: 'failed' }
  const source = filmRequests(film, stopped)
  const text = async (name: string) => new TextDecoder().decode(await source(name))
  const chosen = chosenTracks(await text('master.m3u8'), film)
  if (chosen === null) return { kind: 'failed' }
  const lists = await Promise.all(
    chosen.lists.map(async (name) => ({ name, ...listedParts(await text(name), folder) })),
  )
  for (const list of lists) await startList(folder, list)
  const keys = lists.flatMap(({ key }) => (key === null ? [] : [folder + key]))
  await fetchMissingKeys(source, folder, keys)
  const parts = lists.flatMap((list) => list.parts).toSorted((a, b) => a.atSec - b.atSec)
  const names = parts.map(({ name }) => name)
  await fetchParts(source, folder, names, film.onProgress)
  // Written last: a download with a master playlist is complete.
  await savePart(`${folder}master.m3u8`, toDeviceUris(chosen.master, folder))
  return { kind: 'saved', bytes: await savedBytes(names.map((name) => folder + name)) }
}

/** The playlist differs from the previous one: the film was packaged again, and its parts cannot be combined. */
async function startList(folder: string, { name, text }: { name: string; text: string }): Promise<void> {
  const before = await savedText(folder + name)
  if (before === text) return
  if (before !== null) await deleteParts(`${folder}${name.replace(/\.m3u8$/, '')}/`)
  await savePart(folder + name, text)
}

async function fetchMissingKeys(
  source: FilmRequest,
  folder: string,
  names: readonly string[],
): Promise<void> {
  const here = (await keyNames(folder)) ?? []
  for (const name of new Set(names))
    if (!here.includes(name)) await saveKey(name, await source(`${name.slice(folder.length)}.key`))
}

async function fetchParts(
  source: FilmRequest,
  folder: string,
  names: readonly string[],
  onProgress: (part: number) => void,
): Promise<void> {
  const here = await savedPartNames(folder)
  const missing = names.filter((name) => !here.has(folder + name))
  let done = names.length - missing.length
  const work = async () => {
    for (let name = missing.shift(); name !== undefined; name = missing.shift()) {
      await savePart(folder + name, await source(name))
      done += 1
      onProgress(done / names.length)
    }
  }
  const workers = Array.from({ length: atOnce }, work)
  // After a failure the other workers start no new part.
  await Promise.all(
    workers.map((one) => one.catch((error: unknown) => (missing.splice(0), Promise.reject(error)))),
  )
}

function kindOf(error: unknown): 'lost' | 'full' | 'failed' {
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return 'full'
  if (error instanceof Refused) return isRefusedTicket(error) || error.status >= 500 ? 'lost' : 'failed'
  // A request that failed or timed out.
  return error instanceof TypeError || error instanceof DOMException ? 'lost' : 'failed'
}
