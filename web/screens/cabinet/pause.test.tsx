import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { pauses } from '#contract/billing/pauses.ts'
import { show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { plainLook } from '#tests/kit/dom/tariff-look.ts'
import { Pause } from './pause.tsx'

const nowSec = Math.floor(Date.now() / 1000)
const item = {
  ...{ tariff_id: 2, name: 'Семейный', look: plainLook, price: 30_000, period_days: 30, is_base: 0 as const },
  ...{ state: 'active' as const, auto_renew: 1 as const, paid_until: nowSec + 5 * 86_400 },
  ...{ paused_until: 0, may_pause: 1 as const, next_tariff_id: 0, next_name: '', next_price: 0 },
}
let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
})

describe('[CARE-04] the dialog that pauses a tariff', () => {
  it('tries again after it could not learn for how many days', async () => {
    server.isLost(pauses.offer)
    const { user } = await show(<Pause item={item} onChange={vi.fn()} />, { at: '/cabinet', as: viewer })
    await user.click(screen.getByRole('button', { name: /Семейный/ }))
    const dialog = within(await screen.findByRole('dialog'))
    const again = await dialog.findByRole('button', { name: 'Повторить' })
    expect(dialog.queryByRole('combobox')).toBeNull()
    server.responds(pauses.offer, { min_days: 7, max_days: 30, is_once: 0, others: [] })
    await user.click(again)
    expect(await dialog.findByRole('combobox')).toHaveProperty('value', '7')
    expect(dialog.queryByRole('button', { name: 'Повторить' })).toBeNull()
  })
})
