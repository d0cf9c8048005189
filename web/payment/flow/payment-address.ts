/** An address that opens a payment on another device: a television shows it as a QR code. */
import { pathOf } from '#contract/form/pages.ts'
import type { PaymentRequest } from './open-payment.ts'

const name = 'pay'

/** `25000`, or `t3.31` for a period of a tariff. */
export function addressOfPayment(request: PaymentRequest, origin: string): string {
  const value =
    request.kind === 'top_up'
      ? String(request.amount ?? 0)
      : `t${request.tariffId}${request.virtualTariffId === undefined ? '' : `.${request.virtualTariffId}`}`
  return `${origin}${pathOf('cabinet')}?${name}=${value}`
}

/** The payment in an address, and the rest of its query; null when it contains none. */
export function takeFromAddress(
  search: string,
): { readonly request: PaymentRequest; readonly search: string } | null {
  if (!search.includes(`${name}=`)) return null
  const query = new URLSearchParams(search)
  const match = /^(?:(\d{1,7})|t([1-9]\d{0,8})(?:\.([1-9]\d{0,8}))?)$/.exec(query.get(name) ?? '')
  if (match === null) return null
  query.delete(name)
  const rest = query.toString()
  const [, sums, tariff, period] = match
  const request: PaymentRequest =
    tariff === undefined
      ? { kind: 'top_up', ...(Number(sums) > 0 ? { amount: Number(sums), isChosen: true } : {}) }
      : {
          kind: 'tariff',
          tariffId: Number(tariff),
          ...(period === undefined ? {} : { virtualTariffId: Number(period) }),
        }
  return { request, search: rest === '' ? '' : `?${rest}` }
}
