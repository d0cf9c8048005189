import { act, fireEvent, screen, within } from '@testing-library/react'
import { useRef, useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Programme } from '#contract/channels/channels.ts'
import { buildChannel, buildProgramme } from '#tests/kit/dom/build-channel.ts'
import { show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer } from '#tests/kit/dom/simulated-server.ts'
import { playingChannel } from '#tests/kit/player/playing-channel.ts'
import { settle } from '#tests/kit/player/simulated-player.ts'
import { ChannelControls } from './channel-controls.tsx'
import { EndCard } from './panels/end-card.tsx'
import { NextUp } from './panels/next-up.tsx'
import type { Viewing } from './viewing/viewing.ts'

/** 13:00 in Tashkent. */
const nowSec = 1_800_000_000
const film = buildProgramme(1, { title: 'Кино', begin_time: nowSec - 1800, end_time: nowSec + 1800 })
const news = buildProgramme(2, { title: 'Новости', begin_time: nowSec + 1800, url: null })
const yoshlar = buildChannel(5, { number: 12, name: 'Yoshlar', now: film })
const sport = buildChannel(6, { name: 'Спорт', now: buildProgramme(9, { title: 'Матч' }) })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowSec * 1000 })
  simulateServer()
})

type Playing = Awaited<ReturnType<typeof playingChannel>>

function actions() {
  return { seekTo: vi.fn(), goLive: vi.fn(), startOver: vi.fn(), togglePlay: vi.fn(), play: vi.fn() }
}

interface Shown {
  readonly playing: Playing | null
  readonly programmes?: readonly Programme[]
  readonly meant?: typeof yoshlar
  readonly viewing: ReturnType<typeof actions>
  readonly onPanel?: (open: boolean) => void
  readonly onGuide?: () => void
}

function Controls({ playing, programmes = [film, news], meant = yoshlar, viewing, ...on }: Shown) {
  const playback = playing?.playback ?? null
  const [menuOpen, onMenu] = useState(false)
  const elements = { frame: useRef(null), video: useRef(null), canvas: useRef(null), subtitles: useRef(null) }
  const atMs = () => {
    const { originMs, positionSec } = playback?.state ?? { originMs: null, positionSec: 0 }
    return originMs === null ? null : originMs + positionSec * 1000
  }
  return (
    <ChannelControls
      {...{ playback, elements, programmes, menuOpen, onMenu, meant }}
      {...{ zapping: null as never, zap: null as never, line: [], onProgramme: vi.fn(), onHold: vi.fn() }}
      onRefusal={vi.fn()}
      {...{ shown: true, skipping: false, panelOpen: false, onSkip: vi.fn(), onShortcuts: vi.fn() }}
      channel={yoshlar}
      viewing={{ ...viewing, atMs, viewing: { kind: 'live' }, goOn: null } as never}
      onPanel={on.onPanel ?? vi.fn()}
      onGuide={on.onGuide ?? vi.fn()}
    />
  )
}

async function open(own: Partial<Shown> & { readonly playing: Playing | null }) {
  const viewing = actions()
  const page = await show(<Controls viewing={viewing} {...own} />, { at: '/channel/5', as: viewer })
  return { ...page, viewing }
}

const bar = () => screen.getByRole('slider', { name: 'Перемотка' })
const toLive = () => screen.queryByRole('button', { name: 'Эфир: Вернуться в эфир' })
const startOver = () => screen.queryByRole('button', { name: /^С начала/ })

describe('[TV-09] the controls over a channel', () => {
  it('show its number, its name, and the current programme with its times and remaining time', async () => {
    await open({ playing: await playingChannel(nowSec) })
    expect(words()).toMatch(/12.*Yoshlar.*Кино.*12:30–13:30.*ещё 30 мин/)
    expect(words()).not.toContain('Матч')
  })

  it('show the channel a viewer is zapping to, before it plays', async () => {
    await open({ playing: await playingChannel(nowSec), meant: sport })
    expect(words()).toMatch(/6.*Спорт.*Матч/)
    expect(words()).not.toContain('Yoshlar')
  })

  it('show a message when there is no guide', async () => {
    const meant = buildChannel(7, { name: 'Музыка' })
    await open({ playing: await playingChannel(nowSec), programmes: [], meant })
    expect(screen.getByText('Программа передач не указана')).toBeTruthy()
  })

  it('have links to the list of channels and to the guide', async () => {
    const [onPanel, onGuide] = [vi.fn(), vi.fn()]
    const { user } = await open({ playing: await playingChannel(nowSec), onPanel, onGuide })
    await user.click(screen.getByRole('button', { name: /^Показать список/ }))
    expect(onPanel).toHaveBeenCalledWith(true)
    await user.click(screen.getByRole('button', { name: /^Каналы и передачи/ }))
    expect(onGuide).toHaveBeenCalledTimes(1)
  })

  it('have no timeline until playback has started', async () => {
    await open({ playing: null })
    expect(screen.queryByRole('slider', { name: 'Перемотка' })).toBeNull()
    expect(words()).toContain('Yoshlar')
  })
})

describe('[GUIDE-05] the timeline of a channel', () => {
  it('is that of the programme, named by time and title, and ends at the present', async () => {
    await open({ playing: await playingChannel(nowSec) })
    expect(bar().getAttribute('aria-valuetext')).toBe('13:00, Кино')
    expect(words()).toMatch(/12:30.*13:30/)
  })

  it('is the loaded stretch where the guide has no programme', async () => {
    await open({ playing: await playingChannel(nowSec), programmes: [] })
    expect(bar().getAttribute('aria-valuetext')).toBe('13:00')
    expect(words()).toContain('12:43')
  })

  it('seeks to a moment of the wall clock', async () => {
    const { viewing } = await open({ playing: await playingChannel(nowSec, { behindSec: 600 }) })
    fireEvent.keyDown(bar(), { key: 'ArrowLeft' })
    expect(viewing.seekTo).toHaveBeenCalledWith((nowSec - 605) * 1000)
  })
})

