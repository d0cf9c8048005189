import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Playback } from '#player/core/playback/playback.ts'
import { nowPlaying, type NowPlaying } from './now-playing.ts'
import { followVisibility } from './stop-when-hidden.ts'

let stop: () => void = () => undefined
let visibility: DocumentVisibilityState = 'visible'
beforeEach(() => {
  document.body.innerHTML = '<video></video>'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  stop = followVisibility()
})
afterEach(() => {
  stop()
  nowPlaying.set(null)
  document.body.replaceChildren()
  vi.restoreAllMocks()
  visibility = 'visible'
})

function become(next: DocumentVisibilityState) {
  visibility = next
  document.dispatchEvent(new Event('visibilitychange'))
}

/** A player of this kind in this status; what is done with it, in order. */
function play(kind: 'live' | 'film', status: string) {
  const done: string[] = []
  const state = { kind, status }
  const playback = {
    state,
    pause: () => {
      done.push('pause')
      state.status = 'paused'
    },
    play: () => done.push('play'),
  } as unknown as Playback
  const playing = { playback, seek: () => done.push('live edge'), resume: () => done.push('resume') }
  nowPlaying.set(playing as unknown as NowPlaying)
  return { done, state }
}

describe('[TVSET-03] an app of a television set that is left for another one', () => {
  it('stops a film, and goes on where it was', () => {
    const { done } = play('film', 'playing')
    become('hidden')
    expect(done).toEqual(['pause'])
    become('visible')
    expect(done).toEqual(['pause', 'resume'])
  })

  it('stops a channel, and goes on with what is on now', () => {
    const { done } = play('live', 'buffering')
    become('hidden')
    become('visible')
    expect(done).toEqual(['pause', 'live edge', 'play'])
  })

  it('stops what is still loading, which would play with sound in the background', () => {
    const { done } = play('film', 'loading')
    become('hidden')
    expect(done).toEqual(['pause'])
    become('visible')
    expect(done).toEqual(['pause', 'resume'])
  })

  it('leaves alone what the viewer paused, what another player shows, and what was opened meanwhile', () => {
    const paused = play('film', 'paused')
    become('hidden')
    become('visible')
    expect(paused.done).toEqual([])
    const before = play('film', 'playing')
    become('hidden')
    const opened = play('film', 'playing')
    become('visible')
    expect([before.done, opened.done]).toEqual([['pause'], []])
    document.querySelector('video')?.toggleAttribute('hidden', true)
    become('hidden')
    expect(opened.done).toEqual([])
  })
})
