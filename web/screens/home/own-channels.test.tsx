import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { channels } from '#contract/channels/channels.ts'
import { buildChannel } from '#tests/kit/dom/build-channel.ts'
import { show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { noteWatchedChannel } from '#web/features/channels/stored-habits.ts'
import { OwnChannelsRails } from './rails/own-channels-rails.tsx'

const names = ['Первый', 'Второй', 'Третий', 'Четвёртый', 'Пятый'] as const
const [daily, other, last, closed, gone] = [1, 2, 3, 4, 77] as const

let server: SimulatedServer
beforeEach(async () => {
  server = simulateServer()
  // What has been watched belongs to the viewer, who comes first.
  const visit = await show(<p />, { as: viewer })
  visit.unmount()
  const item = names.map((name, place) =>
    buildChannel(place + 1, { name, is_available: place + 1 === closed ? 0 : 1 }),
  )
  server.responds(channels.list, { channels: { item } })
})

/** The rails in their order, each with its title and the names of its channels. */
function rails() {
  return screen.queryAllByRole('heading', { level: 2 }).map((heading) => {
    const rail = heading.closest('[data-rail]')
    const cards = [...(rail?.querySelectorAll('a[href^="/channel/"]') ?? [])]
    return [
      heading.textContent?.trim(),
      ...cards.map((card) => names.find((name) => card.textContent?.includes(name))),
    ]
  })
}

describe('the rails of the channels of a viewer', () => {
  it('have those of this hour by habit, then those watched last, each channel once', async () => {
    for (const cid of [closed, gone]) noteWatchedChannel(cid, 60)
    noteWatchedChannel(5, 5)
    noteWatchedChannel(last, 5)
    noteWatchedChannel(other, 40)
    noteWatchedChannel(daily, 90)
    await show(<OwnChannelsRails />, { as: viewer })
    await waitFor(() => expect(rails()).toHaveLength(2))
    const [habitual, recent] = rails()
    expect(habitual).toEqual(['Ваши каналы сейчас', 'Первый', 'Второй'])
    expect(recent?.slice(1).toSorted()).toEqual(['Пятый', 'Третий'])
  })

  it('are left out where fewer than two channels have been watched, or only passed through', async () => {
    noteWatchedChannel(daily, 90)
    for (const cid of [other, last]) noteWatchedChannel(cid, 1)
    await show(<OwnChannelsRails />, { as: viewer })
    await waitFor(() => expect(server.requests(channels.list)).toHaveLength(1))
    expect(rails()).toEqual([])
  })
})
