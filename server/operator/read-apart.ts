/** Descriptions and lists that somebody else wrote, read in a process of their own. */
import { readApart, type ApartReader } from '#server/platform/process/apart/apart.ts'
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

/** A list of channels, or why it is none. A packed one is not unpacked: lists are small, and what they grow to is not known. */
export async function readPlaylist(bytes: Uint8Array): Promise<Playlist> {
  const isPacked = (bytes[0] === 0x1f && bytes[1] === 0x8b) || (bytes[0] === 0x50 && bytes[1] === 0x4b)
  if (isPacked) return { kind: 'refused', why: 'it is packed (gzip or zip); unpack it first' }
  const read = await readApart(playlist, bytes)
  return read.kind === 'read' ? read.value : read
}
