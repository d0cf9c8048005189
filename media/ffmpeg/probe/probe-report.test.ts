import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readProbe } from './probe-report.ts'

function probe(streams: readonly object[], format: object = {}) {
  return readProbe(JSON.stringify({ format: { format_name: 'matroska,webm', ...format }, streams }))
}

function video(stream: object = {}) {
  return probe([{ codec_type: 'video', codec_name: 'h264', ...stream }])?.video[0]
}

describe('[FILM-04] ffprobe’s report', () => {
  it('is read with its streams by kind, each with its index', () => {
    const result = probe(
      [
        { index: 0, codec_type: 'video', codec_name: 'hevc', width: 1920, height: 1080 },
        { index: 1, codec_type: 'audio', codec_name: 'ac3', channels: 6, sample_rate: '48000' },
        { index: 2, codec_type: 'subtitle', codec_name: 'subrip', disposition: { forced: 1 } },
        { index: 3, codec_type: 'data' },
      ],
      { start_time: '0.5', duration: '60.25', size: '1000' },
    )
    expect(result).toMatchObject({
      format: 'matroska,webm',
      startSec: 0.5,
      durationMs: 60_250,
      sizeBytes: 1000,
      video: [{ index: 0, codec: 'hevc', width: 1920, height: 1080 }],
      audio: [{ index: 1, codec: 'ac3', channels: 6, sampleRate: 48_000 }],
      subtitles: [{ index: 2, codec: 'subrip', forced: true, isDefault: false }],
    })
  })

  it.each(['', 'ffprobe: not found', '{', '[]', 'null', '{"streams":[]}', '{"format":[]}'])(
    'is rejected: %j',
    (json) => {
      expect(readProbe(json)).toBeUndefined()
    },
  )

  it.each([
    [[{ rotation: -90 }], 90],
    [[{ rotation: 90 }], 270],
    [[{ rotation: 180 }], 180],
    [[{ side_data_type: 'other' }, { rotation: -89.6 }], 90],
    [[{ rotation: 0 }], 0],
  ])('reads the rotation from the display matrix %j', (sides, degrees) => {
    expect(video({ side_data_list: sides })?.rotationDeg).toBe(degrees)
  })

  it('reads the rotation from the old tag, with opposite sign, when there is no matrix', () => {
    expect(video({ tags: { rotate: '90' } })?.rotationDeg).toBe(90)
    expect(video({ tags: { ROTATE: '270' } })?.rotationDeg).toBe(270)
    expect(video({ tags: { rotate: 'upside down' } })?.rotationDeg).toBe(0)
  })

  it.each([
    ['30000/1001', 30_000 / 1001],
    ['25/1', 25],
    ['0/0', 0],
    ['25/0', 0],
    ['-25/1', 0],
    ['x', 0],
    [25, 0],
  ])('reads the frame rate %j as %d', (text, rate) => {
    expect(video({ r_frame_rate: text })?.claimedFrameRate).toBe(rate)
  })

  it.each([
    ['yuv420p', undefined, 8],
    ['yuv420p10le', undefined, 10],
    ['gbrp12be', undefined, 12],
    ['unknown', '10', 10],
    [undefined, undefined, 8],
  ])('reads the depth of %s', (pixelFormat, raw, depth) => {
    expect(video({ pix_fmt: pixelFormat, bits_per_raw_sample: raw })?.bitDepth).toBe(depth)
  })

  it('detects HDR by its transfer function, interlacing by its field order, and cover images', () => {
    expect(video({ color_transfer: 'smpte2084' })?.transfer).toBe('pq')
    expect(video({ color_transfer: 'arib-std-b67' })?.transfer).toBe('hlg')
    expect(video({ color_transfer: 'bt709' })?.transfer).toBe('sdr')
    expect(video({ field_order: 'progressive' })).toMatchObject({ progressive: true, interlaced: false })
    expect(video({ field_order: 'tb' })).toMatchObject({ progressive: false, interlaced: true })
    expect(video({})).toMatchObject({ progressive: false, interlaced: false })
    expect(video({ disposition: { attached_pic: 1 } })?.attachedPicture).toBe(true)
    expect(video({ disposition: { attached_pic: true } })?.attachedPicture).toBe(false)
  })

  it('names a codec that an older ffprobe does not know, by its codec tag', () => {
    expect(video({ codec_name: 'unknown', codec_tag_string: 'VVC1' })?.codec).toBe('vvc')
    expect(video({ codec_name: undefined, codec_tag_string: 'xxxx' })?.codec).toBe('')
  })

  it('has languages, and names that a person entered', () => {
    const audio = probe([
      { codec_type: 'audio', tags: { LANGUAGE: ' rus ', title: 'Дубляж', handler_name: 'SoundHandler' } },
      { codec_type: 'audio', tags: { language: '' } },
    ])?.audio
    expect(audio?.[0]).toMatchObject({ language: 'rus', title: 'Дубляж' })
    expect(audio?.[1]).not.toHaveProperty('language')
    expect(audio?.[1]).not.toHaveProperty('title')
  })

  it('has no duration where ffprobe reports none', () => {
    for (const duration of ['N/A', '0', '-1', '', null, {}])
      expect(probe([], { duration })).not.toHaveProperty('durationMs')
  })

  it('is read in part when it lists thousands of streams', () => {
    const many = Array.from({ length: 3000 }, (_, index) => ({ index, codec_type: 'audio' }))
    expect(probe(many)?.audio).toHaveLength(200)
    const late = [...many.slice(0, 1500), { index: 1500, codec_type: 'video' }]
    expect(probe(late)?.video).toMatchObject([{ index: 1500 }])
  })

  it('is read with any values in its fields', () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue())), fc.jsonValue(), (streams, extra) => {
        const types = ['video', 'audio', 'subtitle']
        const all = streams.map((stream, at) => ({ ...stream, tags: extra, codec_type: types[at % 3] }))
        const result = probe(all, { duration: extra, size: extra, start_time: extra })
        expect(result?.sizeBytes).not.toBeNaN()
        for (const one of result?.video ?? []) {
          expect([one.width, one.height, one.level].every(Number.isFinite)).toBe(true)
          expect([0, 90, 180, 270]).toContain(one.rotationDeg)
        }
      }),
    )
  })
})
