/** The adapter of Uzum Fiscalization 0.0.2: receipts by JSON over HTTPS with a key; amounts are tiyin with VAT in them. */
import { askGateway, field, type GatewayResponse, textField } from '#server/messages/messages.ts'
import type { FiscalSettings } from '#server/platform/settings/fiscal-settings.ts'
import type { FiscalService, Lookup, ReceiptRequest, Registration } from './fiscal-service.ts'

type ServiceSettings = Pick<
  FiscalSettings,
  'origin' | 'key' | 'spic' | 'packageCode' | 'vatPercent' | 'title'
>

const limitMs = 10_000
const tashkentOffsetMs = 5 * 3_600_000

/** Each request takes `timeLimitMs` at most. */
export function createUzumFiscal(settings: ServiceSettings, timeLimitMs = limitMs): FiscalService {
  const { origin, key } = settings
  const request = (method: 'GET' | 'POST', path: string, body?: object) =>
    askGateway(
      {
        ...{ url: origin + path, method },
        headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
      AbortSignal.timeout(timeLimitMs),
    )
  return {
    registerSale: async (receipt) =>
      readRegistration(
        await request('POST', '/v2/receipt', { ...bodyOf(receipt, settings), receipt_type: 0 }),
      ),
    registerRefund: async (receipt) =>
      readRegistration(await request('POST', '/v2/refund_receipt', bodyOf(receipt, settings))),
    find: async (operationId) => readLookup(await request('GET', `/v2/receipt/${operationId}/receipt_url`)),
  }
}

function bodyOf(
  { operationId, paymentId, amountTiyin, happenedMs }: ReceiptRequest,
  { title, spic, packageCode, vatPercent }: ServiceSettings,
) {
  return {
    payment_id: paymentId,
    operation_id: operationId,
    date_time: tashkentTime(happenedMs),
    cash_amount: 0,
    card_amount: amountTiyin,
    items: [
      {
        ...{ product_name: title, price: amountTiyin, count: 1 },
        ...{ spic, package_code: packageCode, vat_percent: vatPercent },
      },
    ],
  }
}

/** `2026-11-28T14:05:00+05:00`. */
function tashkentTime(ms: number): string {
  return `${new Date(ms + tashkentOffsetMs).toISOString().slice(0, 19)}+05:00`
}

function readRegistration(response: GatewayResponse): Registration {
  if (response.kind !== 'answered') return { kind: 'unknown', reason: response.reason }
  const { status, json } = response
  const url = linkIn(json)
  if (status === 200 && url !== undefined) return { kind: 'registered', url }
  const isObject = typeof json === 'object' && json !== null
  if ((status === 200 || status === 202) && isObject) return { kind: 'accepted' }
  const code = field(json, 'code')
  if (status === 400 && code === 2) return { kind: 'duplicate' }
  if (status === 400 && code === 1) return { kind: 'refused', reason: 'wrong_codes' }
  if (status === 401 || status === 403) return { kind: 'not_now', reason: 'wrong_key' }
  // Of a refund whose payment has no receipt there yet; else a wrong address.
  if (status === 404) return { kind: 'not_now', reason: 'http_404' }
  const isRefused = status >= 400 && status < 500 && status !== 408 && status !== 429
  return isRefused
    ? { kind: 'refused', reason: `http_${status}` }
    : { kind: 'unknown', reason: status === 200 || status === 202 ? 'not_readable' : `http_${status}` }
}

function readLookup(response: GatewayResponse): Lookup {
  if (response.kind !== 'answered') return { kind: 'unknown', reason: response.reason }
  const { status, json } = response
  const url = linkIn(json)
  if (status === 200 && url !== undefined) return { kind: 'registered', url }
  if (status === 202) return { kind: 'accepted' }
  // A 404 of a page that is not the service's has no JSON: it proves nothing.
  if (status === 404 && typeof json === 'object' && json !== null) return { kind: 'absent' }
  return {
    kind: 'unknown',
    reason:
      status === 401 || status === 403 ? 'wrong_key' : status === 200 ? 'not_readable' : `http_${status}`,
  }
}

function linkIn(json: unknown): string | undefined {
  const url = textField(json, 'receipt_url', 500)
  return url !== undefined && URL.canParse(url) && url.startsWith('https://') ? url : undefined
}
