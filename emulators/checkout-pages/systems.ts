/** The four systems from the payer's view: the contents of a checkout link, and the requests that follow a press. */
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { type ClickMerchant, createClickMerchant } from './click-merchant.ts'
import { at, basic, call, type CallResponse } from '#emulators/payment-systems/call.ts'

export const systemNames = ['payme', 'click', 'paynet', 'uzum'] as const
export type SystemName = (typeof systemNames)[number]

/** The payment of a link. */
export interface Checkout {
  /** The subscriber's number. */
  readonly account: string
  readonly amountTiyin: number
  /** Where the payer is returned to; undefined when the link does not say. */
  readonly returnUrl: string | undefined
}

/** `refused`: the merchant rejected it, with its own code and message. */
export type Outcome =
  | { readonly kind: 'paid' }
  | { readonly kind: 'given_up' }
  | { readonly kind: 'refused'; readonly said: string }

export interface PaymentSystem {
  readonly title: string
  /** The prefix of its checkout links. */
  readonly path: string
  newId(): string
  /** Undefined: a link that this system would not open. */
  read(url: URL): Checkout | undefined
  /** A link as the merchant would make it; for a payer who entered only a subscriber number. */
  link(account: string, amountTiyin: number): string
  /** The merchant's setting for this system; `origin`: the address of these pages. */
  setting(origin: string): string
  /** Its own address for requests of the merchant; `handle` gets what is below its path. */
  readonly api?: { readonly path: string; readonly handle: ClickMerchant['handle'] }
  /** Sends the requests of a payment that the payer confirmed or cancelled. */
  play(checkout: Checkout, id: string, isAgreed: boolean): Promise<Outcome>
}

function word() {
  return randomBytes(18).toString('base64url')
}

/** As `name=value`, joined by `&`. */
function setting(values: Readonly<Record<string, string>>) {
  return new URLSearchParams(values).toString()
}

function number() {
  return String(randomInt(1_000_000_000, 100_000_000_000))
}

function checkout(account: unknown, amountTiyin: number, returnUrl?: string | null): Checkout | undefined {
  if (typeof account !== 'string' || !/^\w{1,40}$/.test(account)) return undefined
  if (!Number.isSafeInteger(amountTiyin) || amountTiyin <= 0) return undefined
  const back = returnUrl == null ? null : URL.parse(returnUrl)
  const isWeb = back?.protocol === 'http:' || back?.protocol === 'https:'
  return { account, amountTiyin, returnUrl: isWeb ? back.href : undefined }
}

/** `merchants`: the base of the merchant's addresses, `http://…/merchants`. Keys are generated at every start. */
export function createPaymentSystems(merchants: string): Readonly<Record<SystemName, PaymentSystem>> {
  return {
    payme: createPayme(`${merchants}/payme`),
    click: createClick(`${merchants}/click`),
    paynet: createPaynet(`${merchants}/paynet`),
    uzum: createUzum(`${merchants}/uzum`),
  }
}

function jsonHeaders(authorization: string) {
  return { 'content-type': 'application/json', authorization }
}

