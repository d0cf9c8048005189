/**
 * The playlists of a packaged asset, written on request. All addresses are relative: `v360.m3u8`, `a0-ru.m3u8`,
 * `s0-ru.m3u8`, `thumbnails.m3u8`, and the files of the asset under their own names.
 */
import type { AssetDescription, AssetTrack, SubtitleTrack, Thumbnails } from './asset-description.ts'
import {
  targetDurationOf,
  writeMasterPlaylist,
  writeMediaPlaylist,
  type AlternativeRendition,
  type ImageStream,
  type MediaSegment,
  type VariantStream,
} from './hls.ts'
import { writeManifest } from './dash.ts'

export const thumbnailsName = 'thumbnails'

const audioGroup = 'audio'
const subtitlesGroup = 'subtitles'

/** `und` tells a player nothing: then no language is written. */
function languageOf(language: string): { language?: string } {
  return language === 'und' ? {} : { language }
}

function renditionsOf(asset: AssetDescription): AlternativeRendition[] {
  return [
    ...asset.audio.map((track, position): AlternativeRendition => ({
      kind: 'audio',
      group: audioGroup,
      name: track.name,
      ...languageOf(track.language),
      uri: `${track.rendition}.m3u8`,
      isDefault: position === 0,
      autoselect: true,
      channels: track.channels,
    })),
    ...asset.subtitles.map((track): AlternativeRendition => ({
      kind: 'subtitles',
      group: subtitlesGroup,
      name: track.name,
      ...languageOf(track.language),
      uri: `${track.rendition}.m3u8`,
      isDefault: false,
      autoselect: true,
    })),
  ]
}

function variantsOf(asset: AssetDescription): VariantStream[] {
  const max = (read: (track: AssetTrack) => number): number => Math.max(0, ...asset.audio.map(read))
  const audioPeak = max((track) => track.peakBitsPerSecond)
  const audioAverage = max((track) => track.averageBitsPerSecond)
  const audioCodecs = [...new Set(asset.audio.map((track) => track.codec))]
  return asset.video.map((track) => ({
    uri: `${track.rendition}.m3u8`,
    peakBitsPerSecond: track.peakBitsPerSecond + audioPeak,
    averageBitsPerSecond: track.averageBitsPerSecond + audioAverage,
    codecs: [track.codec, ...audioCodecs].join(','),
    width: track.width,
    height: track.height,
    frameRate: track.frameRate,
    ...(asset.audio.length > 0 ? { audioGroup: audioGroup } : {}),
    ...(asset.subtitles.length > 0 ? { subtitlesGroup: subtitlesGroup } : {}),
  }))
}

/** A JPEG sheet of 160×90 thumbnails has about 200 kB; the rate is that over the time a sheet covers. */
const sheetBits = 200_000 * 8

function imagesOf(thumbnails: Thumbnails): ImageStream {
  return {
    uri: `${thumbnailsName}.m3u8`,
    peakBitsPerSecond: Math.ceil((sheetBits * 1000) / sheetMs(thumbnails)),
    codecs: 'jpeg',
    width: thumbnails.widthPx,
    height: thumbnails.heightPx,
  }
}

function sheetMs(thumbnails: Thumbnails): number {
  return thumbnails.intervalMs * thumbnails.columns * thumbnails.rows
}

/** The multivariant playlist: all renditions that exist now, lowest first. */
export function filmMaster(asset: AssetDescription): string {
  return writeMasterPlaylist({
    renditions: renditionsOf(asset),
    variants: variantsOf(asset),
    images: asset.thumbnails === undefined ? [] : [imagesOf(asset.thumbnails)],
  })
}

function vod(segments: readonly MediaSegment[], imagesOnly = false): string {
  return writeMediaPlaylist({
    targetDurationSec: targetDurationOf(segments),
    mediaSequence: 0,
    discontinuitySequence: 0,
    type: 'VOD',
    ended: true,
    imagesOnly,
    segments,
  })
}

