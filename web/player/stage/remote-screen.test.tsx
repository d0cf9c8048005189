import { act, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Playback } from '#player/core/playback/playback.ts'
import { mayAirPlay } from '#player/engines/choose-engine.ts'
import { renewScreenAddress } from '#player/engines/media-element/screen-address.ts'
import { show } from '#tests/kit/dom/show.tsx'
import { simulateServer } from '#tests/kit/dom/simulated-server.ts'
import { playingFilm } from '#tests/kit/player/playing-film.ts'
import { settle } from '#tests/kit/player/simulated-player.ts'
import { ControlsRow } from '#web/player/controls/controls-row.tsx'
import { useNowPlaying } from '#web/player/playback/now-playing.ts'
import { PlayerStage } from './player-stage.tsx'

const picker = vi.fn()
let isInUse = false

beforeEach(() => {
  simulateServer()
  picker.mockClear()
  isInUse = false
  Object.defineProperties(HTMLVideoElement.prototype, {
    webkitShowPlaybackTargetPicker: { value: picker, configurable: true },
    webkitCurrentPlaybackTargetIsWireless: { get: () => isInUse, configurable: true },
    disableRemotePlayback: { value: false, writable: true, configurable: true },
  })
})
afterEach(() => {
  for (const name of [
    'webkitShowPlaybackTargetPicker',
    'webkitCurrentPlaybackTargetIsWireless',
    'disableRemotePlayback',
  ])
    Reflect.deleteProperty(HTMLVideoElement.prototype, name)
  vi.unstubAllGlobals()
})

function Player({ playback }: { readonly playback: Playback }) {
  const elements = { frame: useRef(null), video: useRef(null), canvas: useRef(null), subtitles: useRef(null) }
  const nothing = () => undefined
  useNowPlaying(
    playback,
    { kind: 'film', id: 7, title: 'Абдуллажон', subtitle: '', picture: '/images/poster/7' },
    { position: () => 0, seek: nothing, resume: nothing, close: nothing },
  )
  const taps = {
    onClick: nothing,
    onDoubleClick: nothing,
    onTap: nothing,
    onSide: nothing,
    onLongPress: nothing,
  }
  return (
    <PlayerStage elements={elements} playback={playback} controlsShown taps={taps} skippedSec={0}>
      <ControlsRow
        playback={playback}
        elements={elements}
        onSkip={nothing}
        onShortcuts={nothing}
        menuOpen={false}
        onMenu={nothing}
        middle={null}
      />
    </PlayerStage>
  )
}

async function open() {
  const { playback } = await playingFilm()
  const page = await show(<Player playback={playback} />)
  const video = page.container.querySelector('video')
  if (video === null) throw new Error('there is no video')
  const tell = (name: string, more: object = {}) =>
    act(async () => {
      video.dispatchEvent(Object.assign(new Event(name), more))
      await settle()
    })
  return { page, video, tell }
}

const button = () => screen.queryByRole('button', { name: 'Показать на телевизоре' })

describe('another screen, in the player', () => {
  it('is offered only while the browser reports one, and its list is opened by a press', async () => {
    const { page, tell } = await open()
    expect(button()).toBeNull()
    await tell('webkitplaybacktargetavailabilitychanged', { availability: 'available' })
    await page.user.click(button() ?? document.body)
    expect(picker).toHaveBeenCalledOnce()
    await tell('webkitplaybacktargetavailabilitychanged', { availability: 'not-available' })
    expect(button()).toBeNull()
  })

  it('has the title in place of the video, and the controls stay', async () => {
    const { tell, page } = await open()
    await tell('webkitplaybacktargetavailabilitychanged', { availability: 'available' })
    isInUse = true
    await tell('webkitcurrentplaybacktargetiswirelesschanged')
    const card = page.container.querySelector('[data-remote-screen]')
    expect(card?.textContent).toBe('АбдуллажонВоспроизводится на телевизоре')
    expect(card?.querySelector('img')?.getAttribute('src')).toBe('/images/poster/7')
    expect(screen.getByRole('button', { name: 'Сменить экран' }).getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByRole('button', { name: 'Пауза' })).toBeTruthy()
    isInUse = false
    await tell('webkitcurrentplaybacktargetiswirelesschanged')
    expect(page.container.querySelector('[data-remote-screen]')).toBeNull()
  })
})

describe('the address for AirPlay beside Media Source', () => {
  function buildVideo() {
    const video = document.createElement('video')
    video.innerHTML = '<source src="blob:https://a/1"><source src="data:application/x-mpegurl,text">'
    return { video, sources: () => [...video.querySelectorAll('source')].map(({ src }) => src) }
  }

  it('is the one with the newest ticket; the page’s own source stays', () => {
    const { video, sources } = buildVideo()
    renewScreenAddress(video, 'https://tv.example.uz/p/first/film/1/master.m3u8')
    renewScreenAddress(video, 'https://tv.example.uz/p/next/film/1/master.m3u8')
    expect(sources()).toEqual(['blob:https://a/1', 'https://tv.example.uz/p/next/film/1/master.m3u8'])
  })

  it('is removed for a film saved on this device', () => {
    const { video, sources } = buildVideo()
    renewScreenAddress(video, 'saved:7')
    expect(sources()).toEqual(['blob:https://a/1'])
    expect(video.disableRemotePlayback).toBe(true)
  })

  it('is needed only where the browser has both Managed Media Source and AirPlay', () => {
    expect(mayAirPlay()).toBe(false)
    vi.stubGlobal('ManagedMediaSource', () => undefined)
    expect(mayAirPlay()).toBe(false)
    vi.stubGlobal('WebKitPlaybackTargetAvailabilityEvent', () => undefined)
    expect(mayAirPlay()).toBe(true)
  })
})
