/** What a preview shows: the title's trailer, else thumbnails of the film. Neither counts as a stream. */
import { films, type FilmDetail } from '#contract/films/films.ts'
import { chooseSheets, picturesOf, sheetListOf, sheetsOf } from '#player/dom/thumbnail-sheets.ts'
import type { Preview } from '#player/core/playback/player-engine.ts'
import type { AddressOutcome, PlaybackSource } from '#player/core/state/source.ts'
import { outcomeOf } from '#web/player/playback/address-sources.ts'
import { readsPlaylistsItself } from '#web/player/playback/chosen-engine.ts'
import { firstBytes, pictureOnly, smallestVideo, type FirstBytes } from './picture-only.ts'
import { playerDevice, playerLimits } from '#web/player/playback/player-device.ts'
import { playlistAt } from '#web/player/playback/warm-channels.ts'
import { call } from '#web/session/requests/api.ts'
import { edgeParameters, mediaAddress } from '#web/state/media-origins.ts'
import { playerParts } from './player-parts.ts'
import { silentVideo } from './silent-video.ts'

const maxSheets = 2
const picturesPerSheet = 12
const aheadLimitMs = 10_000

/** The trailer's file; null where there is none, or where this device plays a second video badly. */
export function trailerOf(film: FilmDetail): number | null {
  if (playerDevice().deviceClass === 'tv-low' || readsPlaylistsItself()) return null
  return film.files.find((file) => file.kind === 'trailer' && file.is_ready === 1)?.vfid ?? null
}

export interface TrailerSource extends PlaybackSource {
  /** Requests the address, and the first of the picture, before they are needed. */
  readonly prepare: () => void
  /** The silent video, which is loading; null where the player has to play the trailer. */
  readonly silent: () => Promise<HTMLVideoElement | null>
  /** The preview was left: what is still on its way to it ends. */
  readonly release: () => void
}

interface Ahead {
  readonly outcome: AddressOutcome
  readonly video: HTMLVideoElement | null
}

/** The trailer as a silent video, and as a source of the player. */
export function trailerSource(vid: number, vfid: number): TrailerSource {
  let ahead: Promise<Ahead> | null = null
  let left = new AbortController()
  const prepare = () => {
    if (left.signal.aborted) {
      left = new AbortController()
      ahead = null
    }
    ahead ??= loadAhead(vid, vfid, left.signal)
    return ahead
  }
  return {
    key: `preview:${vfid}`,
    kind: 'film',
    startSec: null,
    prepare() {
      void prepare()
    },
    async silent() {
      return (await prepare()).video
    },
    release() {
      left.abort()
    },
    async ask(_streamId, failedUrl) {
      const first = ahead
      ahead = null
      return first === null ? outcomeOf(await addressAnswer(vid, vfid, failedUrl)) : (await first).outcome
    },
  }
}

function addressAnswer(vid: number, vfid: number, failedUrl?: string | null) {
  return call(films.url, { vid, vfid, beats: 1, ...edgeParameters(failedUrl) })
}

async function loadAhead(vid: number, vfid: number, left: AbortSignal): Promise<Ahead> {
  const result = await addressAnswer(vid, vfid)
  const outcome = outcomeOf(result)
  if (outcome.kind !== 'address' || left.aborted) return { outcome, video: null }
  const silentUrl = result.kind === 'ok' ? result.data.silent_url : undefined
  if (silentUrl !== undefined) return { outcome, video: silentVideo(mediaAddress(silentUrl), left) }
  // What fails here is loaded again, and its absence shown, when the preview opens.
  for (const load of playerParts) load().catch(() => undefined)
  const master = await playlistAt(outcome.url)
  return {
    outcome: { ...outcome, master: master === null ? null : await pictureOf(master, outcome.url, left) },
    video: null,
  }
}

/** The picture alone, whose first segment is on its way; the whole trailer where it cannot be had alone. */
async function pictureOf(master: string, url: string, left: AbortSignal): Promise<string> {
  const video = smallestVideo(master, url)
  const list = video === null || left.aborted ? null : await playlistAt(video.url)
  if (video === null || list === null) return master
  if (!left.aborted) for (const part of firstBytes(list, video.url)) void fetchAhead(part, left)
  return pictureOnly(video, list)
}

/** Into the browser's cache, where the player finds it; what fails the player requests itself. */
async function fetchAhead({ url, range }: FirstBytes, left: AbortSignal): Promise<void> {
  const limit = new AbortController()
  const stop = () => limit.abort()
  const timer = setTimeout(stop, aheadLimitMs)
  left.addEventListener('abort', stop)
  try {
    const headers = range === undefined ? {} : { range: `bytes=${range.from}-${range.to}` }
    const response = await fetch(url, { signal: limit.signal, headers })
    if (response.ok) await response.arrayBuffer()
  } catch {
    // Left, or unreachable.
  } finally {
    clearTimeout(timer)
    left.removeEventListener('abort', stop)
  }
}

/** Only who may watch the film sees its thumbnails, where the operator has not switched thumbnails off. */
export function mayHaveThumbnails(film: FilmDetail): boolean {
  return film.access.state === 'watch' && playerLimits().previews
}

/** Thumbnails of the film's first half, or of a series' first episode; none where it has none. */
export async function thumbnailsOf(vid: number): Promise<readonly Preview[]> {
  const outcome = outcomeOf(await call(films.url, { vid, beats: 1, warm: 1, ...edgeParameters() }))
  if (outcome.kind !== 'address') return []
  const listUrl = sheetListOf((await playlistAt(outcome.url)) ?? '', outcome.url)
  const list = listUrl === null ? null : await playlistAt(listUrl)
  if (listUrl === null || list === null) return []
  return chooseSheets(sheetsOf(list, listUrl), maxSheets).flatMap((sheet) =>
    picturesOf(sheet, picturesPerSheet),
  )
}
