import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { channels } from '#contract/channels/channels.ts'
import { buildChannel, buildProgramme } from '#tests/kit/dom/build-channel.ts'
import { show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { MiniGuide } from './panels/mini-guide.tsx'
import { SidePanel, type PanelTab } from './panels/side-panel.tsx'

/** 13:00 in Tashkent. */
const nowSec = 1_800_000_000
const hour = 3600
const line = [1, 2, 3, 4, 5, 6].map((id) =>
  buildChannel(id, { now: buildProgramme(id * 10, { title: `Эфир ${id}`, begin_time: nowSec - 1800 }) }),
)
const past = buildProgramme(8, { title: 'Утро', begin_time: nowSec - 2 * hour, end_time: nowSec - hour })
const lost = buildProgramme(9, {
  title: 'Обзор',
  begin_time: nowSec - hour,
  end_time: nowSec - 1800,
  url: null,
})
const live = buildProgramme(10, { title: 'Эфир 1', begin_time: nowSec - 1800, end_time: nowSec + 1800 })
const later = buildProgramme(11, { title: 'Вечер', begin_time: nowSec + 1800, url: null })

let server: SimulatedServer
beforeEach(() => {
  vi.useFakeTimers({ now: nowSec * 1000 })
  server = simulateServer()
  server.respondsBy(channels.programmes, ({ cid }) => ({
    programs: { item: Number(cid) === 1 ? [past, lost, live, later] : [] },
  }))
})

async function open({ cid = 1, isLive = true } = {}) {
  const [onAct, onClose] = [vi.fn(), vi.fn()]
  const page = await show(<MiniGuide {...{ line, cid, isLive, onAct, onClose }} />, { as: viewer })
  await act(() => vi.advanceTimersByTimeAsync(300))
  return { ...page, onAct, onClose }
}

const region = () => screen.getByRole('region', { name: 'Каналы и передачи' })
const says = () => words(within(region()).getByRole('status'))
const rows = () =>
  within(region())
    .getAllByRole('listitem')
    .map((row) => /Канал \d/.exec(words(row))?.[0])
const card = () => region().querySelector('[data-act]') as HTMLElement

async function press(...keys: readonly string[]) {
  for (const code of keys) fireEvent.keyDown(card(), { code, key: code })
  await act(() => vi.advanceTimersByTimeAsync(300))
}

describe('[TV-09] the guide over the video', () => {
  it('opens at the channel that plays, between its neighbours, and shows the possible actions', async () => {
    await open()
    expect(rows()).toEqual(['Канал 5', 'Канал 6', 'Канал 1', 'Канал 2', 'Канал 3'])
    expect(says()).toBe('1 Канал 1. 12:30 Эфир 1. С начала')
    expect(document.activeElement).toBe(card())
  })

  it('moves through the channels and keeps the focus, whichever row is chosen', async () => {
    await open()
    await press('ArrowDown')
    expect(says()).toBe('2 Канал 2. 12:30 Эфир 2. Смотреть')
    expect(document.activeElement).toBe(card())
    await press('ArrowUp', 'ArrowUp')
    expect(says()).toMatch(/^6 Канал 6/)
    await press('PageDown')
    expect(says()).toMatch(/^3 Канал 3/)
  })

  it('moves through the programmes, and shows for each what can be done', async () => {
    await open()
    await press('ArrowLeft')
    expect(says()).toBe('1 Канал 1. 12:00 Обзор. Записи нет')
    await press('ArrowLeft')
    expect(says()).toBe('1 Канал 1. 11:00 Утро. Смотреть запись')
    await press('ArrowRight', 'ArrowRight', 'ArrowRight')
    expect(says()).toBe('1 Канал 1. 13:30 Вечер. Ещё не началась. Напомнить')
  })

  it('[GUIDE-01] requests more days at the ends of the loaded ones', async () => {
    await open()
    const days = () => {
      const { time_from, time_to } = server.requests(channels.programmes).at(-1)?.input ?? {}
      return (Number(time_to) - Number(time_from)) / (24 * hour)
    }
    expect(days()).toBe(3)
    await press('ArrowRight', 'ArrowRight')
    expect(days()).toBe(13)
  })

  it('sends no request for the channels that a held key passes', async () => {
    await open()
    for (let times = 0; times < 3; times += 1) {
      fireEvent.keyDown(card(), { code: 'ArrowDown' })
      await act(() => vi.advanceTimersByTimeAsync(100))
    }
    await act(() => vi.advanceTimersByTimeAsync(300))
    const cids = server.requests(channels.programmes).map(({ input }) => Number(input['cid']))
    expect([...new Set(cids)]).toEqual([1, 4])
  })

  it('passes on what was chosen: the channel, the programme and the action', async () => {
    const { onAct } = await open()
    fireEvent.click(card())
    expect(onAct).toHaveBeenLastCalledWith('start_over', line[0], live)
    await press('ArrowLeft', 'ArrowLeft')
    fireEvent.click(card())
    expect(onAct).toHaveBeenLastCalledWith('archive', line[0], past)
  })

  it('leads a viewer of a recording back to live television', async () => {
    await open({ isLive: false })
    expect(says()).toMatch(/Смотреть$/)
  })

  it('chooses a channel by a press on its row, without opening it', async () => {
    const { onAct } = await open()
    fireEvent.click(screen.getByRole('button', { name: /Канал 3/ }))
    expect(says()).toMatch(/^3 Канал 3/)
    expect(onAct).not.toHaveBeenCalled()
  })

  it.each(['Escape', 'KeyG', 'Backspace'])(
    'closes by %s, and leaves the digits to the player',
    async (key) => {
      const { onClose } = await open()
      expect(fireEvent.keyDown(card(), { key: '7', code: 'Digit7' })).toBe(true)
      fireEvent.keyDown(card(), { key, code: key })
      expect(onClose).toHaveBeenCalledTimes(1)
    },
  )
})

describe('[TV-09] the panel beside the video', () => {
  const list = { kind: 'ok', data: { channels: { item: line } } } as never

  function Panel({ onClose = () => undefined }: { readonly onClose?: () => void }) {
    const [tab, onTab] = useState<PanelTab>('channels')
    return <SidePanel {...{ cid: 1, playing: null, list, tab, onTab, onClose }} onChannel={() => undefined} />
  }
  const tab = (name: string) => screen.getByRole('tab', { name })

  it('has the channels and the programmes of the one that plays', async () => {
    await show(<Panel />, { at: '/channel/1', as: viewer })
    expect(screen.getByRole('button', { name: /Канал 6/ })).toBeTruthy()
    fireEvent.click(tab('Программа'))
    await screen.findByRole('link', { name: /Утро/ })
    expect(screen.queryByRole('button', { name: /Канал 6/ })).toBeNull()
  })

  it('switches between them with the arrows, as one stop in the tab order', async () => {
    await show(<Panel />, { at: '/channel/1', as: viewer })
    expect([tab('Каналы').tabIndex, tab('Программа').tabIndex]).toEqual([0, -1])
    fireEvent.keyDown(tab('Каналы'), { key: 'ArrowRight' })
    await waitFor(() => expect(tab('Программа').getAttribute('aria-selected')).toBe('true'))
    expect(document.activeElement).toBe(tab('Программа'))
    expect([tab('Каналы').tabIndex, tab('Программа').tabIndex]).toEqual([-1, 0])
  })

  it('on a television focuses the channel that plays, and closes by Back', async () => {
    const onClose = vi.fn()
    await show(<Panel onClose={onClose} />, { at: '/channel/1', as: viewer, television: true })
    expect(words(document.activeElement as Element)).toContain('Канал 1')
    fireEvent.keyDown(document.activeElement as Element, { keyCode: 461 })
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('[GUIDE-03] does not open a programme that is not recorded', async () => {
    await show(<Panel />, { at: '/channel/1', as: viewer })
    fireEvent.click(tab('Программа'))
    const recorded = await screen.findByRole('link', { name: /Утро/ })
    expect(recorded.getAttribute('href')).toBe('/tvArchive/1/8')
    expect(words(screen.getByText('Обзор').closest('li') as Element)).toContain('Записи нет')
    expect(screen.queryByRole('link', { name: /Обзор|Вечер/ })).toBeNull()
  })
})
