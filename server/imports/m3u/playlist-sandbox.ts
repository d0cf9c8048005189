import { decodeText } from '#server/imports/source/decode-text.ts'
import { parsePlaylist, type Playlist } from './parse-playlist.ts'

/** Parses a list of channels from its bytes. Runs in a separate process. */
export function readSandboxed(bytes: Uint8Array): Playlist {
  return parsePlaylist(decodeText(bytes))
}
