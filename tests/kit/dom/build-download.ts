import type { StoredDownload } from '#player/dom/downloads/stored-downloads.ts'

/**
 * A film that the viewer of `show.tsx` has downloaded completely, with a licence of 30 days from the second
 * 1,800,000,000.
 */
export function buildDownload(own: Partial<StoredDownload> & { readonly vfid: number }): StoredDownload {
  return {
    owner: '1000042',
    vid: own.vfid * 10,
    title: `Фильм ${own.vfid}`,
    subtitle: '',
    height: 480,
    audio: 'ru',
    texts: '',
    state: 'saved',
    part: 1,
    bytes: 400_000_000,
    message: '',
    uri: `kept://device/film-${own.vfid}/1/master.m3u8`,
    expiresAtSec: 1_800_000_000 + 30 * 24 * 3600,
    startedAtSec: 0,
    ...own,
  }
}