function createPayme(url: string): PaymentSystem {
  const [merchant, key] = [randomBytes(12).toString('hex'), word()]
  const headers = jsonHeaders(basic('Paycom', key))
  let calls = 0
  const ask = (method: string, params: object) =>
    call(url, { headers, body: JSON.stringify({ id: (calls += 1), method, params }) })
  const refusal = (response: CallResponse): Outcome | undefined => {
    const code = at(response.body, 'error', 'code')
    if (at(response.body, 'result') !== undefined) return undefined
    return refused(response, code, at(response.body, 'error', 'message', 'ru'))
  }
  return {
    title: 'Payme',
    path: '/payme/',
    newId: () => randomBytes(12).toString('hex'),
    read: ({ pathname }) => {
      const text = Buffer.from(decodeURIComponent(pathname.slice('/payme/'.length)), 'base64').toString()
      const fields = new Map(
        text.split(';').map((pair) => {
          const [name = '', ...value] = pair.split('=')
          return [name, value.join('=')]
        }),
      )
      if (fields.get('m') !== merchant) return undefined
      return checkout(fields.get('ac.abonement'), Number(fields.get('a')), fields.get('c'))
    },
    link: (account, amountTiyin) =>
      `/payme/${Buffer.from(`m=${merchant};ac.abonement=${account};a=${amountTiyin}`).toString('base64')}`,
    setting: (origin) => setting({ merchant, key, checkout: `${origin}/payme` }),
    play: async ({ account, amountTiyin: amount }, id, isAgreed) => {
      const terms = { amount, account: { abonement: account } }
      const may = refusal(await ask('CheckPerformTransaction', terms))
      if (may !== undefined) return may
      const opened = refusal(await ask('CreateTransaction', { id, time: Date.now(), ...terms }))
      if (opened !== undefined) return opened
      if (isAgreed) return refusal(await ask('PerformTransaction', { id })) ?? { kind: 'paid' }
      // 2: the debit failed.
      return refusal(await ask('CancelTransaction', { id, reason: 2 })) ?? { kind: 'given_up' }
    },
  }
}

/** Sends signed requests of Click's SHOP API. */
function clickSender(url: string, secret: string) {
  return (action: 'prepare' | 'complete', form: Readonly<Record<string, string>>) => {
    const names = ['click_trans_id', 'service_id'] as const
    const rest = ['merchant_trans_id', 'merchant_prepare_id', 'amount', 'action', 'sign_time'] as const
    const signed = [...names.map((name) => form[name]), secret, ...rest.map((name) => form[name] ?? '')]
    const sign_string = createHash('md5').update(signed.join('')).digest('hex')
    return call(`${url}/${action}`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...form, sign_string }).toString(),
    })
  }
}

function createClick(url: string): PaymentSystem {
  const [service, merchant, secret] = [
    String(randomInt(1000, 99_999)),
    String(randomInt(1000, 99_999)),
    word(),
  ]
  const user = String(randomInt(1000, 99_999))
  const own = createClickMerchant({ service, user, secret })
  const apiPath = '/click/v2/merchant/'
  const send = clickSender(url, secret)
  const refusal = (response: CallResponse): Outcome | undefined =>
    at(response.body, 'error') === 0
      ? undefined
      : refused(response, at(response.body, 'error'), at(response.body, 'error_note'))
  return {
    title: 'Click',
    path: '/click/services/pay',
    newId: number,
    read: ({ searchParams: query }) =>
      query.get('service_id') === service && query.get('merchant_id') === merchant
        ? checkout(
            query.get('transaction_param'),
            Math.round(Number(query.get('amount')) * 100),
            query.get('return_url'),
          )
        : undefined,
    link: (account, amountTiyin) =>
      `/click/services/pay?${setting({ service_id: service, merchant_id: merchant, amount: String(amountTiyin / 100), transaction_param: account })}`,
    setting: (origin) =>
      setting({
        ...{ service, merchant, secret, user },
        ...{ checkout: `${origin}/click/services/pay`, api: origin + apiPath },
      }),
    api: { path: apiPath, handle: own.handle },
    play: async ({ account, amountTiyin }, id, isAgreed) => {
      const form = {
        click_trans_id: id,
        service_id: service,
        click_paydoc_id: number(),
        merchant_trans_id: account,
        amount: (amountTiyin / 100).toFixed(2),
        sign_time: clockText(Date.now()),
      }
      const prepared = await send('prepare', { ...form, action: '0', error: '0', error_note: 'Success' })
      const problem = refusal(prepared)
      if (problem !== undefined) return problem
      const merchant_prepare_id = String(at(prepared.body, 'merchant_prepare_id'))
      const end = isAgreed
        ? { error: '0', error_note: 'Success' }
        : { error: '-5017', error_note: 'Insufficient funds' }
      const response = await send('complete', { ...form, merchant_prepare_id, action: '1', ...end })
      if (isAgreed && refusal(response) === undefined) own.paid(form.click_paydoc_id, amountTiyin)
      // The response to a cancelled payment is -9.
      if (!isAgreed && at(response.body, 'error') === -9) return { kind: 'given_up' }
      return refusal(response) ?? { kind: 'paid' }
    },
  }
}

