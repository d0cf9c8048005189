/** A DASH on-demand manifest (ISO/IEC 23009-1, isoff-on-demand) over the same track files that HLS uses. */
import type {
  AssetDescription,
  AssetTrack,
  SubtitleTrack,
  Thumbnails,
  VideoTrack,
} from './asset-description.ts'
import {
  document,
  element,
  frameRateText,
  isoDuration,
  languageOf,
  text,
  type Attributes,
} from './dash-xml.ts'

/** The asset data that a manifest needs. */
export type DashAsset = Pick<AssetDescription, 'durationMs' | 'video' | 'audio' | 'subtitles' | 'thumbnails'>

function trackRepresentation(track: AssetTrack, attributes: Attributes, children: readonly string[]): string {
  return element(
    'Representation',
    {
      id: track.rendition,
      bandwidth: Math.ceil(track.peakBitsPerSecond),
      codecs: track.codec,
      ...attributes,
    },
    [
      ...children,
      text('BaseURL', track.file),
      element(
        'SegmentBase',
        { indexRange: `${track.indexBegin}-${track.indexEnd - 1}`, timescale: track.timescale },
        [element('Initialization', { range: `0-${track.initEnd - 1}` })],
      ),
    ],
  )
}

function videoSet(tracks: readonly VideoTrack[]): string {
  return element(
    'AdaptationSet',
    {
      id: 1,
      contentType: 'video',
      mimeType: 'video/mp4',
      segmentAlignment: 'true',
      subsegmentAlignment: 'true',
      subsegmentStartsWithSAP: 1,
      startWithSAP: 1,
    },
    tracks.map((track) =>
      trackRepresentation(
        track,
        { width: track.width, height: track.height, frameRate: frameRateText(track.frameRate), sar: '1:1' },
        [],
      ),
    ),
  )
}

function audioSet(track: AssetDescription['audio'][number], position: number): string {
  return element(
    'AdaptationSet',
    {
      id: 100 + position,
      contentType: 'audio',
      mimeType: 'audio/mp4',
      lang: languageOf(track.language),
      segmentAlignment: 'true',
      subsegmentAlignment: 'true',
      subsegmentStartsWithSAP: 1,
      startWithSAP: 1,
    },
    [
      text('Label', track.name),
      element('Role', {
        schemeIdUri: 'urn:mpeg:dash:role:2011',
        value: position === 0 ? 'main' : 'alternate',
      }),
      trackRepresentation(track, { audioSamplingRate: 48000 }, [
        element('AudioChannelConfiguration', {
          schemeIdUri: 'urn:mpeg:dash:23003:3:audio_channel_configuration:2011',
          value: track.channels,
        }),
      ]),
    ],
  )
}

function subtitleSet(track: SubtitleTrack, position: number): string {
  return element(
    'AdaptationSet',
    { id: 200 + position, contentType: 'text', mimeType: 'text/vtt', lang: languageOf(track.language) },
    [
      text('Label', track.name),
      element('Role', { schemeIdUri: 'urn:mpeg:dash:role:2011', value: 'subtitle' }),
      element('Representation', { id: track.rendition, bandwidth: 1000 }, [text('BaseURL', track.file)]),
    ],
  )
}

/** The DASH-IF thumbnail track: `sprite-$Number$.jpg`, counted from 0. */
function thumbnailSet(thumbnails: Thumbnails): string {
  const { columns, rows, widthPx, heightPx, intervalMs } = thumbnails
  return element('AdaptationSet', { id: 300, contentType: 'image', mimeType: 'image/jpeg' }, [
    element('SegmentTemplate', {
      media: 'sprite-$Number$.jpg',
      timescale: 1000,
      duration: Math.round(intervalMs * columns * rows),
      startNumber: 0,
    }),
    element(
      'Representation',
      { id: 'thumbnails', bandwidth: 10_000, width: widthPx * columns, height: heightPx * rows },
      [
        element('EssentialProperty', {
          schemeIdUri: 'http://dashif.org/guidelines/thumbnail_tile',
          value: `${columns}x${rows}`,
        }),
      ],
    ),
  ])
}

/** The text of the manifest; every address in it is relative to it. */
export function writeManifest(asset: DashAsset): string {
  const longest = Math.max(1, ...asset.video.map((track) => track.durationMs))
  const manifest = element(
    'MPD',
    {
      xmlns: 'urn:mpeg:dash:schema:mpd:2011',
      profiles: 'urn:mpeg:dash:profile:isoff-on-demand:2011',
      type: 'static',
      mediaPresentationDuration: isoDuration(longest),
      minBufferTime: 'PT2S',
    },
    [
      element('Period', { id: 0, start: 'PT0S', duration: isoDuration(longest) }, [
        videoSet(asset.video),
        ...asset.audio.map(audioSet),
        ...asset.subtitles.map(subtitleSet),
        ...(asset.thumbnails === undefined ? [] : [thumbnailSet(asset.thumbnails)]),
      ]),
    ],
  )
  return document(manifest)
}
