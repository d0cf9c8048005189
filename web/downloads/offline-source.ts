/** A download as a source of the player: no request is made, the stored licence decides. */
import { licenceEnd } from '#player/core/downloads/download-licence.ts'
import { resumeFromSec } from '#player/core/playback/resume.ts'
import type { PlaybackSource } from '#player/core/state/source.ts'
import { keyNames } from '#player/dom/downloads/film-keys.ts'
import { folderOfUri } from '#player/dom/downloads/saved-playlists.ts'
import { storedPositions } from '#player/dom/stored-positions.ts'
import {
  changeDownload,
  downloadOf,
  downloadOwner,
  noteTime,
  trustedSec,
  verdictOf,
} from './download-list.ts'
import { dropEndedKeys } from './licences.ts'

/** Messages of a rejection, in the language of the page. */
export interface RefusalWords {
  readonly expired: string
  readonly clockBack: string
  readonly gone: string
}

/** The start position: where the viewer stopped on this device. */
export function savedStartSec(vid: number, vfid: number): number {
  return resumeFromSec(storedPositions(downloadOwner(), vid).find((place) => place.vfid === vfid))
}

export function savedSource(vfid: number, startSec: number, words: RefusalWords): PlaybackSource {
  const refused = (message: string) => ({
    kind: 'refused' as const,
    failure: 'download_ended' as const,
    message,
  })
  return {
    key: `film:${vfid}`,
    kind: 'film',
    startSec,
    async ask() {
      const item = downloadOf(vfid)
      if (item === undefined || item.state !== 'saved') return refused(words.gone)
      const verdict = verdictOf(item)
      noteTime()
      await dropEndedKeys()
      if (verdict === 'clock_back') return refused(words.clockBack)
      // Keys deleted at a licence's end can only be fetched from the server again.
      const keys = verdict === 'plays' ? await keyNames(folderOfUri(item.uri) ?? '') : []
      if (keys?.length === 0) return refused(words.expired)
      const startedAtSec = item.startedAtSec || trustedSec()
      if (startedAtSec !== item.startedAtSec) changeDownload(vfid, { startedAtSec })
      return {
        kind: 'address',
        url: item.uri,
        // The player renews before that, and is rejected once the licence has expired.
        expiresAtMs: Date.now() + (licenceEnd({ ...item, startedAtSec }) - trustedSec()) * 1000,
        stream: null,
        master: null,
        isWarm: false,
        startAtMs: null,
      }
    },
  }
}
