import { describe, expect, it, vi } from 'vitest'
import type { Avplay, AvplayTrack } from './avplay-api.ts'
import { errorNameOf, faultOf } from './avplay-fault.ts'
import { avplayTracksOf, avplayVideoOf } from './avplay-tracks.ts'
import { screenRect } from './display-rect.ts'
import { SeekQueue } from './seek-queue.ts'

function track(index: number, type: AvplayTrack['type'], facts: unknown): AvplayTrack {
  return { index, type, extra_info: typeof facts === 'string' ? facts : JSON.stringify(facts) }
}

/** An AVPlay with these tracks, of which `current` are being played. */
function withTracks(total: readonly AvplayTrack[], current: readonly AvplayTrack[] = []) {
  return { getTotalTrackInfo: () => total, getCurrentStreamInfo: () => current } as unknown as Avplay
}

describe('[APP-03] the tracks of AVPlay', () => {
  const russian = track(1, 'AUDIO', { language: 'ru ' })
  const uzbek = track(2, 'AUDIO', { language: 'uz-UZ' })
  const text = track(3, 'TEXT', { track_lang: 'eng' })

  it('have the language of the set’s own fields, without blanks and regions', () => {
    const avplay = withTracks([russian, uzbek, text], [uzbek, text])
    expect(avplayTracksOf(avplay, 'AUDIO', false)).toEqual([
      { id: '1', language: 'ru', name: '', active: false },
      { id: '2', language: 'uz', name: '', active: true },
    ])
    expect(avplayTracksOf(avplay, 'TEXT', true)).toMatchObject([{ language: 'eng', active: true }])
  })

  it('are not active as subtitles while none are shown', () => {
    expect(avplayTracksOf(withTracks([text], [text]), 'TEXT', false)).toMatchObject([{ active: false }])
  })

  it.each(['', '{', 'null', '[]', '{"language":7}'])('have no language in %j', (facts) => {
    expect(avplayTracksOf(withTracks([track(1, 'AUDIO', facts)]), 'AUDIO', false)).toMatchObject([
      { language: 'und', active: false },
    ])
  })

  it('are none while AVPlay refuses to tell', () => {
    const refuses = () => {
      throw new Error('InvalidStateError')
    }
    const avplay = { getTotalTrackInfo: refuses, getCurrentStreamInfo: refuses } as unknown as Avplay
    expect(avplayTracksOf(avplay, 'AUDIO', false)).toEqual([])
    expect(avplayVideoOf(avplay)).toEqual({ width: 0, height: 0, bitsPerSecond: null, codec: '' })
  })

  it('tell the size of the video, which sets write as text', () => {
    const video = track(0, 'VIDEO', { Width: '1280', Height: '720', Bit_rate: '2500000', fourCC: 'H264' })
    expect(avplayVideoOf(withTracks([video], [video]))).toEqual({
      width: 1280,
      height: 720,
      bitsPerSecond: 2_500_000,
      codec: 'H264',
    })
  })
})

describe('[APP-03] the rectangle of AVPlay', () => {
  it('is in pixels of a screen of 1920 × 1080 whatever size the page has', () => {
    const box = { left: 64, top: 36, width: 640, height: 360 }
    expect(screenRect(box, { width: 1280, height: 720 })).toEqual([96, 54, 960, 540])
    expect(screenRect(box, { width: 1920, height: 1080 })).toEqual([64, 36, 640, 360])
  })
})

describe('[APP-03] seeks of AVPlay', () => {
  it('are carried out one at a time, of those requested meanwhile the newest', () => {
    const pending: (() => void)[] = []
    const seekTo = vi.fn((_ms: number, onDone: () => void) => void pending.push(onDone))
    const queue = new SeekQueue({ seekTo }, () => undefined)
    for (const ms of [1000, 2000, -5]) queue.seek(ms)
    expect(seekTo.mock.calls.map(([ms]) => ms)).toEqual([1000])
    expect(queue.targetMs).toBe(0)
    pending.shift()?.()
    expect(seekTo.mock.calls.map(([ms]) => ms)).toEqual([1000, 0])
    pending.shift()?.()
    expect(queue.targetMs).toBeNull()
  })

  it('are over when AVPlay refuses one, and those of a source before count no more', () => {
    const seekTo = vi.fn(() => {
      throw new Error('InvalidStateError')
    })
    const onDone = vi.fn()
    const queue = new SeekQueue({ seekTo }, onDone)
    queue.seek(1000)
    expect([queue.targetMs, onDone.mock.calls.length]).toEqual([null, 1])
    const pending: (() => void)[] = []
    const slow = new SeekQueue({ seekTo: (_ms, done) => void pending.push(done) }, onDone)
    slow.seek(5000)
    slow.clear()
    pending[0]?.()
    expect(onDone).toHaveBeenCalledOnce()
  })
})

describe('[APP-03] an error of AVPlay', () => {
  it('has its name, however the set passes it', () => {
    expect([
      errorNameOf('PLAYER_ERROR_X'),
      errorNameOf({ name: 'Y' }),
      errorNameOf(null),
      errorNameOf({ name: 3 }),
    ]).toEqual(['PLAYER_ERROR_X', 'Y', 'unknown', 'unknown'])
  })

  it('of a format is one of decoding', async () => {
    expect(await faultOf('http://127.0.0.1:9/', 'PLAYER_ERROR_NOT_SUPPORTED_FORMAT')).toMatchObject({
      failure: 'cannot_decode',
    })
  })
})
