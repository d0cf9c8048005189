import { describe, expect, it } from 'vitest'
import { makeAsset } from '#tests/kit/builders/asset.ts'
import { readMedia, readMultivariant } from '#tests/kit/media/independent-hls.ts'
import type { AssetDescription } from './asset-description.ts'
import { filmMaster, filmMedia, thumbnailsName } from './film-playlists.ts'

const plain = makeAsset('film', 3, 1.04)
const film: AssetDescription = {
  ...plain,
  subtitles: [{ rendition: 's0-uz', file: 's0-uz.vtt', language: 'uz', name: 'Oʻzbekcha' }],
  thumbnails: {
    files: ['t0.jpg'],
    ...{ columns: 10, rows: 10, widthPx: 160, heightPx: 90, intervalMs: 2000, count: 4 },
  },
}
const [video] = film.video
const [audio] = film.audio

describe('the multivariant playlist of a film, read by an independent parser', () => {
  const { variants } = readMultivariant(filmMaster(film))

  it('[FILM-04] has a variant for each height, with the bit rates of video and audio together', () => {
    expect(variants).toMatchObject([
      {
        uri: 'v360.m3u8',
        bandwidth: 1_600_000,
        averageBandwidth: 1_400_000,
        codecs: 'avc1.64001E,mp4a.40.2',
        resolution: { width: 640, height: 360 },
        frameRate: 25,
      },
    ])
  })

  it('[PLAYER-01] names audio and subtitles by language, with the first audio as default', () => {
    expect(variants[0]?.audio).toMatchObject([
      {
        uri: 'a0-ru.m3u8',
        language: 'ru',
        name: 'Русский',
        isDefault: true,
        autoselect: true,
        channels: '2',
      },
    ])
    expect(variants[0]?.subtitles).toMatchObject([
      { uri: 's0-uz.m3u8', language: 'uz', name: 'Oʻzbekcha', isDefault: false, autoselect: true },
    ])
  })

  it('refers only to groups that exist', () => {
    const [silent] = readMultivariant(filmMaster({ ...plain, audio: [] })).variants
    expect(silent).toMatchObject({ codecs: 'avc1.64001E', audio: [], subtitles: [] })
  })
})

describe('the media playlists of a film, read by an independent parser', () => {
  it.each([
    ['video', video, 'v360'],
    ['audio', audio, 'a0-ru'],
  ] as const)(
    '%s: every segment is a byte range of the track file, after one init segment',
    (_, track, name) => {
      const playlist = readMedia(filmMedia(film, name))
      expect(playlist).toMatchObject({ playlistType: 'VOD', endlist: true, independentSegments: true })
      expect(playlist.segments.map(({ uri, byterange }) => ({ uri, ...byterange }))).toEqual(
        track?.segments.map(({ offset, size }) => ({ uri: `${name}.mp4`, offset, length: size })),
      )
      for (const { map } of playlist.segments)
        expect(map).toMatchObject({ uri: `${name}.mp4`, byterange: { offset: 0, length: 900 } })
    },
  )

  it('have the durations of the track, none longer than the target duration', () => {
    const { segments, targetDuration } = readMedia(filmMedia(film, 'v360'))
    expect(segments.map(({ duration }) => duration)).toEqual([2, 2, 2, 1.04])
    expect(targetDuration).toBe(2)
  })

  it('have subtitles as one segment as long as the film', () => {
    const { segments, targetDuration } = readMedia(filmMedia(film, 's0-uz'))
    expect(segments.map(({ uri, duration }) => [uri, duration])).toEqual([['s0-uz.vtt', 7.04]])
    expect(targetDuration).toBe(7)
  })

  it('have thumbnail sheets that cover the film', () => {
    const { segments } = readMedia(filmMedia(film, thumbnailsName))
    expect(segments.map(({ uri, duration }) => [uri, duration])).toEqual([['t0.jpg', 7.04]])
  })

  it('do not exist for a rendition that the film does not have', () => {
    expect(filmMedia(film, 'v1080')).toBeUndefined()
    expect(filmMedia(plain, thumbnailsName)).toBeUndefined()
  })
})

describe('an encrypted film, read by an independent parser', () => {
  const seal = { markOf: (rendition: string) => `key-of-${rendition}`, isWhole: false }

  it('has one AES-128 key per track, and segment names that contain the key’s mark', () => {
    const { segments } = readMedia(filmMedia(film, 'v360', seal))
    expect(segments.map(({ uri }) => uri)).toEqual([0, 1, 2, 3].map((at) => `v360/${at}-key-of-v360.m4s`))
    for (const { key, map, byterange } of segments) {
      expect(key).toMatchObject({ method: 'AES-128', uri: 'v360/key-of-v360.key' })
      expect(map).toMatchObject({ uri: 'v360/init.mp4' })
      expect(byterange).toBeUndefined()
    }
  })

  // The initialisation vector is the media sequence number: with a wrong number nothing can be decrypted.
  it('counts its segments from 0 and has no explicit initialisation vector', () => {
    const playlist = readMedia(filmMedia(film, 'a0-ru', seal))
    expect(playlist.segments.map(({ mediaSequenceNumber }) => mediaSequenceNumber)).toEqual([0, 1, 2, 3])
    expect(playlist.segments.every(({ key }) => key?.iv === undefined)).toBe(true)
  })

  it('encrypts subtitles and thumbnails only for a downloaded film', () => {
    expect(readMedia(filmMedia(film, 's0-uz', seal)).segments[0]?.key ?? null).toBeNull()
    const [saved] = readMedia(filmMedia(film, 's0-uz', { ...seal, isWhole: true })).segments
    expect(saved).toMatchObject({
      uri: 's0-uz/0-key-of-s0-uz.vtt',
      key: { method: 'AES-128', uri: 's0-uz/key-of-s0-uz.key' },
    })
  })
})