function createPaynet(url: string): PaymentSystem {
  const [merchant, password] = [`ekran${randomInt(1000, 9999)}`, word()]
  const headers = jsonHeaders(basic('paynet', password))
  const ask = (method: string, params: object) =>
    call(url, {
      headers,
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: Number(number()),
        method,
        params: { serviceId: 1, timestamp: clockText(Date.now()), ...params },
      }),
    })
  const refusal = (response: CallResponse): Outcome | undefined =>
    at(response.body, 'result') === undefined
      ? refused(response, at(response.body, 'error', 'code'), at(response.body, 'error', 'message'))
      : undefined
  return {
    title: 'Paynet',
    path: '/paynet/',
    newId: number,
    // The protocol's link has no return address.
    read: ({ searchParams: query }) =>
      query.get('m') === merchant ? checkout(query.get('c'), Number(query.get('a'))) : undefined,
    link: (account, amountTiyin) =>
      `/paynet/?${setting({ m: merchant, c: account, a: String(amountTiyin) })}`,
    setting: (origin) =>
      setting({
        login: 'paynet',
        password,
        merchant,

        link: `${origin}/paynet/?m={merchant}&c={abonement}&a={tiyin}`,
      }),
    play: async ({ account, amountTiyin: amount }, id, isAgreed) => {
      const fields = { client_id: account }
      const refusedCheck = refusal(await ask('GetInformation', { fields }))
      if (refusedCheck !== undefined) return refusedCheck
      // Paynet pays with one request: it does not report a cancelled payment.
      if (!isAgreed) return { kind: 'given_up' }
      const response = await ask('PerformTransaction', { transactionId: Number(id), amount, fields })
      return refusal(response) ?? { kind: 'paid' }
    },
  }
}

function createUzum(url: string): PaymentSystem {
  const [serviceId, password] = [randomInt(1000, 99_999), word()]
  const headers = jsonHeaders(basic('uzum', password))
  const ask = (step: string, params: object) =>
    call(`${url}/${step}`, {
      headers,
      body: JSON.stringify({ serviceId, timestamp: Date.now(), ...params }),
    })
  const refusal = (response: CallResponse): Outcome | undefined =>
    response.status === 200 ? undefined : refused(response, at(response.body, 'errorCode'), undefined)
  return {
    title: 'Uzum Bank',
    path: '/uzum/open-service',
    newId: () => randomUUID(),
    read: ({ searchParams: query }) =>
      query.get('serviceId') === String(serviceId)
        ? checkout(query.get('account'), Number(query.get('amount')), query.get('redirectUrl'))
        : undefined,
    link: (account, amountTiyin) =>
      `/uzum/open-service?${setting({ serviceId: String(serviceId), account, amount: String(amountTiyin) })}`,
    setting: (origin) =>
      setting({
        login: 'uzum',
        password,
        service: String(serviceId),

        checkout: `${origin}/uzum/open-service`,
      }),
    play: async ({ account, amountTiyin: amount }, transId, isAgreed) => {
      const params = { account }
      const refusedCheck = refusal(await ask('check', { params }))
      if (refusedCheck !== undefined) return refusedCheck
      const opened = refusal(await ask('create', { transId, params, amount }))
      if (opened !== undefined) return opened
      if (isAgreed) return refusal(await ask('confirm', { transId })) ?? { kind: 'paid' }
      return refusal(await ask('reverse', { transId })) ?? { kind: 'given_up' }
    },
  }
}

function refused({ status }: CallResponse, code: unknown, words: unknown): Outcome {
  const parts = [code ?? `HTTP ${status}`, words].filter((part) => part !== undefined && part !== '')
  return { kind: 'refused', said: parts.map(String).join(': ').slice(0, 200) }
}

/** Time in Tashkent. */
export function clockText(ms: number): string {
  return new Date(ms + 5 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}
