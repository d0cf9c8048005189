/** Descriptions and lists that somebody else wrote, read in a process of their own. */
import { readApart, type ApartReader } from '#server/platform/apart/apart.ts'
import type { Playlist } from './m3u/parse-playlist.ts'
import type { NfoReading } from './nfo/parse-nfo.ts'

const nfo: ApartReader<Uint8Array, NfoReading> = {
  module: new URL('./read-nfo-apart.ts', import.meta.url),
  limits: { cpuMs: 10_000, megabytes: 600 },
}

/** The largest list there may be, of 64 MB. */
const playlist: ApartReader<Uint8Array, Playlist> = {
  module: new URL('./read-playlist-apart.ts', import.meta.url),
  limits: { cpuMs: 60_000, megabytes: 2500 },
}

/** A Kodi or Jellyfin NFO, or why it is none. */
export async function readNfo(bytes: Uint8Array): Promise<NfoReading> {
  const read = await readApart(nfo, bytes)
  return read.kind === 'read' ? read.value : read
}

/** A list of channels, or why it is none. */
export async function readPlaylist(bytes: Uint8Array): Promise<Playlist> {
  const read = await readApart(playlist, bytes)
  return read.kind === 'read' ? read.value : read
}
