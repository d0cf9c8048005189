import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { channels } from '#contract/channels/channels.ts'
import { type HomeRail, home } from '#contract/site/home.ts'
import { buildChannel } from '#tests/kit/dom/build-channel.ts'
import { keepNothing, show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { forgetResponses } from '#web/session/requests/answers.ts'
import { HomeScreen } from './home-screen.tsx'

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  server.responds(channels.publicList, { channels: { item: [buildChannel(1, { name: 'Первый' })] } })
})

function rail(id: number, kind: HomeRail['kind'], title: string, own: Partial<HomeRail> = {}): HomeRail {
  return {
    ...{ id, kind, title, audience: 'everybody', href: '', films: null },
    ...{ collection_id: 0, category_id: 0, cids: [] },
    ...own,
  }
}

const titles = () =>
  screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent?.trim() ?? '')
const settled = () => waitFor(() => expect(server.requests(home.rails)).toHaveLength(1))

describe('[FRONT-01] the home page', () => {
  it('has its rails in the order of the server, each for its audience', async () => {
    const rails = [
      rail(7, 'new_films', 'Свежее'),
      rail(4, 'live', 'Эфир', { audience: 'guests' }),
      rail(20, 'films', 'Комедии', { audience: 'subscribers', films: { order: '-added' } }),
    ]
    server.responds(home.rails, rails)
    const page = await show(<HomeScreen />)
    await waitFor(() => expect(titles()).toEqual(['Свежее', 'Эфир']))
    expect(server.requests(home.rails)[0]?.input).toMatchObject({ platform: 'web' })
    page.unmount()
    server.responds(channels.list, { channels: { item: [] } })
    await show(<HomeScreen />, { as: viewer })
    await waitFor(() => expect(titles()).toEqual(['Свежее', 'Комедии']))
  })

  it('has only the channels of a rail, in their order, and none of a rail without any', async () => {
    const [one, two] = [buildChannel(1, { name: 'Первый' }), buildChannel(2, { name: 'Второй' })]
    server.responds(channels.publicList, { channels: { item: [one, { ...two, category_id: 9 }] } })
    server.responds(home.rails, [
      rail(20, 'channels', 'Выбор', { cids: [2, 1, 77] }),
      rail(21, 'channel_category', 'Спорт', { category_id: 9 }),
      rail(22, 'channels', 'Никого', { cids: [77] }),
    ])
    await show(<HomeScreen />)
    await waitFor(() => expect(titles()).toEqual(['Выбор', 'Спорт']))
    const names = [...document.querySelectorAll('[data-rail] li')].map(
      (card) => /Первый|Второй/.exec(card.textContent ?? '')?.[0],
    )
    expect(names).toEqual(['Второй', 'Первый', 'Второй'])
  })

  it('is as it comes when the server has no order, and starts with television on a television', async () => {
    server.rejects(home.rails, { failure: 'not_found', message: 'нет' })
    const page = await show(<HomeScreen />)
    await settled()
    expect(titles().slice(0, 2)).toEqual(['Сейчас в эфире', 'Смотрите больше с аккаунтом'])
    page.unmount()
    forgetResponses()
    await show(<HomeScreen />, { television: true })
    await waitFor(() =>
      expect(server.requests(home.rails)[1]?.input).toMatchObject({ platform: 'television' }),
    )
    expect(titles()[0]).toBe('Сейчас в эфире')
    expect(document.querySelector('[data-first] h2')?.textContent).toBe('Сейчас в эфире')
  })

  it('starts with the order of the last visit until the server responds', async () => {
    server.responds(home.rails, [rail(7, 'new_films', 'Свежее')])
    const page = await show(<HomeScreen />)
    await waitFor(() => expect(titles()).toEqual(['Свежее']))
    page.unmount()
    forgetResponses()
    const release = server.waits(home.rails, [rail(4, 'live', 'Эфир')])
    await show(<HomeScreen />)
    expect(titles()).toEqual(['Свежее'])
    release()
    await waitFor(() => expect(titles()).toEqual(['Эфир']))
  })

  it('works on a device that stores nothing', async () => {
    const end = keepNothing()
    server.responds(home.rails, [rail(7, 'new_films', 'Свежее')])
    await show(<HomeScreen />)
    await waitFor(() => expect(titles()).toEqual(['Свежее']))
    end()
  })
})
