import { paymentSystems, topUpLimits, type PayLink } from '#contract/billing/payments.ts'
import type { Language } from '#contract/form/failures.ts'
import type { MerchantSettings } from './open-merchants.ts'
import { sumsText, type Provider } from './payments/rules.ts'

/**
 * The amount of a link, in tiyin, for the requested `amountTiyin` (specification, 5; PAY-08): the caller has already
 * chosen between the amount and the shortfall. At least 1000 sums, rounded up to whole sums, which systems require.
 * Undefined for more than the maximum top-up.
 */
export function payableTiyin(amountTiyin: number): number | undefined {
  const { minSums, maxSums } = topUpLimits
  const sums = Math.max(minSums, Math.ceil(amountTiyin / 100))
  return sums > maxSums ? undefined : sums * 100
}

interface PayLinkRequest {
  readonly abonement: string
  readonly amountTiyin: number
  readonly language: Language
  /** Where the payer returns to; undefined without a configured public address. */
  readonly returnUrl: string | undefined
}

/** Links to the connected systems' pages, with the number and the amount filled in. The systems check both again. */
export function payLinks(settings: MerchantSettings, request: PayLinkRequest): PayLink[] {
  return paymentSystems.flatMap((system) => {
    const url = addresses[system](settings, request)
    return url === undefined ? [] : [{ system, name: names[system], url }]
  })
}

const names = { payme: 'Payme', click: 'Click', uzum: 'Uzum Bank', paynet: 'Paynet' } as const

const addresses: Readonly<
  Record<Provider, (settings: MerchantSettings, request: PayLinkRequest) => string | undefined>
> = {
  payme: ({ payme }, { abonement, amountTiyin, language, returnUrl }) => {
    if (payme === undefined) return undefined
    const fields = [
      `m=${payme.merchant}`,
      `ac.${payme.account}=${abonement}`,
      `a=${amountTiyin}`,
      `l=${language}`,
      ...(returnUrl === undefined ? [] : [`c=${returnUrl}`]),
    ]
    return `${payme.checkout}/${Buffer.from(fields.join(';')).toString('base64')}`
  },
  click: ({ click }, { abonement, amountTiyin, returnUrl }) =>
    click === undefined
      ? undefined
      : withQuery(click.checkout, {
          service_id: click.service,
          merchant_id: click.merchant,
          amount: sumsText(amountTiyin),
          transaction_param: abonement,
          return_url: returnUrl,
        }),
  uzum: ({ uzum }, { abonement, amountTiyin, returnUrl }) =>
    uzum === undefined
      ? undefined
      : withQuery(uzum.checkout, {
          serviceId: String(uzum.service),
          [uzum.account]: abonement,
          amount: String(amountTiyin),
          redirectUrl: returnUrl,
        }),
  paynet: ({ paynet }, { abonement, amountTiyin }) => {
    if (paynet?.merchant === undefined) return undefined
    const values: Readonly<Record<string, string>> = {
      merchant: paynet.merchant,
      abonement,
      tiyin: String(amountTiyin),
    }
    return paynet.link.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
  },
}

function withQuery(address: string, fields: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}
