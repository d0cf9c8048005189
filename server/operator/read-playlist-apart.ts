import { decodeText } from './decode-text.ts'
import { parsePlaylist, type Playlist } from './m3u/parse-playlist.ts'

/** Reads a list of channels from its bytes. Runs apart. */
export function readApart(bytes: Uint8Array): Playlist {
  return parsePlaylist(decodeText(bytes))
}
