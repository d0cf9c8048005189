/** The drivers of the four payment systems at one address, with the keys of its settings. */
import { playClick } from '#emulators/payment-systems/click.ts'
import { playPayme } from '#emulators/payment-systems/payme.ts'
import { playPaynet } from '#emulators/payment-systems/paynet.ts'
import { waitFor } from '#tests/kit/wait/wait-for.ts'
import { merchantEnv } from '#tests/kit/modules/merchants-module.ts'
import type { Sheet } from '#emulators/payment-systems/sheet.ts'
import { playUzum } from '#emulators/payment-systems/uzum.ts'

export const paymentSystems = ['payme', 'click', 'paynet', 'uzum'] as const

export type PaymentSystem = (typeof paymentSystems)[number]

/** Each system's setting, in the format of `EKRAN_PAYME` and the others. */
export type SystemSettings = Readonly<Record<PaymentSystem, string>>

const ofTheTests: SystemSettings = {
  payme: merchantEnv.EKRAN_PAYME,
  click: merchantEnv.EKRAN_CLICK,
  paynet: merchantEnv.EKRAN_PAYNET,
  uzum: merchantEnv.EKRAN_UZUM,
}

/** The page of the demo's payment systems, which the product prints after it reports that it is ready. */
export async function checkoutPagesOf(product: { output(): string }): Promise<string> {
  const result = () => /^Demo payment systems: (http:\/\/127\.0\.0\.1:\d+)$/m.exec(product.output())?.[1]
  await waitFor(() => result() !== undefined, 10_000)
  return result() ?? ''
}

/** The settings with which the demo accepts their payments. */
export async function demoSystems(product: { output(): string }): Promise<SystemSettings> {
  const answer = await fetch(`${await checkoutPagesOf(product)}/settings`, {
    signal: AbortSignal.timeout(5000),
  })
  return (await answer.json()) as SystemSettings
}

/**
 * Runs a system's whole sequence and its faults for the subscriber `account`; returns how many payments of 500,000
 * tiyin remain. `url`: the folder all systems call, `http://…/merchants`; `settings` of `merchantEnv` when left out.
 */
export function playPayments(
  system: PaymentSystem,
  sheet: Sheet,
  {
    url,
    account,
    settings = ofTheTests,
  }: { readonly url: string; readonly account: string; readonly settings?: SystemSettings },
): Promise<number> {
  const values = new URLSearchParams(settings[system])
  const of = (name: string) => values.get(name) ?? ''
  const common = { url: `${url}/${system}`, account }
  switch (system) {
    case 'payme':
      return playPayme(sheet, { ...common, key: of('key'), field: 'abonement' })
    case 'click':
      return playClick(sheet, { ...common, service: of('service'), secret: of('secret') })
    case 'paynet':
      return playPaynet(sheet, { ...common, login: of('login'), password: of('password') })
    case 'uzum': {
      const own = { login: of('login'), password: of('password'), service: Number(of('service')) }
      return playUzum(sheet, { ...common, ...own })
    }
  }
}
