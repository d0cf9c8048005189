import { readInSandbox, type SandboxReader } from '#server/platform/process/sandbox/sandbox.ts'
import type { Playlist } from './parse-playlist.ts'

/** The limits suffice for the largest allowed list, of 64 MB. */
const playlist: SandboxReader<Uint8Array, Playlist> = {
  module: new URL('./playlist-sandbox.ts', import.meta.url),
  limits: { cpuMs: 60_000, megabytes: 2500 },
}

/**
 * A list of channels, or the reason why it is none. The file is untrusted, so a separate process parses it. A
 * compressed list is rejected: lists are small, and the unpacked size is unknown.
 */
export async function readPlaylist(bytes: Uint8Array): Promise<Playlist> {
  const isPacked = (bytes[0] === 0x1f && bytes[1] === 0x8b) || (bytes[0] === 0x50 && bytes[1] === 0x4b)
  if (isPacked) return { kind: 'refused', why: 'it is packed (gzip or zip); unpack it first' }
  const read = await readInSandbox(playlist, bytes)
  return read.kind === 'read' ? read.value : read
}
