import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { messagePreferences } from '#contract/site/message-preferences.ts'
import { show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { OffersSwitch } from './offers-switch.tsx'

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  server.responds(messagePreferences.show, { offers: 1 })
  server.respondsBy(messagePreferences.save, ({ offers }) => ({
    offers: offers === 0 ? (0 as const) : (1 as const),
  }))
})

/** What was saved, the oldest first. */
const saved = () => server.requests(messagePreferences.save).map(({ input }) => input['offers'])

describe('[MSG-01] news and offers', () => {
  it('are turned off by the viewer, and on again', async () => {
    const { user } = await show(<OffersSwitch />, { as: viewer })
    await user.click(await screen.findByRole('button', { name: 'Не получать предложения' }))
    await screen.findByText(/Вы не получаете новости/)
    await user.click(screen.getByRole('button', { name: 'Получать предложения' }))
    await screen.findByText(/Вы получаете новости/)
    expect(saved()).toEqual([0, 1])
  })

  it('stay as they are when the choice does not reach the server', async () => {
    const { user } = await show(<OffersSwitch />, { as: viewer })
    const turnOff = await screen.findByRole('button', { name: 'Не получать предложения' })
    server.isLost(messagePreferences.save)
    await user.click(turnOff)
    await screen.findByRole('button', { name: 'Не получать предложения' })
    expect(screen.queryByText(/Вы не получаете новости/)).toBeNull()
  })
})
