import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { channels } from '#contract/channels/channels.ts'
import { viewing } from '#contract/films/viewing.ts'
import { type HomeRail, home } from '#contract/site/home.ts'
import { buildChannel } from '#tests/kit/dom/build-channel.ts'
import { show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { forgetResponses } from '#web/session/requests/answers.ts'
import { session } from '#web/session/session.ts'
import { HomeScreen } from './home-screen.tsx'
import { preloadHome } from './preload-home.ts'

const rails = (['live', 'continue'] as const).map((kind, id): HomeRail => ({
  ...{ id, kind, title: '', audience: 'everybody', href: '', films: null },
  ...{ collection_id: 0, category_id: 0, cids: [] },
}))
let server: SimulatedServer
beforeEach(() => {
  forgetResponses()
  session.signIn(viewer)
  session.setLanguage('ru')
  server = simulateServer()
  server.responds(channels.list, { channels: { item: [buildChannel(1, { name: 'Первый' })] } })
  server.responds(viewing.viewing, { videos: { item: [] } })
  server.responds(home.rails, rails)
})

describe("[TVSET-03] a television's home page", () => {
  it('has its first cards in the first render, from responses requested once', async () => {
    await preloadHome()
    await show(<HomeScreen />, { as: viewer, television: true })
    expect(screen.getByRole('link', { name: /Первый/ })).toBeTruthy()
    for (const endpoint of [channels.list, viewing.viewing, home.rails])
      expect(server.requests(endpoint)).toHaveLength(1)
  })

  it('is rendered without them when the server is slow or fails, and requests them itself', async () => {
    const release = server.waits(channels.list, { channels: { item: [buildChannel(2, { name: 'Второй' })] } })
    server.rejects(viewing.viewing, { failure: 'busy', message: 'занято' })
    await preloadHome()
    await show(<HomeScreen />, { as: viewer, television: true })
    expect(screen.queryByRole('link', { name: /Второй/ })).toBeNull()
    release()
    await screen.findByRole('link', { name: /Второй/ })
    await waitFor(() => expect(server.requests(viewing.viewing).length).toBeGreaterThan(1))
  })
})