describe('[GUIDE-05] the live badge', () => {
  it('is no button during live playback', async () => {
    await open({ playing: await playingChannel(nowSec) })
    expect(screen.getByText('Эфир')).toBeTruthy()
    expect(toLive()).toBeNull()
  })

  it('shows how far behind playback is, and leads back to live', async () => {
    const { viewing, user } = await open({ playing: await playingChannel(nowSec, { behindSec: 125 }) })
    expect(screen.getByText('−2:05 от эфира')).toBeTruthy()
    await user.click(toLive() as HTMLElement)
    expect(viewing.goLive).toHaveBeenCalledTimes(1)
  })

  it('marks a recording as one, and leads to live television', async () => {
    const { viewing, user } = await open({ playing: await playingChannel(nowSec, { kind: 'archive' }) })
    expect(screen.getByText('Архив')).toBeTruthy()
    await user.click(toLive() as HTMLElement)
    expect(viewing.goLive).toHaveBeenCalledTimes(1)
  })
})

describe('[GUIDE-05] starting over', () => {
  it('is offered for a programme that is recorded', async () => {
    const { viewing, user } = await open({ playing: await playingChannel(nowSec) })
    await user.click(startOver() as HTMLElement)
    expect(viewing.startOver).toHaveBeenCalledTimes(1)
  })

  it('is not offered for one that is not recorded, nor in its first seconds', async () => {
    const page = await open({
      playing: await playingChannel(nowSec),
      programmes: [{ ...film, url: null }],
    })
    expect(startOver()).toBeNull()
    page.unmount()
    await open({
      playing: await playingChannel(nowSec),
      programmes: [{ ...film, begin_time: nowSec - 10 }],
    })
    expect(startOver()).toBeNull()
  })
})

describe('[GUIDE-04] the next programme', () => {
  const next = { ...news, url: '/archive/2' }

  it('is announced in the last minute, and not before', async () => {
    const playing = await playingChannel(nowSec)
    const ending = { ...film, end_time: nowSec + 50 }
    const after = { ...next, begin_time: nowSec + 50 }
    await show(<NextUp playback={playing.playback} programmes={[ending, after]} />)
    expect(words(screen.getByRole('status'))).toBe('Далее13:00Новости')
    act(() => playing.engine.report({ positionSec: 900 }))
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('is not announced during a short one, which the announcement would cover from its beginning', async () => {
    const playing = await playingChannel(nowSec)
    const short = { ...film, begin_time: nowSec - 100, end_time: nowSec + 50 }
    await show(
      <NextUp playback={playing.playback} programmes={[short, { ...next, begin_time: nowSec + 50 }]} />,
    )
    expect(screen.queryByRole('status')).toBeNull()
  })
})

describe('[GUIDE-04] the end of a recording', () => {
  const seen = buildProgramme(1, { title: 'Кино', begin_time: nowSec - 7200, end_time: nowSec - 3600 })
  const after = buildProgramme(2, { title: 'Обзор', begin_time: nowSec - 3600, end_time: nowSec - 1800 })

  async function end(programmes: readonly Programme[], goesOn: boolean) {
    const { playback, engine } = await playingChannel(nowSec, { kind: 'archive' })
    playback.choices.setGoesOn(goesOn)
    engine.report({ ended: true })
    await settle()
    const viewing = { ...actions(), viewing: { kind: 'programme', pid: 1, offsetSec: 0 } satisfies Viewing }
    const onProgramme = vi.fn()
    const page = await show(
      <EndCard {...{ playback, programmes, onProgramme }} viewing={viewing as never} />,
      { at: '/tvArchive/5/1', as: viewer },
    )
    return { ...page, viewing, onProgramme, engine }
  }

  it('lets a viewer choose who has turned off the automatic next programme', async () => {
    const { user, onProgramme, viewing } = await end([seen, after], false)
    expect(screen.getByText('Далее в 12:00: Обзор')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Смотреть дальше' }))
    expect(onProgramme).toHaveBeenCalledWith(2)
    await user.click(screen.getByRole('button', { name: 'Смотреть эфир' }))
    expect(viewing.goLive).toHaveBeenCalledTimes(1)
  })

  it('shows no question where the next one starts automatically', async () => {
    await end([seen, after], true)
    expect(screen.queryByText('Передача закончилась')).toBeNull()
  })

  it('shows that the next one is not recorded, and offers the neighbouring recordings', async () => {
    const before = buildProgramme(3, { title: 'Утро', begin_time: nowSec - 10_800 })
    await end([before, seen, { ...after, url: null }], true)
    expect(screen.getByText('Записи следующей передачи нет: Обзор')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Смотреть дальше' })).toBeNull()
    const beside = within(screen.getByText('Записи соседних передач').parentElement as HTMLElement)
    expect(words(beside.getByRole('listitem'))).toContain('Утро')
  })

  it('shows that no programme follows, and offers to play it again', async () => {
    const { user, engine } = await end([seen], true)
    expect(screen.getByText('Что идёт следом, в программе не указано')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'С начала' }))
    await act(settle)
    expect(engine.facts.positionSec).toBe(0)
  })
})
