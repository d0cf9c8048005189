/** A link to a payment system, opened, confirmed or rejected on its page, and the effect on the balance. */
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { addViewer, type AddedViewer } from '#tests/kit/product/add-viewer.ts'
import { paymentSystems } from '#tests/kit/emulators/payment-drivers.ts'
import { askCall, origin } from '#tests/kit/product/request.ts'

let viewer: AddedViewer
beforeAll(async () => {
  viewer = await addViewer(origin())
})

async function balance() {
  const { json } = await askCall(api.accounts.info, { token: viewer.token })
  const { balance: sums } = { balance: Number.NaN, ...(json?.['data'] as object) }
  return sums
}

interface Links {
  readonly amount: number
  readonly links: { readonly item: readonly { readonly system: string; readonly url: string }[] }
}

/** The link as the viewer receives it, for this many sums (PAY-08). */
async function linkTo(system: string, sums: number): Promise<{ url: string; asks: number }> {
  const fields = { amount: sums * 100 }
  const { json } = await askCall(api.payments.payByLink, { fields, token: viewer.token })
  const data = json?.['data'] as Links | undefined
  const url = data?.links.item.find((one) => one.system === system)?.url
  if (data === undefined || url === undefined) throw new Error(`there is no link to ${system}`)
  return { url, asks: data.amount / 100 }
}

function limit() {
  return { signal: AbortSignal.timeout(30_000) }
}

async function press(url: string, id: string, what: 'pay' | 'fail') {
  const body = new URLSearchParams({ id, do: what })
  return (await fetch(url, { method: 'POST', body, ...limit() })).text()
}

async function open(url: string): Promise<{ page: string; id: string }> {
  const page = await (await fetch(url, limit())).text()
  return { page, id: /name="id" value="([^"]+)"/.exec(page)?.[1] ?? '' }
}

describe.each(paymentSystems)('the page of %s', (system) => {
  it("[PAY-07] [PAY-08] pays the link's amount once, returns the payer, and charges nothing when rejected", async () => {
    const before = await balance()
    const { url, asks } = await linkTo(system, 30_000)
    expect(asks).toBe(30_000)
    const refused = await open(url)
    expect(refused.page).toContain(viewer.abonement)
    expect(refused.page).toContain('30\u00a0000')
    expect(await press(url, refused.id, 'fail')).toContain('Оплата не прошла')
    expect(await balance()).toBe(before)

    const { id } = await open(url)
    const [first, second] = await Promise.all([press(url, id, 'pay'), press(url, id, 'pay')])
    expect(first).toContain('Оплачено')
    expect(second).toBe(first)
    // Paynet's link has no return address.
    expect(first.includes('http-equiv="refresh"')).toBe(system !== 'paynet')
    expect(await balance()).toBe(before + 30_000)
  })

  it('does not open a link of another merchant', async () => {
    const { url } = await linkTo(system, 30_000)
    const foreign = url.replace(/(\/payme\/).*|(service_id=|\?m=|serviceId=)\w+/, '$1$2bT0x')
    expect(foreign).not.toBe(url)
    expect((await fetch(foreign, limit())).status).toBe(404)
  })
})
