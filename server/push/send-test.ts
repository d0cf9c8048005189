/** One message to a device, to try a service before or after it is set. */
import type { PushServiceName } from '#contract/accounts/push-devices.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { PushOutcome, PushService } from './services/push-service.ts'
import { type PushServiceSettings, openersOf } from './services-in-use.ts'
import { PushKeyRefused } from './services/key-files.ts'

export interface TestPush {
  readonly outcome:
    | PushOutcome
    /** The account has no device with this service. */
    | { readonly kind: 'no_device' }
  /** Whose device it went to; undefined for none. */
  readonly accountId: number | undefined
}

const limitMs = 10_000
const validMs = 300_000
const texts = {
  ru: { title: 'Проверка', body: 'Уведомления на телефон настроены.' },
  uz: { title: 'Tekshiruv', body: 'Telefonga bildirishnomalar sozlandi.' },
}

/** Tokens that no device has, in the form of each service. */
const nobody = { fcm: 'ekran-test', apns: '0'.repeat(64) } as const

/**
 * Sends a message through a service with these settings to the device of a subscriber (by its number) that registered
 * last, or to the token of no device without one. Nothing is stored, and a device that is gone stays registered. Ends within ten seconds.
 */
export async function sendTestPush(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  settings: PushServiceSettings,
  abonement: string | undefined,
): Promise<TestPush> {
  const name = settings.fcm === undefined ? 'apns' : 'fcm'
  const none = { outcome: { kind: 'no_device' }, accountId: undefined } as const
  const device =
    abonement === undefined
      ? { token: nobody[name], language: 'ru', account_id: undefined }
      : await lastDevice(db, name, abonement)
  if (device === undefined) return none
  const [open] = openersOf(settings, clock)
  if (open === undefined) return none
  const accountId = device.account_id
  let service: PushService
  try {
    service = await open()
  } catch (error) {
    if (error instanceof PushKeyRefused)
      return { outcome: { kind: 'wrong_key', reason: 'wrong_key_text' }, accountId }
    throw error
  }
  const signal = AbortSignal.timeout(limitMs)
  const late = Promise.withResolvers<PushOutcome>()
  signal.addEventListener('abort', () => late.resolve({ kind: 'down', reason: 'timeout' }), { once: true })
  const message = {
    ...{ notificationId: 0, token: device.token, href: '', expiresAtMs: clock.nowMs() + validMs },
    ...texts[device.language === 'uz' ? 'uz' : 'ru'],
  }
  try {
    return { outcome: await Promise.race([service.send(message, signal), late.promise]), accountId }
  } finally {
    await service.close()
  }
}

function lastDevice(db: Db, service: PushServiceName, abonement: string) {
  return db
    .selectFrom('push_device')
    .innerJoin('session', 'session.session_id', 'push_device.session_id')
    .innerJoin('account', 'account.account_id', 'session.account_id')
    .select(['push_device.token', 'push_device.language', 'account.account_id'])
    .where('account.abonement', '=', abonement)
    .where('push_device.service', '=', service)
    .orderBy('push_device.registered_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
