import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Channel, channels } from '#contract/channels/channels.ts'
import { guide } from '#contract/channels/guide.ts'
import { viewing } from '#contract/films/viewing.ts'
import { buildChannel } from '#tests/kit/dom/build-channel.ts'
import { layOutGuide, plannedTile, type GuidePlan } from '#tests/kit/dom/planned-guide.ts'
import { address, show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { noteServerTime } from '#web/session/server/server-clock.ts'
import { session } from '#web/session/session.ts'
import { TvScreen } from '#web/screens/tv/tv-screen.tsx'
import { GuideGrid } from './guide-grid.tsx'

type Visit = Parameters<typeof show>[1]

/**
 * Friday, 13:00 in Tashkent. Each test is ten weeks after the previous one, because the guide keeps what it has loaded.
 */
let nowSec = 1_800_000_000
const daySec = 86_400
/** Values of the desktop scale. */
const [hourPx, rowPx] = [240, 68]
const yoshlar = buildChannel(1, { name: 'Yoshlar' })
const sport = buildChannel(2, { name: 'Спорт', is_available: 0 })

let server: SimulatedServer
beforeEach(() => {
  nowSec += 70 * daySec
  vi.useFakeTimers({ toFake: ['Date'], now: nowSec * 1000 })
  layOutGuide()
  server = simulateServer()
})
afterEach(() => noteServerTime(Date.now()))

function broadcasts(plan: GuidePlan) {
  server.respondsBy(guide.tile, (input) => plannedTile(nowSec, plan, input))
}

const evening: GuidePlan = {
  1: [
    { pid: 10, title: 'Утро', from: -30 / 60, to: -20 / 60 },
    { pid: 11, title: 'Мультфильм', from: -20 / 60, to: -10 / 60, isRecorded: true },
    { pid: 12, title: 'Новости', from: -10 / 60, to: 1, isRecorded: true },
    { pid: 13, title: 'Кино', from: 1, to: 3 },
  ],
  2: [{ pid: 20, title: 'Матч', from: -0.5, to: 2 }],
}

function visit(list: readonly Channel[], own: Visit = {}, page = <GuideGrid channels={list} showLock />) {
  return show(page, { at: '/tv?view=guide', as: viewer, ...own })
}

/** The grid, and a control that selects another category. */
function Chosen() {
  const [list, setList] = useState(many)
  return (
    <>
      <button onClick={() => setList(many.slice(200))}>Другие</button>
      <GuideGrid channels={list} showLock />
    </>
  )
}

/** Waits until everything near the screen has loaded. */
async function open(list: readonly Channel[] = [yoshlar, sport], own: Visit = {}) {
  const page = await visit(list, own)
  await waitFor(() => expect(screen.queryAllByRole('gridcell', { name: /загружается|yuklan/ })).toEqual([]))
  return page
}

const grid = () => screen.getByRole('grid')
const scroller = () => grid().closest<HTMLElement>('[data-scale]') as HTMLElement
const cells = () => screen.queryAllByRole('gridcell').map((one) => one.getAttribute('aria-label'))
const cell = (name: string | RegExp) => screen.findByRole('gridcell', { name })
const days = () => within(screen.getByRole('group', { name: 'День' })).getAllByRole('button')
const seenDay = () => days().find((one) => one.getAttribute('aria-pressed') === 'true')
const heads = () => screen.getAllByRole('rowheader').map((one) => words(one))
const many = Array.from({ length: 250 }, (_, index) => buildChannel(index + 1))

function scrollTo(place: { readonly left?: number; readonly top?: number }) {
  const { left, top } = place
  if (left !== undefined) scroller().scrollLeft = left
  if (top !== undefined) scroller().scrollTop = top
  fireEvent.scroll(scroller())
}

describe('[GUEST-01] the guide of a guest', () => {
  it('has a lock beside the channels that need an account, where others are open', async () => {
    broadcasts(evening)
    server.responds(channels.publicList, { channels: { item: [yoshlar, sport] } })
    server.responds(channels.publicCategories, { categories: { item: [] } })
    await show(<TvScreen />, { at: '/tv?view=guide' })
    await waitFor(() => expect(heads()).toHaveLength(2))
    expect(heads().map((head) => head.includes('Недоступно без подписки'))).toEqual([false, true])
    expect(screen.getByText(/^Часть каналов открыта без входа/)).toBeTruthy()
  })
})

describe('[GUIDE-02] the grid of all channels', () => {
  it('opens at the current time, and shows for each programme its times and whether it can be watched', async () => {
    broadcasts(evening)
    await open()
    expect(cells()).toEqual(
      expect.arrayContaining([
        '12:30–12:40, Утро, записи нет',
        '12:40–12:50, Мультфильм, запись есть',
        '12:50–14:00, Новости, идёт сейчас, можно с начала',
        '14:00–16:00, Кино',
        '12:30–15:00, Матч, идёт сейчас',
      ]),
    )
    expect(scroller().scrollLeft).toBe((6 * 24 + 12.5) * hourPx)
    expect(seenDay()?.textContent).toBe('Сегодня')
  })

  it('[GUIDE-01] offers six past days and six future days', async () => {
    broadcasts({})
    await open()
    const offered = days().map((one) => one.textContent?.split(' ')[0])
    expect(offered).toHaveLength(13)
    expect(offered.slice(4, 9)).toEqual(['ср', 'чт', 'Сегодня', 'сб', 'вс'])
  })

  it('shows another day at the same hour, and returns to the current time', async () => {
    broadcasts({ 1: [{ pid: 5, title: 'Вчерашний матч', from: -24, to: -23, isRecorded: true }] })
    const { user } = await open([yoshlar])
    await user.click(days()[5] as HTMLElement)
    expect(await cell(/^чт \d+, 13:00–14:00, Вчерашний матч, запись есть$/)).toBeTruthy()
    expect(scroller().scrollLeft).toBe((5 * 24 + 12.5) * hourPx)
    expect(seenDay()).toBe(days()[5])
    await user.click(screen.getByRole('button', { name: 'Сейчас' }))
    expect(scroller().scrollLeft).toBe((6 * 24 + 12.5) * hourPx)
    await waitFor(() => expect(seenDay()?.textContent).toBe('Сегодня'))
  })

  it('shows which day it was scrolled to', async () => {
    broadcasts({})
    await open()
    act(() => scrollTo({ left: (7 * 24 + 8) * hourPx }))
    await waitFor(() => expect(seenDay()).toBe(days()[7]))
  })

  it('renders only those of 250 channels near the screen, wherever that is', async () => {
    broadcasts({ 240: [{ pid: 6, title: 'Ночной эфир', from: -1, to: 1 }] })
    await open(many)
    expect(grid().getAttribute('aria-rowcount')).toBe('250')
    expect(heads().length).toBeLessThan(10)
    expect(heads()[0]).toContain('Канал 1')
    for (const top of [60, 120, 180, 239]) {
      act(() => scrollTo({ top: top * rowPx }))
      await waitFor(() => expect(grid().querySelector(`[aria-rowindex="${top + 1}"]`)).not.toBeNull())
    }
    const row = (await cell(/Ночной эфир/)).closest('[role="row"]')
    expect(row?.getAttribute('aria-rowindex')).toBe('240')
    expect(heads().length).toBeLessThan(10)
    expect(heads().some((one) => one.endsWith('Канал 1'))).toBe(false)
    expect(screen.getAllByRole('row').length).toBeLessThan(20)
  })

  it('owns each row head by the drawn row of its channel, also after scrolling there and back', async () => {
    broadcasts({})
    await open(many)
    const check = () => {
      for (const head of screen.queryAllByRole('rowheader')) {
        const owners = grid().querySelectorAll(`[aria-owns="${head.id}"]`)
        expect(owners).toHaveLength(1)
        expect(words(head)).toContain(`Канал ${owners[0]?.getAttribute('aria-rowindex')}`)
      }
    }
    check()
    for (const top of [3, 9, 120, 122, 0, 4, 120]) {
      act(() => scrollTo({ top: top * rowPx }))
      check()
      const isDrawn = () =>
        expect(grid().querySelector(`[aria-rowindex="${top + 2}"][aria-owns]`)).not.toBeNull()
      await waitFor(isDrawn)
      check()
    }
  })

  it('requests only the part of the guide near the screen', async () => {
    broadcasts({})
    await open(many)
    const cids = server.requests(guide.tile).flatMap(({ input }) => String(input['cids']).split(','))
    expect(Math.max(...cids.map(Number))).toBeLessThanOrEqual(50)
    act(() => scrollTo({ top: 200 * rowPx }))
    await waitFor(() =>
      expect(server.requests(guide.tile).some(({ input }) => /\b201\b/.test(String(input['cids'])))).toBe(
        true,
      ),
    )
  })

  it('starts at the top when other channels are chosen', async () => {
    broadcasts({})
    const { user } = await visit([], {}, <Chosen />)
    await screen.findByText('Канал 1')
    act(() => scrollTo({ top: 100 * rowPx }))
    await screen.findByText('Канал 101')
    await user.click(screen.getByRole('button', { name: 'Другие' }))
    expect(scroller().scrollTop).toBe(0)
    await waitFor(() => expect(heads()).toContainEqual(expect.stringContaining('Канал 201')))
  })

  it('[I18N-02] is in Uzbek on an Uzbek page', async () => {
    broadcasts(evening)
    await open([yoshlar], { at: '/uz/tv?view=guide', language: 'uz' })
    expect(await cell(/^12:50–14:00, Новости, /)).toBeTruthy()
    expect(cells().join()).not.toMatch(/запись|идёт/)
    expect(screen.getByRole('link', { name: /Yoshlar/ }).getAttribute('href')).toBe('/uz/channel/1')
    act(() => session.setLanguage('ru'))
    await cell('12:50–14:00, Новости, идёт сейчас, можно с начала')
  })

  it('turns a finished programme into a recording while it is open', async () => {
    broadcasts({ 1: [{ pid: 7, title: 'Новости', from: -1, to: 1, isRecorded: true }] })
    await open([yoshlar])
    await cell('12:00–14:00, Новости, идёт сейчас, можно с начала')
    act(() => noteServerTime((nowSec + 2 * 3600) * 1000))
    await cell('12:00–14:00, Новости, запись есть')
  })
})

describe('[GUIDE-02] the text of a programme', () => {
  const label = async (name: RegExp) => (await cell(name)).firstElementChild as HTMLElement

  it('is cut to whole words where its time is short, and stays complete for a screen reader', async () => {
    broadcasts({ 1: [{ pid: 8, title: 'Большие новости дня', from: -0.25, to: 0.25 }] })
    await open([yoshlar])
    expect((await label(/Большие новости дня/)).textContent).toBe('Большие…')
  })

  it('has a part of a word where no word fits, visible but not announced', async () => {
    broadcasts({ 1: [{ pid: 9, title: 'Кинопутешествие', from: 0, to: 0.5 }] })
    await open([yoshlar])
    const short = await label(/Кинопутешествие/)
    expect(short.dataset['half']).toMatch(/^Кино.*…$/)
    expect(short.textContent).toBe('')
  })

  it('has its times where there is room: both, the start, or none', async () => {
    broadcasts({
      1: [
        { pid: 1, title: 'Час', from: 0, to: 1 },
        { pid: 2, title: 'Треть', from: 1, to: 1 + 20 / 60 },
        { pid: 3, title: 'Миг', from: 2, to: 2 + 10 / 60 },
      ],
    })
    await open([yoshlar])
    expect((await label(/Час/)).dataset['time']).toBe('13:00–14:00')
    expect((await label(/Треть/)).dataset['time']).toBe('14:00')
    expect((await label(/Миг/)).dataset['time']).toBe('')
  })

  it('stays visible while the programme does', async () => {
    broadcasts({ 1: [{ pid: 4, title: 'Марафон', from: -6, to: 6 }] })
    await open([yoshlar])
    const shift = async () => Number(/\d+/.exec((await label(/Марафон/)).style.transform)?.[0])
    const atOpening = await shift()
    expect(atOpening).toBe(5.5 * hourPx)
    act(() => scrollTo({ left: scroller().scrollLeft + hourPx }))
    expect(await shift()).toBe(6.5 * hourPx)
  })
})

describe('[GUIDE-02] the position of the grid', () => {
  it('is written to the address once scrolling stops, and left out at the current time', async () => {
    broadcasts({})
    const { user } = await open(many)
    const morning = nowSec - 7 * 3600
    act(() => scrollTo({ left: (6 * 24 + 6) * hourPx, top: 9 * rowPx + 10 }))
    await waitFor(() => expect(address()).toBe(`/tv?view=guide&at=${morning}&ch=10`))
    act(() => scrollTo({ top: 0 }))
    await user.click(screen.getByRole('button', { name: 'Сейчас' }))
    await waitFor(() => expect(address()).toBe('/tv?view=guide'))
  })

  it('is taken from a shared address', async () => {
    broadcasts({ 10: [{ pid: 3, title: 'Утренний эфир', from: -7, to: -6 }] })
    await visit(many, { at: `/tv?view=guide&at=${nowSec - 7 * 3600}&ch=10` })
    await cell(/Утренний эфир/)
    expect(scroller().scrollLeft).toBe((6 * 24 + 6) * hourPx)
    expect(scroller().scrollTop).toBe(9 * rowPx)
  })

  it('is restored exactly, with the focus, after a channel was watched', async () => {
    broadcasts({ 10: [{ pid: 3, title: 'Утренний эфир', from: -7, to: -6 }] })
    const focus = { cid: 10, atSec: nowSec - 6.5 * 3600 }
    const place = { atSec: nowSec - 7 * 3600, cid: 9, offsetPx: 20, focus }
    await visit(many, { state: { guide: place } })
    expect(scroller().scrollTop).toBe(8 * rowPx + 20)
    const focused = await cell(/Утренний эфир/)
    await waitFor(() => expect(document.activeElement).toBe(focused))
  })
})

describe('[GUIDE-02] the channels beside the grid', () => {
  it('link to their pages', async () => {
    broadcasts({})
    const { user } = await open()
    await user.click(screen.getByRole('link', { name: /Yoshlar/ }))
    expect(address()).toBe('/channel/1')
  })

  it('[TV-08] show which of them this viewer may not watch', async () => {
    broadcasts({})
    await open()
    expect(words(screen.getByRole('link', { name: /Спорт/ }))).toMatch(/Спорт, \S/)
    expect(words(screen.getByRole('link', { name: /Yoshlar/ }))).toBe('1 YYoshlar')
  })

  it('[TV-05] are marked as favourites without being opened', async () => {
    broadcasts({})
    server.responds(viewing.settingsSave, { favorite_channels: [1] })
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Добавить в избранное: Yoshlar' }))
    await waitFor(() =>
      expect(server.requests(viewing.settingsSave)[0]?.input).toMatchObject({ favorite_channel: 1 }),
    )
    expect(address()).toBe('/tv?view=guide')
  })

  it('show the letters of a name where there is no logo, or it fails to load', async () => {
    broadcasts({})
    const named = [
      buildChannel(3, { name: 'Oʻzbekiston tarixi' }),
      buildChannel(4, { name: 'Навруз', logo: '/logos/4.png' }),
    ]
    await open(named)
    const [first, second] = screen.getAllByRole('link')
    expect(words(first)).toContain('OT')
    const picture = second?.querySelector('img') as HTMLImageElement
    expect(picture.getAttribute('src')).toBe('/logos/4.png')
    fireEvent.error(picture)
    expect(words(second)).toBe('4 ННавруз')
  })
})

describe('[GUIDE-02] a part of the guide that is missing', () => {
  it('shows that it is loading, and a press on it opens nothing', async () => {
    const letThrough = server.waits(guide.tile, { channels: { item: [{ cid: 1, programs: { item: [] } }] } })
    const { user } = await visit([yoshlar])
    const [waiting] = await screen.findAllByRole('gridcell', { name: /загружается$/ })
    await user.click(waiting as HTMLElement)
    expect(screen.queryByRole('dialog')).toBeNull()
    letThrough()
    await screen.findAllByRole('gridcell', { name: /Программа не указана$/ })
  })

  it('that failed is requested again by a press on it', async () => {
    server.rejects(guide.tile, { failure: 'busy', message: 'Сервис перегружен' })
    const { user } = await open([yoshlar])
    const [failed] = await screen.findAllByRole('gridcell', { name: /Не загрузилось. Повторить$/ })
    broadcasts(evening)
    await user.click(failed as HTMLElement)
    await cell(/Новости/)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
