/** Click's merchant API for tests, in this process, with faults. */
import { type ClickMerchant, createClickMerchant } from '#emulators/checkout-pages/click-merchant.ts'
import { json } from '#emulators/http/exchange.ts'
import { createWebApp, cut, gatewayRequest, send } from '#emulators/http/web-app.ts'
import { merchantEnv } from '#tests/kit/modules/merchants-module.ts'

/**
 * `down`: cut off before anything is done. `lose_answer`: done, then cut off. `refuse`: an error of Click's. `broken`: an HTML
 * page, nothing done.
 */
export type ClickFault = 'none' | 'down' | 'lose_answer' | 'refuse' | 'broken'

export interface OwnClickMerchant extends Pick<ClickMerchant, 'paid' | 'returnedTiyin'> {
  /** As `EKRAN_CLICK`. */
  readonly setting: string
  /** For the next `times` requests of one kind. */
  fault(kind: 'reversal' | 'status', fault: ClickFault, times?: number): void
  /** The requests so far, such as `DELETE payment/reversal/4321/7`. */
  readonly requests: readonly string[]
  stop(): Promise<void>
}

/** `nowMs`: the clock of the code under test. */
export async function startClickMerchant(nowMs: () => number): Promise<OwnClickMerchant> {
  const own = new URLSearchParams(merchantEnv.EKRAN_CLICK)
  const account = { service: own.get('service') ?? '', secret: own.get('secret') ?? '', user: '67' }
  const merchant = createClickMerchant(account, nowMs)
  const faults = new Map<string, { fault: ClickFault; left: number }>()
  const requests: string[] = []
  const take = (kind: string): ClickFault => {
    const set = faults.get(kind)
    if (set === undefined || set.left <= 0) return 'none'
    set.left -= 1
    return set.fault
  }
  const app = createWebApp({ bodyLimitBytes: 4096 })
  app.all('/v2/merchant/*', (request, reply) => {
    const sent = gatewayRequest(request)
    const path = sent.path.slice('/v2/merchant/'.length)
    requests.push(`${sent.method} ${path}`)
    const fault = take(sent.method === 'DELETE' ? 'reversal' : 'status')
    if (fault === 'down') return cut(request, reply)
    if (fault === 'broken') return send(reply, { status: 502, type: 'text/html', body: '<h1>502</h1>' })
    if (fault === 'refuse') return send(reply, json(200, { error_code: -31, error_note: 'Refused' }))
    const response = merchant.handle(sent, path)
    return fault === 'lose_answer' ? cut(request, reply) : send(reply, response)
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    ...merchant,
    setting: `${merchantEnv.EKRAN_CLICK}&user=${account.user}&api=${encodeURIComponent(`${origin}/v2/merchant`)}`,
    fault: (kind, fault, times = 1) => void faults.set(kind, { fault, left: times }),
    requests,
    stop: () => app.close(),
  }
}
