import { readInSandbox, type SandboxReader } from '#server/platform/process/sandbox/sandbox.ts'
import type { Playlist } from './parse-playlist.ts'

/** The limits suffice for the largest list there may be, of 64 MB. */
const playlist: SandboxReader<Uint8Array, Playlist> = {
  module: new URL('./playlist-sandbox.ts', import.meta.url),
  limits: { cpuMs: 60_000, megabytes: 2500 },
}

/**
 * A list of channels, or why it is none. Somebody else wrote it, so a process of its own reads it. A packed list is
 * rejected: lists are small, and the size it unpacks to is unknown.
 */
export async function readPlaylist(bytes: Uint8Array): Promise<Playlist> {
  const isPacked = (bytes[0] === 0x1f && bytes[1] === 0x8b) || (bytes[0] === 0x50 && bytes[1] === 0x4b)
  if (isPacked) return { kind: 'refused', why: 'it is packed (gzip or zip); unpack it first' }
  const read = await readInSandbox(playlist, bytes)
  return read.kind === 'read' ? read.value : read
}
