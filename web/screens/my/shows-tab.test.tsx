import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type FollowedShow, followed } from '#contract/search/followed-shows.ts'
import { show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { Toaster } from '#web/ui/dialogs/toast.tsx'
import { MyScreen } from './my-screen.tsx'

/** 13:00 in Tashkent. */
const nowSec = 1_800_000_000
let server: SimulatedServer
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowSec * 1000 })
  server = simulateServer()
  server.responds(followed.seen, {})
  server.responds(followed.remove, {})
  server.responds(followed.settings, { reminds: 1 })
})

function broadcast(pid: number, episode: number, more: Partial<FollowedShow['broadcasts'][number]> = {}) {
  return {
    ...{ pid, cid: 5, channel_name: 'Спорт', logo: '', title: 'Кухня', sub_title: '', season: 2, episode },
    ...{ begin_time: nowSec + 3600, end_time: nowSec + 7200, href: '/channel/5', is_new: 0 as const },
    ...{ state: 'next' as const, ...more },
  }
}
const kitchen: FollowedShow = {
  ...{
    id: 1,
    title: 'Кухня',
    channel_name: '',
    reminds: 0,
    records: 0,
    new_count: 1,
    pids: [7, 8],
    similar: null,
  },
  broadcasts: [
    broadcast(7, 4, { state: 'past', href: '/tvArchive/5/7', begin_time: nowSec - 7200 }),
    broadcast(8, 5, { is_new: 1 }),
  ],
}
const renamed: FollowedShow = {
  ...{
    id: 2,
    title: 'Вечер',
    channel_name: 'Спорт',
    reminds: 0,
    records: 0,
    new_count: 0,
    pids: [],
    broadcasts: [],
  },
  similar: { cid: 5, pid: 9, title: 'Вечер. Дайджест', channel_name: 'Спорт' },
}

async function open(shows: readonly FollowedShow[]) {
  server.responds(followed.list, { shows: [...shows] })
  return show(
    <>
      <MyScreen />
      <Toaster />
    </>,
    { at: '/my/shows', as: viewer },
  )
}

describe('[FOLLOW-02] the shows that a viewer follows', () => {
  it('list their broadcasts with links, mark what is new, and are seen then', async () => {
    await open([kitchen])
    await screen.findByText('1 новый выпуск')
    const links = screen.getAllByRole('link', { name: /серия/ })
    expect(links.map((one) => one.getAttribute('href'))).toEqual(['/tvArchive/5/7', '/channel/5'])
    expect(words(links[0] as HTMLElement)).toContain('В архиве')
    expect(words(links[1] as HTMLElement)).toContain('Сезон 2, серия 5')
    expect(links.map((one) => words(one).includes('Новое'))).toEqual([false, true])
    await waitFor(() => expect(server.requests(followed.seen)).toHaveLength(1))
  })

  it('remind of every new broadcast where the viewer switches that on; a failure is said and undone', async () => {
    const { user } = await open([kitchen])
    const reminds = await screen.findByRole('switch', { name: 'Напоминать о новых: Кухня' })
    await user.click(reminds)
    await waitFor(() =>
      expect(server.requests(followed.settings)[0]?.input).toMatchObject({ id: 1, reminds: 1 }),
    )
    expect(reminds.getAttribute('aria-checked')).toBe('true')
    server.isLost(followed.settings)
    await user.click(reminds)
    await screen.findByText(/Не сохранилось/)
    expect(reminds.getAttribute('aria-checked')).toBe('true')
  })

  it('that were renamed offer the similar one, which takes their place', async () => {
    server.responds(followed.add, { id: 3, was_there: 0, pids: [9] })
    const { user } = await open([renamed])
    await screen.findByText(/Похоже, теперь она называется «Вечер. Дайджест»/)
    server.responds(followed.list, { shows: [] })
    await user.click(screen.getByRole('button', { name: 'Следить за «Вечер. Дайджест»' }))
    await waitFor(() =>
      expect(server.requests(followed.add)[0]?.input).toMatchObject({ cid: 5, pid: 9, replaces: 2 }),
    )
    // One request: what it was set to is never between two of them.
    expect(server.requests(followed.remove)).toEqual([])
  })

  it('that were renamed and have past broadcasts offer the similar one below these', async () => {
    const past = broadcast(7, 4, { state: 'past', href: '/tvArchive/5/7', begin_time: nowSec - 7200 })
    await open([{ ...renamed, broadcasts: [past], pids: [7] }])
    await screen.findByRole('link', { name: /серия 4/ })
    expect(screen.getByRole('button', { name: 'Следить за «Вечер. Дайджест»' })).toBeTruthy()
  })

  it('that are gone say so, and can be removed', async () => {
    const { user } = await open([{ ...renamed, similar: null }])
    await screen.findByText(/больше нет\. Когда она вернётся/)
    const list = screen.getAllByRole('list').at(-1) as HTMLElement
    expect(within(list).queryAllByRole('link')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Не следить: Вечер' }))
    await screen.findByText('Вы пока ни за чем не следите')
  })
})
