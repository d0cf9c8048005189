import { describe, expect, it } from 'vitest'
import { noticeMessage, renewalByLink } from './notice-message.ts'
import { pauseMs, retryAfterMs } from './rules.ts'

describe('a failed delivery', () => {
  it('is tried again later each time, up to fifteen minutes, and not before Telegram allows it', () => {
    const down = { kind: 'down', reason: 'http_502' } as const
    expect([0, 1, 2, 3].map((attempts) => retryAfterMs(attempts, down))).toEqual([
      5000, 10_000, 20_000, 40_000,
    ])
    expect(retryAfterMs(200, down)).toBe(900_000)
    const throttled = { kind: 'throttled', reason: 'http_429', retryAfterMs: 120_000 } as const
    expect(retryAfterMs(0, throttled)).toBe(120_000)
    expect(retryAfterMs(0, { ...throttled, retryAfterMs: 1e12 })).toBe(3_600_000)
    expect(pauseMs(0, throttled)).toBe(120_000)
    expect(pauseMs(0, { kind: 'wrong_token', reason: 'http_401' })).toBe(60_000)
    expect(pauseMs(50, down)).toBe(60_000)
  })
})

describe('a notification in Telegram', () => {
  const notice = {
    ...{ title: 'Тема', body: 'Текст', href: '/cabinet' },
    ...{ language: 'ru' as const, renewsTariffId: null },
  }

  it('has a button that opens its page where the site has an address', () => {
    const { text, keyboard } = noticeMessage(notice, 'https://tv.example.uz')
    expect(text).toBe('Тема\n\nТекст')
    expect(keyboard.inline_keyboard.flat()).toEqual([
      { text: 'Открыть', url: 'https://tv.example.uz/cabinet' },
    ])
    expect(noticeMessage(notice, undefined).keyboard.inline_keyboard.flat()).toEqual([])
  })

  it('of a renewal has buttons to pay and to end it, the second one without an address too', () => {
    const ofRenewal = { ...notice, language: 'uz', renewsTariffId: 7 } as const
    expect(noticeMessage(ofRenewal, 'https://tv.example.uz').keyboard.inline_keyboard.flat()).toEqual([
      { text: 'Balansni toʻldirish', url: 'https://tv.example.uz/cabinet?pay=0' },
      { text: 'Uzaytirishni oʻchirish', callback_data: 'renew:end:7' },
    ])
    expect(noticeMessage(ofRenewal, undefined).keyboard.inline_keyboard.flat()).toHaveLength(1)
  })

  it('of a renewal has no words about the link of the site, which another notification may have', () => {
    for (const language of ['ru', 'uz'] as const) {
      const body = `Charge\n\n${renewalByLink[language]}`
      const ofRenewal = { ...notice, body, language, renewsTariffId: 7 }
      expect(noticeMessage(ofRenewal, undefined).text).toBe('Тема\n\nCharge')
      expect(noticeMessage({ ...ofRenewal, renewsTariffId: null }, undefined).text).toContain(
        renewalByLink[language],
      )
    }
  })

  it('is within what Telegram accepts', () => {
    const { text } = noticeMessage({ ...notice, body: '😀'.repeat(4000) }, undefined)
    expect(text.length).toBeLessThanOrEqual(4096)
    expect(text.isWellFormed()).toBe(true)
  })
})
