/** Payment systems calling the running product: their published sequences in order, and typical network faults. */
import { readFileSync } from 'node:fs'
import { describe, expect, inject, it } from 'vitest'
import { api } from '#contract/api.ts'
import { createSheet } from '#emulators/payment-systems/sheet.ts'
import { addViewer } from '#tests/kit/product/add-viewer.ts'
import { demoSystems, paymentSystems, playPayments } from '#tests/kit/emulators/payment-drivers.ts'
import { askCall, origin } from '#tests/kit/product/request.ts'

describe.each(paymentSystems)('%s', (system) => {
  it('[PAY-07] gets correct responses, also to a wrong key, and each payment is credited once', async () => {
    const { abonement, token } = await addViewer(origin())
    const sheet = createSheet()
    const settings = await demoSystems({ output: () => readFileSync(inject('product').outputPath, 'utf8') })
    const where = { url: `${origin()}/merchants`, account: abonement, settings }
    const stays = await playPayments(system, sheet, where)
    expect(sheet.checks.filter(({ isRight }) => !isRight)).toEqual([])
    expect(sheet.checks.length).toBeGreaterThan(30)
    const info = await askCall(api.accounts.info, { token })
    expect(info.json).toMatchObject({ data: { balance: stays * 5000 } })
    const history = await askCall(api.paymentsHistory.list, { fields: { limit: 100 }, token })
    const page = { data: [] as { amount: number }[], ...history.json }
    expect(page.data.reduce((sum, { amount }) => sum + amount, 0)).toBe(stays * 5000)
  }, 240_000)
})
