/** Questions to outside services that change nothing there. */
import { tryCardGateway } from '#server/cards/cards.ts'
import { createUzumFiscal } from '#server/fiscal/fiscal.ts'
import { askGateway, field } from '#server/messages/messages.ts'
import type { OutsideServiceDeps } from '#server/outside-services/services/deps.ts'
import { guardedRequest } from '#server/platform/guarded-request/guarded-request.ts'
import { uuid } from '#server/platform/primitives/ids.ts'
import type { FiscalSettings } from '#server/platform/settings/fiscal-settings.ts'
import { serviceForms } from '#server/platform/settings/services/service-fields.ts'
import { type TriedStep, wentWell, wentWrong } from './steps.ts'

type LiveDeps = Pick<OutsideServiceDeps, 'live'>
type PaymentSystem = 'payme' | 'click' | 'paynet' | 'uzum'

const limitMs = 8000
/** A login of Telegram's that no bot has: an answer that refuses it is one of Telegram's. */
const noBot = 'bot1:ekran'

/** Logs in at the card gateway and requests a transaction. */
export async function tryCards(
  { clock }: Pick<OutsideServiceDeps, 'clock'>,
  address: string,
): Promise<TriedStep> {
  const tried = await tryCardGateway(address, clock)
  return tried.kind === 'answers' ? wentWell('login', 'answers') : wentWrong('login', tried.reason)
}

/** Requests a receipt that does not exist. */
export async function tryFiscal(
  { random }: Pick<OutsideServiceDeps, 'random'>,
  fiscal: FiscalSettings,
): Promise<TriedStep> {
  const lookup = await createUzumFiscal(fiscal, limitMs).find(uuid(random))
  return lookup.kind === 'unknown' ? wentWrong('login', lookup.reason) : wentWell('login', 'answers')
}

/** Whether the Bot API answers there. Bots have their own tests, beside each target of alarms. */
export async function tryTelegram({ live }: LiveDeps, address: string): Promise<TriedStep> {
  const url = `${address.replace(/\/+$/, '')}/${noBot}/getMe`
  const response = await readPage(url, live.settings.EKRAN_WEBHOOK_LOCAL)
  if (response.kind !== 'responded') return wentWrong('page', response.reason)
  return typeof field(parsed(response.text), 'ok') === 'boolean'
    ? wentWell('page', 'answers')
    : wentWrong('page', `http_${response.status}`)
}

/**
 * Payment systems call us: tried is whether the page that payers are sent to answers, and, for a system in use,
 * whether our own public address does.
 */
export async function tryPaymentSystem(
  { live: { settings } }: LiveDeps,
  system: PaymentSystem,
  text: string,
  isInUse: boolean,
): Promise<readonly TriedStep[]> {
  const page = await tryPage(pageOf(system, text), settings.EKRAN_WEBHOOK_LOCAL)
  const publicUrl = settings.EKRAN_PUBLIC_URL
  if (!isInUse || publicUrl === undefined) return [page]
  const url = `${publicUrl.replace(/\/+$/, '')}/merchants/${system}`
  const response = await askGateway({ url, method: 'GET', headers: {} }, AbortSignal.timeout(limitMs))
  if (response.kind !== 'answered') return [page, wentWrong('own_address', response.reason)]
  // Every system's protocol answers in JSON, also to a request that it cannot read.
  const isOurs = response.json !== undefined && response.status < 500 && response.status !== 404
  return [
    page,
    isOurs
      ? wentWell('own_address', 'answers')
      : { ...wentWrong('own_address', `http_${response.status}`), word: 'unexpected' },
  ]
}

/** The page that payers are sent to. */
export function pageOf(system: PaymentSystem, text: string): string {
  const name = system === 'paynet' ? 'link' : 'checkout'
  const form = serviceForms[system].fields.find((one) => one.name === name)
  return new URLSearchParams(text).get(name) ?? form?.default ?? ''
}

/** A page, at a public address unless local ones are allowed. */
function readPage(url: string, allowLocal: boolean) {
  return guardedRequest({ url, method: 'GET', allowLocal, timeoutMs: limitMs })
}

async function tryPage(address: string, allowLocal: boolean): Promise<TriedStep> {
  const response = await readPage(address.replace(/\{\w+\}/g, '1'), allowLocal)
  if (response.kind !== 'responded') return wentWrong('page', response.reason)
  const { status } = response
  return status >= 500 ? wentWrong('page', `http_${status}`) : wentWell('page', 'answers', `http_${status}`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