/**
 * The same track, each segment encrypted: `v360/init.mp4`, `v360/<number>-<mark>.m4s` and the key, `v360/<mark>.key`.
 * The mark names the key, so that a segment cached under another key is never used.
 */
function sealedPlaylist(track: AssetTrack, mark: string): string {
  const { rendition, segments, timescale } = track
  const [map, key] = [{ uri: `${rendition}/init.mp4` }, { uri: `${rendition}/${mark}.key` }]
  return vod(
    segments.map(({ durationTicks }, number) => ({
      uri: `${rendition}/${number}-${mark}.m4s`,
      durationSec: durationTicks / timescale,
      map,
      key,
    })),
  )
}

function trackPlaylist(track: AssetTrack): string {
  const map = { uri: track.file, byteRange: { length: track.initEnd, offset: 0 } }
  return vod(
    track.segments.map((segment) => ({
      uri: track.file,
      durationSec: segment.durationTicks / track.timescale,
      map,
      byteRange: { length: segment.size, offset: segment.offset },
    })),
  )
}

/** How the requested file is encrypted. */
export interface FilmSeal {
  /** Names the key of a rendition. */
  readonly markOf: (rendition: string) => string
  /** Subtitles and thumbnails are encrypted too, not only video and audio. */
  readonly isWhole: boolean
}

/** The same for a file that is a segment of its own: `s0-ru/0-<mark>.vtt`. */
function sealedFile(rendition: string, number: number, file: string, mark: string) {
  return {
    uri: `${rendition}/${number}-${mark}${file.slice(file.lastIndexOf('.'))}`,
    key: { uri: `${rendition}/${mark}.key` },
  }
}

function subtitlePlaylist(track: SubtitleTrack, durationMs: number, mark: string | undefined): string {
  const { rendition, file } = track
  const where = mark === undefined ? { uri: file } : sealedFile(rendition, 0, file, mark)
  return vod([{ ...where, durationSec: durationMs / 1000 }])
}

function thumbnailPlaylist(thumbnails: Thumbnails, durationMs: number, mark: string | undefined): string {
  const whole = sheetMs(thumbnails)
  const tiles = {
    widthPx: thumbnails.widthPx,
    heightPx: thumbnails.heightPx,
    columns: thumbnails.columns,
    rows: thumbnails.rows,
    intervalSec: thumbnails.intervalMs / 1000,
  }
  const segments = thumbnails.files.map((uri, number) => {
    const leftMs = Math.max(1, durationMs - number * whole)
    const where = mark === undefined ? { uri } : sealedFile(thumbnailsName, number, uri, mark)
    return { ...where, durationSec: Math.min(whole, leftMs) / 1000, tiles }
  })
  return vod(segments, true)
}

/**
 * The media playlist of `v360`, `a0-ru`, `s0-ru` or `thumbnails`; undefined when the asset has no such rendition. With
 * `seal` its segments are encrypted.
 */
export function filmMedia(asset: AssetDescription, rendition: string, seal?: FilmSeal): string | undefined {
  const besides = seal?.isWhole === true ? seal.markOf(rendition) : undefined
  if (rendition === thumbnailsName)
    return asset.thumbnails && thumbnailPlaylist(asset.thumbnails, asset.durationMs, besides)
  const track = [...asset.video, ...asset.audio].find((candidate) => candidate.rendition === rendition)
  if (track !== undefined)
    return seal === undefined ? trackPlaylist(track) : sealedPlaylist(track, seal.markOf(rendition))
  const subtitles = asset.subtitles.find((candidate) => candidate.rendition === rendition)
  return subtitles === undefined ? undefined : subtitlePlaylist(subtitles, asset.durationMs, besides)
}

/** The DASH manifest (on-demand profile) of the same files. */
export function filmManifest(asset: AssetDescription): string {
  return writeManifest(asset)
}
