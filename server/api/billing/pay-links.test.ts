import { describe, expect, it } from 'vitest'
import type { Accounts } from '#server/accounts/accounts.ts'
import type { Merchants, MerchantSettings } from '#server/merchants/merchants.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import { merchantSettings } from '#tests/kit/modules/merchants-module.ts'
import { payLinkEndpoints } from './pay-links.ts'

const viewer = { accountId: 7, sessionId: 'session' }

interface World {
  readonly abonement?: string | undefined
  readonly settings?: MerchantSettings
  readonly publicUrl?: string
}

/** The payment links for the account with this number. */
function linksFor(input: object, world: World = { abonement: '1000001' }) {
  const { abonement, settings = merchantSettings(), publicUrl } = world
  const accounts = { accountOf: async () => (abonement === undefined ? undefined : { abonement }) }
  const merchants = { settings, publicUrl }
  const endpoints = payLinkEndpoints({
    accounts: accounts as unknown as Accounts,
    merchants: merchants as unknown as Merchants,
  })
  return ask(endpoints, 'payments.payByLink', { ...input }, { viewer })
}

function addresses(response: Record<string, unknown>): readonly string[] {
  return (response['links'] as { item: { url: string }[] }).item.map(({ url }) => url)
}

describe('[PAY-08] payment links', () => {
  it('link to every connected system, for the requester’s number', async () => {
    const response = await linksFor({ amount: 14_500_00 })
    expect(response['amount']).toBe(14_500_00)
    expect(addresses(response)).toHaveLength(4)
    expect(addresses(response)[1]).toContain('transaction_param=1000001')
  })

  it('request 1,000 sums when less is missing, and no more than the maximum top-up', async () => {
    expect(await linksFor({ amount: 5 })).toMatchObject({ amount: 1_000_00 })
    expect(await linksFor({ amount: 1_000_000_01 })).toEqual({ refused: 'deposit_too_large' })
  })

  it('are for the viewer’s own number, in any notation, and for no other', async () => {
    expect(await linksFor({ amount: 0, abonement: ' 1000-001 ' })).toHaveProperty('links')
    expect(await linksFor({ amount: 0, abonement: '' })).toHaveProperty('links')
    expect(await linksFor({ amount: 0, abonement: '1000002' })).toEqual({ refused: 'invalid_input' })
  })

  it('return the payer to the cabinet when the address of the site is configured', async () => {
    const response = await linksFor(
      { amount: 0 },
      { abonement: '1000001', publicUrl: 'https://tv.example.uz' },
    )
    expect(addresses(response)[1]).toContain(encodeURIComponent('https://tv.example.uz/cabinet'))
    expect(addresses(await linksFor({ amount: 0 }))[1]).not.toContain('return_url')
  })

  it('are empty where no system is connected', async () => {
    expect(await linksFor({ amount: 0 }, { abonement: '1000001', settings: {} })).toMatchObject({
      links: { item: [] },
    })
  })

  it('are refused to a deleted account', async () => {
    expect(await linksFor({ amount: 0 }, { abonement: undefined })).toEqual({ refused: 'not_authorized' })
  })
})
