import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Channel } from '#contract/channels/channels.ts'
import { viewing } from '#contract/films/viewing.ts'
import { buildChannel, buildProgramme } from '#tests/kit/dom/build-channel.ts'
import { address, show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { ChannelCard, LiveTile } from './channel-card.tsx'

const beginSec = 1_800_000_000
let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  server.responds(viewing.settingsSave, {})
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: (beginSec + 15 * 60) * 1000 })
})

const news = buildProgramme(1, { title: 'Новости' })
const film = buildProgramme(2, { title: 'Фильм', begin_time: beginSec + 3600 })
const card = () => screen.getByRole('link')
const open = (own: Partial<Channel> = {}) => show(<ChannelCard channel={buildChannel(5, own)} />)
/** Advances the clock by a minute; components that show minutes update. */
const pass = (minutes: number) => act(() => void vi.advanceTimersByTime(minutes * 60_000))

describe('a channel in the list', () => {
  it('shows its number, its name, the current programme with its remaining time, and the next programme', async () => {
    await open({ number: 12, name: 'Первый', now: news, next: film, is_available: 0 })
    expect(words(card())).toBe('П12ПервыйНовостиосталось 45 мин14:00 Фильм')
  })

  it('[GUEST-01] says to a guest that it is free, and to a viewer nothing', async () => {
    const page = await open({ is_available: 1 })
    expect(words(card())).toContain('Бесплатно')
    page.unmount()
    const closed = await open({ is_available: 0 })
    expect(words(card())).not.toContain('Бесплатно')
    closed.unmount()
    await show(<ChannelCard channel={buildChannel(5, { is_available: 1 })} />, { as: viewer })
    expect(words(card())).not.toContain('Бесплатно')
  })

  it('[PROF-02] does not say that there is no guide where the profile is not told what is on', async () => {
    const hidden = buildChannel(5, { now: null, is_closed: 1 })
    const page = await show(<ChannelCard channel={hidden} />, { as: viewer })
    expect(words(card())).toContain('Сейчас не по возрасту')
    page.unmount()
    await show(<ChannelCard channel={buildChannel(5, { now: null })} />, { as: viewer })
    expect(words(card())).toContain('Программа передач не указана')
  })

  it('links to the channel', async () => {
    const { user } = await open()
    await user.click(card())
    expect(address()).toBe('/channel/5')
  })

  it('shows the next programme once it has started, even with an old list', async () => {
    await open({ now: news, next: film })
    pass(46)
    expect(words(card())).toContain('Фильмосталось 59 мин')
    expect(words(card())).not.toContain('Новости')
    expect(words(card())).not.toContain('14:00')
  })

  it('counts the minutes down while it is visible', async () => {
    await open({ now: news })
    expect(words(card())).toContain('осталось 45 мин')
    pass(10)
    expect(words(card())).toContain('осталось 35 мин')
  })

  it('shows a message without a guide, and no remaining time', async () => {
    await open({ now: null, next: null })
    expect(words(card())).toContain('Программа передач не указана')
    expect(words(card())).not.toContain('осталось')
  })

  it('shows the next programme and its start in a gap of the guide', async () => {
    await open({ now: null, next: film })
    expect(words(card())).toContain('Программа передач не указана14:00 Фильм')
  })
})

describe('[TV-08] the lock of a channel', () => {
  it('is shown for one without a subscription, and is announced to screen readers', async () => {
    await show(<ChannelCard channel={buildChannel(5, { is_available: 0 })} showLock />)
    expect(screen.getByText('Недоступно без подписки')).toBeTruthy()
  })

  it('is not shown for one that can be watched, nor for a guest', async () => {
    await show(
      <>
        <ChannelCard channel={buildChannel(5, { is_available: 1 })} showLock />
        <ChannelCard channel={buildChannel(6, { is_available: 0 })} />
      </>,
    )
    expect(screen.queryByText('Недоступно без подписки')).toBeNull()
  })
})

describe('[TV-05] the heart beside a channel', () => {
  const channel = buildChannel(5, { name: 'Первый', is_favorited: 1 })

  it('removes the channel from the favourites and opens nothing', async () => {
    const { user } = await show(<ChannelCard channel={channel} withHeart />, { as: viewer, at: '/tv' })
    await user.click(screen.getByRole('button', { name: 'Убрать из избранного: Первый' }))
    expect(screen.getByRole('button', { name: 'Добавить в избранное: Первый' })).toBeTruthy()
    await waitFor(() =>
      expect(server.requests(viewing.settingsSave).map(({ input }) => input)).toMatchObject([
        { unfavorite_channel: 5 },
      ]),
    )
    expect(address()).toBe('/tv')
  })

  it('is shown only where favourites can be changed', async () => {
    await show(<ChannelCard channel={channel} />, { as: viewer })
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('has the guide of the day beside it where there is one to open', async () => {
    const onDay = vi.fn()
    const { user } = await show(
      <ChannelCard channel={channel} withHeart dayName="Программа: Первый" onDay={onDay} />,
      { at: '/tv' },
    )
    await user.click(screen.getByRole('button', { name: 'Программа: Первый' }))
    expect(onDay).toHaveBeenCalledTimes(1)
    expect(address()).toBe('/tv')
  })
})

describe('[HOME-01] a channel in the rail of current programmes', () => {
  it('is named by its programme, and shows the live badge and the remaining time', async () => {
    await show(<LiveTile channel={buildChannel(5, { name: 'Первый', now: news, is_available: 0 })} />)
    expect(words(card())).toBe('ПЭфирНовостиПервыйосталось 45 мин')
  })

  it('[PROF-02] has its name once and the reason where the profile is not told what is on', async () => {
    await show(<LiveTile channel={buildChannel(5, { name: 'Первый', is_closed: 1 })} />, { as: viewer })
    expect(words(card())).toBe('ПЭфирПервыйСейчас не по возрасту')
  })

  it('has its own name without a guide', async () => {
    const { user } = await show(<LiveTile channel={buildChannel(5, { name: 'Первый', is_available: 0 })} />)
    expect(words(card())).toBe('ПЭфирПервый')
    await user.click(card())
    expect(address()).toBe('/channel/5')
  })
})
