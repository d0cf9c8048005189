import { decodeText } from '#server/imports/source/decode-text.ts'
import { parsePlaylist, type Playlist } from './parse-playlist.ts'

/** Reads a list of channels from its bytes. Runs apart. */
export function readSandboxed(bytes: Uint8Array): Playlist {
  return parsePlaylist(decodeText(bytes))
}
