/**
 * HLS playlists read by hls-parser, a third-party library: a mistake shared by our writer and our reader shows here. It
 * throws on what it considers a violation of RFC 8216.
 */
import { parse, setOptions, types } from 'hls-parser'

export type IndependentSegment = types.MediaPlaylist['segments'][number]

/** A media playlist. Throws when the text is not a valid one. */
export function readMedia(text: string | undefined): types.MediaPlaylist {
  const playlist = read(text, true)
  if (playlist instanceof types.MediaPlaylist) return playlist
  throw new Error('a multivariant playlist, not a media playlist')
}

/**
 * A low-latency playlist. hls-parser rejects parts of more than three segments, the growing one included; the draft
 * only advises to list those of three target durations, and here there are some more. It throws when the text is no
 * playlist.
 */
export function readLowLatencyMedia(text: string | undefined): types.MediaPlaylist {
  const playlist = read(text, false)
  if (playlist instanceof types.MediaPlaylist) return playlist
  throw new Error('a multivariant playlist, not a media playlist')
}

/** A multivariant playlist. Throws when the text is not a valid one. */
export function readMultivariant(text: string | undefined): types.MasterPlaylist {
  const playlist = read(text, true)
  if (playlist instanceof types.MasterPlaylist) return playlist
  throw new Error('a media playlist, not a multivariant playlist')
}

/** The whole segments: hls-parser returns the parts of the growing one as a segment without a name. */
export function wholeSegments(playlist: types.MediaPlaylist): IndependentSegment[] {
  return playlist.segments.filter(({ uri }) => uri !== '')
}

function read(text: string | undefined, strictMode: boolean): types.MediaPlaylist | types.MasterPlaylist {
  setOptions({ strictMode, silent: true })
  return parse(text ?? '')
}
