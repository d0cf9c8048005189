/** Tries an outside service, with the values as typed or as they are in use. */
import type { TestSubject } from '#contract/form/outside-services.ts'
import { splitGatewayAddresses } from '#server/platform/settings/gateway-address.ts'
import { type FieldTexts, serviceForms } from '#server/platform/settings/services/service-fields.ts'
import { loadServices } from '#server/platform/settings/services/stored-services.ts'
import { isWritten, parseSetting } from '#server/platform/settings/settings.ts'
import type { OutsideServiceDeps } from '#server/outside-services/services/deps.ts'
import { resolveFields } from '#server/outside-services/services/resolve-fields.ts'
import type { ServiceRefused } from '#server/outside-services/services/change-service.ts'
import { tryCall, tryMail, trySms } from './send-test-message.ts'
import { pageOf, tryCards, tryFiscal, tryPaymentSystem, tryTelegram } from './ask-service.ts'
import { tryPush } from './try-push.ts'
import { tryTelegramBot } from './try-telegram-bot.ts'
import { tryStore } from './try-store.ts'
import type { TriedStep } from './steps.ts'

export type { TriedStep } from './steps.ts'

type TriedService = Exclude<TestSubject, 'store'>

export interface TryRequest {
  readonly subject: TestSubject
  /** As typed; undefined: as they are in use. */
  readonly texts: FieldTexts | undefined
  /** Where a message goes: a phone, an e-mail address or a subscriber's number; '' for subjects that send none. */
  readonly to: string
}

export type TryOutcome =
  /** `host`: what was called, of a service with an address; '' otherwise. */
  | {
      readonly kind: 'tried'
      readonly steps: readonly TriedStep[]
      readonly host: string
      /** The subscriber whose device was sent a message. */
      readonly accountId?: number
    }
  | { readonly kind: 'wrong_target' }
  /** The subscriber has no device with this push service. */
  | { readonly kind: 'no_device' }
  | ServiceRefused

/** Every step has a time limit; nothing is stored. */
export async function trySubject(
  deps: OutsideServiceDeps,
  { subject, texts, to }: TryRequest,
): Promise<TryOutcome> {
  if (subject === 'store') return { kind: 'tried', steps: await tryStore(deps), host: '' }
  const service = subject
  const value = await valueToTry(deps, service, texts)
  if (value.kind !== 'value') return value
  const isInUse = texts === undefined
  const outcome = await tryValue(deps, { service, text: value.text, to: to.trim(), isInUse })
  return outcome.kind === 'tried' ? { ...outcome, host: hostOf(service, value.text) } : outcome
}

async function valueToTry(
  { db, seal, live: { environment } }: OutsideServiceDeps,
  service: TriedService,
  texts: FieldTexts | undefined,
): Promise<{ readonly kind: 'value'; readonly text: string } | ServiceRefused> {
  const { variable } = serviceForms[service]
  const written = environment[variable]
  if (isWritten(written)) {
    if (texts !== undefined) return { kind: 'environment', variable }
    const text = partOf(service, (written ?? '').trim())
    return text === undefined ? { kind: 'not_set' } : { kind: 'value', text }
  }
  const stored = (await loadServices(db, seal)).find((one) => one.service === service)
  if (texts === undefined && stored?.isSet !== true) return { kind: 'not_set' }
  const resolved = resolveFields(service, texts ?? plainTexts(stored?.texts ?? {}, service), stored)
  return resolved.kind === 'ready' ? { kind: 'value', text: resolved.text } : resolved
}

/** The stored values as a person would type them: the secrets stay empty. */
function plainTexts(texts: FieldTexts, service: TriedService): FieldTexts {
  const plain = serviceForms[service].fields.filter(({ isSecret }) => isSecret !== true)
  return Object.fromEntries(plain.map(({ name }) => [name, texts[name] ?? '']))
}

/** The environment lists the SMS gateways in one setting. */
function partOf(service: TriedService, text: string): string | undefined {
  if (service !== 'sms' && service !== 'sms_spare') return text
  return splitGatewayAddresses(text)[service === 'sms' ? 0 : 1]
}

interface Value {
  readonly service: TriedService
  readonly text: string
  readonly to: string
  /** Not only typed. */
  readonly isInUse: boolean
}

async function tryValue(
  deps: OutsideServiceDeps,
  { service, text, to, isInUse }: Value,
): Promise<TryOutcome> {
  switch (service) {
    case 'sms':
    case 'sms_spare':
    case 'voice': {
      const phone = normalisedPhone(to)
      if (phone === undefined) return { kind: 'wrong_target' }
      const step = service === 'voice' ? tryCall(deps, text, phone) : trySms(deps, text, phone)
      return tried(await step)
    }
    case 'mail': {
      const server = parseSetting('EKRAN_MAIL', text)
      if (!/^[^\s@<>]{1,100}@[^\s@<>]{1,200}$/.test(to)) return { kind: 'wrong_target' }
      if (server.kind === 'wrong' || server.value === undefined) return { kind: 'not_set' }
      return tried(await tryMail(server.value, to))
    }
    case 'cards':
      return tried(await tryCards(deps, text))
    case 'fiscal': {
      const fiscal = parseSetting('EKRAN_FISCAL', text)
      if (fiscal.kind === 'wrong' || fiscal.value === undefined) return { kind: 'not_set' }
      return tried(await tryFiscal(deps, fiscal.value))
    }
    case 'telegram':
      return tried(await tryTelegram(deps, text))
    case 'telegram_bot':
      return tryTelegramBot(deps, text, to)
    case 'fcm':
    case 'apns':
      return tryPush(deps, { service, text, to, isInUse })
    default:
      return tried(...(await tryPaymentSystem(deps, service, text, isInUse)))
  }
}

function tried(...steps: readonly TriedStep[]): TryOutcome {
  return { kind: 'tried', steps, host: '' }
}

/** With its port, for the audit. */
function hostOf(service: TriedService, text: string): string {
  switch (service) {
    case 'payme':
    case 'click':
    case 'paynet':
    case 'uzum':
      return URL.parse(pageOf(service, text).replace(/\{\w+\}/g, '1'))?.host ?? ''
    case 'telegram_bot':
      return URL.parse(new URLSearchParams(text).get('api') ?? 'https://api.telegram.org')?.host ?? ''
    case 'fiscal':
    case 'fcm':
    case 'apns':
      return URL.parse(originOf(service, text))?.host ?? ''
    default:
      return URL.parse(text)?.host ?? ''
  }
}

function originOf(service: 'fiscal' | 'fcm' | 'apns', text: string): string {
  if (service === 'fiscal') return new URLSearchParams(text).get('origin') ?? ''
  const read = service === 'fcm' ? parseSetting('EKRAN_FCM', text) : parseSetting('EKRAN_APNS', text)
  return read.kind === 'read' ? (read.value?.origin ?? '') : ''
}

/** `+998901234567` of a phone as it is typed; undefined for what is none. */
export function normalisedPhone(typed: string): string | undefined {
  if (!/^\+?[\d\s().\u00a0-]{7,30}$/.test(typed)) return undefined
  const digits = typed.replace(/\D/g, '')
  const whole = digits.length === 9 && !typed.startsWith('+') ? `998${digits}` : digits
  return /^[1-9]\d{8,14}$/.test(whole) ? `+${whole}` : undefined
}
