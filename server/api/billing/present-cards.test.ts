import { describe, expect, it } from 'vitest'
import type { Order } from '#server/cards/cards.ts'
import { presentCard, presentOrder } from './present-cards.ts'

const at = new Date(1_768_478_400_700)

function order(more: Partial<Order> = {}): Order {
  return {
    order_id: 5,
    state: 'new',
    amount_tiyin: 150_000,
    card_id: null,
    created_at: at,
    paid_at: null,
    cheque_id: null,
    ofd_url: null,
    tariff_id: null,
    period_id: null,
    not_connected: null,
    connected_at: null,
    agreed_tiyin: null,
    ...more,
  } as Order
}

it('[PAY-05] shows a card without any chargeable data', () => {
  const card = {
    card_id: 2,
    pan_mask: '860049******3347',
    expiry_yymm: '2907',
    is_main: true,
    auto_pay: false,
    token_sealed: 'secret',
    gateway_card_id: '77',
  } as Parameters<typeof presentCard>[0]
  expect(presentCard(card)).toEqual({
    card_id: 2,
    pan: '860049******3347',
    expiry: '07/29',
    is_main: 1,
    auto_pay: 0,
  })
})

describe('[PAY-05] an order', () => {
  it('has sums and whole seconds, and no receipt before there is one', () => {
    expect(presentOrder(order())).toEqual({
      order_id: 5,
      state: 'new',
      amount: 1500,
      card_id: null,
      created_at: 1_768_478_400,
      paid_at: null,
      cheque: null,
      tariff: null,
    })
    expect(presentOrder(order({ paid_at: at, cheque_id: '900', ofd_url: null }))).toMatchObject({
      paid_at: 1_768_478_400,
      cheque: { id: '900', ofd_url: null },
    })
  })

  it('[SUB-01] for a tariff says whether it is connected, pending, or why it is not', () => {
    const tariff = { tariff_id: 56, period_id: 3, agreed_tiyin: 2_900_000 }
    const state = (more: Partial<Order>) => presentOrder(order({ ...tariff, ...more })).tariff
    expect(state({})).toEqual({
      tariff_id: 56,
      virtual_tariff_id: 3,
      cost: 29_000,
      state: 'waiting',
      failure: '',
    })
    expect(state({ connected_at: at })?.state).toBe('connected')
    expect(state({ not_connected: 'already_connected' })).toMatchObject({
      state: 'not_connected',
      failure: 'already_connected',
    })
  })
})
