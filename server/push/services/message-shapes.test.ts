import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apnsRequest, fcmBody } from './message-shapes.ts'
import type { PushMessage } from './push-service.ts'

const nowMs = Date.UTC(2026, 0, 15)
const message: PushMessage = {
  notificationId: 12,
  token: 'abc',
  title: 'Оплата',
  body: 'Спасибо.\n\nБаланс пополнен.',
  href: '/cabinet',
  expiresAtMs: nowMs + 3_600_500,
}

describe('a push message', () => {
  it('has for FCM the text, the link as data, its remaining time and the notification’s tag', () => {
    expect(JSON.parse(fcmBody(message, nowMs))).toEqual({
      message: {
        token: 'abc',
        notification: { title: 'Оплата', body: 'Спасибо.\nБаланс пополнен.' },
        data: { href: '/cabinet', notification_id: '12' },
        android: {
          priority: 'HIGH',
          ttl: '3601s',
          notification: { tag: 'ekran-12', sound: 'default' },
        },
      },
    })
    expect(JSON.parse(fcmBody(message, nowMs + 86_400_000))).toMatchObject({
      message: { android: { ttl: '0s' } },
    })
  })

  it('has for APNs its headers, the text under aps, and the link beside it', () => {
    const { headers, body } = apnsRequest(message, 'uz.example.ekran')
    expect(headers).toEqual({
      ':path': '/3/device/abc',
      'apns-topic': 'uz.example.ekran',
      'apns-push-type': 'alert',
      'apns-priority': '10',
      'apns-expiration': String(Math.floor((nowMs + 3_600_500) / 1000)),
      'apns-collapse-id': 'ekran-12',
    })
    expect(JSON.parse(body)).toEqual({
      aps: { alert: { title: 'Оплата', body: 'Спасибо.\nБаланс пополнен.' }, sound: 'default' },
      href: '/cabinet',
      notification_id: '12',
    })
  })

  it('is within the 4096 bytes of both services, whatever its text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 1500 }),
      fc.constantFrom('"', '\u0001', '\n', '😀', 'ў', '\ud800').map((one) => one.repeat(1500)),
    )
    fc.assert(
      fc.property(text, text, (title, body) => {
        const long = { ...message, title, body, href: `/${'x'.repeat(300)}` }
        expect(Buffer.byteLength(apnsRequest(long, 'a').body)).toBeLessThanOrEqual(4096)
        const { notification, data } = (
          JSON.parse(fcmBody(long, nowMs)) as { message: { notification: { body: string }; data: object } }
        ).message
        expect(Buffer.byteLength(JSON.stringify({ notification, data }))).toBeLessThanOrEqual(4096)
        expect(notification.body.isWellFormed()).toBe(true)
      }),
    )
  })

  it('is cut between words, and never inside a character', () => {
    const shown = (body: string) =>
      (JSON.parse(apnsRequest({ ...message, body }, 'a').body) as { aps: { alert: { body: string } } }).aps
        .alert.body
    expect(shown('слово '.repeat(200))).toMatch(/^(?:слово )+слово…$/)
    expect(shown('слово '.repeat(200)).length).toBeLessThanOrEqual(600)
    for (const start of ['x', 'xx']) expect(shown(`${start}${'😀'.repeat(400)}`)).toMatch(/^x{1,2}(?:😀)+…$/u)
    expect(shown('  short ')).toBe('short')
  })
})
