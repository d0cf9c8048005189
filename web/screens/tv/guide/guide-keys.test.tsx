import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { guide } from '#contract/channels/guide.ts'
import { buildChannel } from '#tests/kit/dom/build-channel.ts'
import { layOutGuide, plannedTile, type GuidePlan } from '#tests/kit/dom/planned-guide.ts'
import { address, show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer } from '#tests/kit/dom/simulated-server.ts'
import { GuideGrid } from './guide-grid.tsx'

/**
 * Friday, 13:00 in Tashkent. Each test is ten weeks after the previous one, because the guide keeps what it has loaded.
 */
let nowSec = 1_800_000_000
const rowPx = 68
const rows = Array.from({ length: 30 }, (_, index) => buildChannel(index + 1))

const plan: GuidePlan = {
  1: [
    { pid: 11, title: 'Мультфильм', from: -0.5, to: -0.1, isRecorded: true },
    { pid: 12, title: 'Новости', from: -0.1, to: 1, isRecorded: true },
    { pid: 13, title: 'Кино', from: 1, to: 3 },
    { pid: 14, title: 'Завтрашнее кино', from: 23, to: 25 },
  ],
  2: [{ pid: 20, title: 'Матч', from: -0.5, to: 2 }],
  3: [{ pid: 30, title: 'Концерт', from: -0.5, to: 2 }],
  30: [{ pid: 300, title: 'Последний ряд', from: -0.5, to: 2 }],
}

beforeEach(() => {
  nowSec += 70 * 86_400
  vi.useFakeTimers({ toFake: ['Date'], now: nowSec * 1000 })
  layOutGuide()
  simulateServer().respondsBy(guide.tile, (input) => plannedTile(nowSec, plan, input))
})

const cell = (name: string | RegExp) => screen.findByRole('gridcell', { name })
const focused = () => /, ([^,]+)/.exec(document.activeElement?.getAttribute('aria-label') ?? '')?.[1]
const scroller = () => screen.getByRole('grid').closest<HTMLElement>('[data-scale]') as HTMLElement

/** The grid with the focus on a programme. */
async function openAt(name: RegExp, visit: Parameters<typeof show>[1] = {}) {
  const page = await show(<GuideGrid channels={rows} showLock />, {
    at: '/tv?view=guide',
    as: viewer,
    ...visit,
  })
  const first = await cell(name)
  await act(async () => first.focus())
  return page
}

describe('[GUIDE-02] keys in the grid', () => {
  it('move along a row from programme to programme', async () => {
    const { user } = await openAt(/Новости/)
    await user.keyboard('{ArrowRight}')
    expect(focused()).toBe('Кино')
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    await waitFor(() => expect(focused()).toBe('Мультфильм'))
  })

  it('move from channel to channel at the same moment', async () => {
    const { user } = await openAt(/Новости/)
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('Матч')
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('Концерт')
    await user.keyboard('{ArrowUp}')
    expect(focused()).toBe('Матч')
  })

  it('move to the last channel and the first, and the grid follows', async () => {
    const { user } = await openAt(/Новости/)
    await user.keyboard('{Control>}{End}{/Control}')
    await waitFor(() => expect(focused()).toBe('Последний ряд'))
    expect(scroller().scrollTop).toBe(30 * rowPx - (250 - 40))
    await user.keyboard('{Control>}{Home}{/Control}')
    await waitFor(() => expect(focused()).toBe('Новости'))
    expect(scroller().scrollTop).toBe(0)
  })

  it('move by a day, and back to the current time', async () => {
    const { user } = await openAt(/Новости/)
    await user.keyboard('{Control>}{ArrowRight}{/Control}')
    // A browser dispatches an event for every scroll.
    fireEvent.scroll(scroller())
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^сб \d+, .*Завтрашнее кино$/),
    )
    await user.keyboard('{Home}')
    await waitFor(() => expect(focused()).toBe('Новости'))
  })

  it('are one stop in the tab order: the programme last focused', async () => {
    const { user } = await openAt(/Новости/)
    await user.keyboard('{ArrowDown}')
    const stops = screen.getAllByRole('gridcell').filter((one) => one.tabIndex === 0)
    expect(stops).toEqual([document.activeElement])
  })

  it('leave the grid at its top, and keep their default there', async () => {
    await openAt(/Новости/)
    expect(fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowUp' })).toBe(true)
    expect(fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' })).toBe(false)
  })

  it('open the actions of a programme: Enter, the menu key, M of any layout', async () => {
    const { user } = await openAt(/Новости/)
    await user.keyboard('{Enter}')
    expect(screen.getByRole('dialog', { name: 'Новости' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Закрыть' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const news = await cell(/Новости/)
    fireEvent.keyDown(news, { key: 'ь', code: 'KeyM' })
    expect(screen.getByRole('dialog', { name: 'Новости' })).toBeTruthy()
  })

  it('keep the focused position for the return', async () => {
    const { user } = await openAt(/Новости/)
    await user.keyboard('{ArrowDown}{Enter}')
    expect(history.state).toMatchObject({ state: { guide: { focus: { cid: 2 } } } })
  })
})

describe('[GUIDE-02] [PLAYER-04] a remote control in the grid', () => {
  const television = { television: true } as const
  const ok = (element: Element, isLong: boolean) => {
    fireEvent.keyDown(element, { key: 'Enter' })
    if (isLong) fireEvent.keyDown(element, { key: 'Enter', repeat: true })
    fireEvent.keyUp(element, { key: 'Enter' })
  }

  it('plays the current programme at once', async () => {
    await openAt(/Новости/, television)
    ok(await cell(/Новости/), false)
    await waitFor(() => expect(address()).toBe('/channel/1'))
  })

  it('[GUIDE-04] plays a recording from its beginning', async () => {
    await openAt(/Мультфильм/, television)
    ok(await cell(/Мультфильм/), false)
    await waitFor(() => expect(address()).toBe('/tvArchive/1/11'))
  })

  it('opens the menu by a long press, and ignores the release of the key', async () => {
    await openAt(/Новости/, television)
    ok(await cell(/Новости/), true)
    expect(screen.getByRole('dialog', { name: 'Новости' })).toBeTruthy()
    expect(address()).toMatch(/^\/tv\?/)
  })

  it('opens the details of a programme that cannot be played yet', async () => {
    await openAt(/Кино/, television)
    ok(await cell(/, Кино/), false)
    expect(screen.getByRole('dialog', { name: 'Кино' })).toBeTruthy()
  })

  it('scrolls by pages with its channel keys', async () => {
    await openAt(/Новости/, television)
    fireEvent.keyDown(document.activeElement as Element, { key: 'ChannelDown' })
    await waitFor(() => expect(focused()).toBe('Матч'))
    // Samsung's remote: a code without a name.
    fireEvent.keyDown(document.activeElement as Element, { key: 'Unidentified', keyCode: 427 })
    await waitFor(() => expect(focused()).not.toBe('Матч'))
  })
})
