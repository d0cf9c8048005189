import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { channels } from '#contract/channels/channels.ts'
import { site } from '#contract/site/site.ts'
import { buildChannel, buildProgramme } from '#tests/kit/dom/build-channel.ts'
import { address, show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { session } from '#web/session/session.ts'
import { ChannelCard, LiveTile } from './channel-card.tsx'
import { useCategories, useChannels } from './use-channels.ts'
import { inWorldOrder } from './use-world-list.ts'

const nowSec = 1_800_000_000
let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  vi.useFakeTimers({ toFake: ['Date'], now: nowSec * 1000 })
})

const news = buildProgramme(1, { title: 'Новости', begin_time: nowSec - 1200, end_time: nowSec + 2400 })
const film = buildProgramme(2, { title: 'Кино', begin_time: nowSec + 2400, end_time: nowSec + 6000 })
const channel = buildChannel(5, { number: 12, name: 'Yoshlar', now: news, next: film })

describe('[TV-09] the card of a channel', () => {
  it('shows its number, the current programme, its remaining time and the next programme', async () => {
    const { user } = await show(<ChannelCard channel={channel} />)
    expect(words(screen.getByRole('link'))).toMatch(/12Yoshlar.*Новости.*осталось 40 мин.*13:40 Кино$/)
    await user.click(screen.getByRole('link'))
    expect(address()).toBe('/channel/5')
  })

  it('changes to the next programme by itself when the current one ends', async () => {
    vi.setSystemTime((nowSec + 2400) * 1000)
    await show(<ChannelCard channel={channel} />)
    expect(words(screen.getByRole('link'))).toMatch(/Кино.*осталось 1 ч$/)
  })

  it('shows a message when there is no guide', async () => {
    await show(<ChannelCard channel={buildChannel(5)} />)
    expect(words(screen.getByRole('link'))).toMatch(/Программа передач не указана$/)
  })

  it('[TV-08] is locked where a subscription is missing, but not for guests, for whom all channels are locked', async () => {
    const locked = { ...channel, is_available: 0 } as const
    const { unmount } = await show(<ChannelCard channel={locked} showLock />)
    expect(screen.getByText('Недоступно без подписки')).toBeTruthy()
    unmount()
    await show(<ChannelCard channel={locked} />)
    expect(screen.queryByText('Недоступно без подписки')).toBeNull()
  })

  it('[TV-05] has a heart and the button for its days beside the link', async () => {
    const onDay = vi.fn()
    const { user } = await show(
      <ChannelCard
        channel={{ ...channel, is_favorited: 1 }}
        withHeart
        dayName="Программа: Yoshlar"
        onDay={onDay}
      />,
      { as: viewer },
    )
    expect(screen.getByRole('button', { name: 'Убрать из избранного: Yoshlar' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Программа: Yoshlar' }))
    expect(onDay).toHaveBeenCalledTimes(1)
    expect(address()).toBe('/')
  })

  it('[HOME-01] in a rail has the name of the current programme, or its own name when that is unknown', async () => {
    const { unmount } = await show(<LiveTile channel={channel} />)
    expect(words(screen.getByRole('link'))).toMatch(/Эфир.*НовостиYoshlarосталось 40 мин$/)
    unmount()
    await show(<LiveTile channel={buildChannel(5, { name: 'Yoshlar' })} />)
    expect(words(screen.getByRole('link'))).toMatch(/Эфир.*Yoshlar$/)
    expect(words(screen.getByRole('link'))).not.toMatch(/YoshlarYoshlar$/)
  })
})

function Channels() {
  const { state, asViewer } = useChannels()
  const { loading, items } = useCategories(asViewer)
  return (
    <>
      <p data-testid="list">
        {state.kind === 'ok' ? state.data.channels.item.map(({ name }) => name).join(', ') : state.kind}
      </p>
      <p data-testid="as">{asViewer ? 'viewer' : 'guest'}</p>
      <p data-testid="categories">{loading ? 'loading' : items.map(({ name }) => name).join(', ')}</p>
    </>
  )
}
const setWorld = (isAbroad: boolean) => act(() => session.setWorld(isAbroad))
const says = (id: string, text: string) =>
  waitFor(() => expect(screen.getByTestId(id).textContent).toBe(text))
const list = (...names: readonly string[]) => ({
  channels: { item: names.map((name, index) => buildChannel(index + 1, { name })) },
})

describe('[TV-01] the list of channels', () => {
  beforeEach(() => {
    server.responds(channels.publicList, list('open one', 'open two'))
    server.responds(channels.list, list('own one', 'own two', 'own three'))
    server.responds(channels.categories, { categories: { item: [{ id: 1, name: 'of viewers' }] } })
    server.responds(channels.publicCategories, { categories: { item: [{ id: 1, name: 'of guests' }] } })
  })

  it("is the guests' list for a guest", async () => {
    await show(<Channels />)
    await says('list', 'open one, open two')
    await says('categories', 'of guests')
    expect(server.requests(channels.list)).toEqual([])
  })

  it("is the viewer's own list for a viewer", async () => {
    await show(<Channels />, { as: viewer })
    await says('list', 'own one, own two, own three')
    await says('as', 'viewer')
    await says('categories', 'of viewers')
  })

  it("is the guests' list when the viewer's own fails to load, and the viewer counts as a guest", async () => {
    server.rejects(channels.list, { failure: 'something_went_wrong', message: '' })
    await show(<Channels />, { as: viewer })
    await says('list', 'open one, open two')
    await says('as', 'guest')
    await says('categories', 'of guests')
  })

  it('is shown without categories when those fail to load', async () => {
    server.rejects(channels.publicCategories, { failure: 'something_went_wrong', message: '' })
    await show(<Channels />)
    await says('list', 'open one, open two')
    await says('categories', '')
  })

  describe('[TV-07] outside the national network', () => {
    beforeEach(() => {
      server.responds(site.ipCheck, { is_tasix: 0 })
    })

    it('has the channels available abroad, in their own order', async () => {
      server.responds(channels.worldList, { cids: [3, 99, 1] })
      await show(<Channels />, { as: viewer })
      setWorld(true)
      await says('list', 'own three, own one')
      setWorld(false)
      await says('list', 'own one, own two, own three')
    })

    it('has all channels when that list fails to load', async () => {
      server.rejects(channels.worldList, { failure: 'something_went_wrong', message: '' })
      await show(<Channels />)
      setWorld(true)
      await waitFor(() => expect(server.requests(channels.worldList)).toHaveLength(1))
      await says('list', 'open one, open two')
      setWorld(false)
    })

    it('shows a channel once, and none that the viewer does not have', () => {
      const [one, two] = [{ id: 1 }, { id: 2 }]
      expect(inWorldOrder([one, two], [7, 2])).toEqual([two])
    })
  })
})
