import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeMessage, onePart, otpHost } from './message-texts.ts'
import { maskedPhone, mobilePhone, prefixOf, shownPhone } from './mobile-phone.ts'
import { type AnyWay, dayInTashkent, holdsDay, judgePumping, pumpingSample, waysOpen } from './rules.ts'
import { numberAt, numbersInAll } from '#server/registration/subscribers/subscriber-number.ts'
import { tashkentOffsetMs } from '#contract/form/constants.ts'

const secret = 'a secret of the tests'

describe('a phone for a code', () => {
  it('[ACC-02] is a mobile one of Uzbekistan in any notation', () => {
    for (const written of [
      '901234567',
      '+998901234567',
      '998 90 123 45 67',
      '+998 (90) 123-45-67',
      '8 90 123 45 67',
      '90‑123‑45‑67',
      '\u202a+998901234567\u202c'.replace(/[\u202a\u202c]/g, ''),
      '９０１２３４５６７',
    ])
      expect(mobilePhone(written), written).toBe('+998901234567')
    for (const prefix of [20, 33, 50, 77, 88, 91, 93, 94, 95, 97, 98, 99])
      expect(mobilePhone(`${prefix}1234567`), String(prefix)).toBe(`+998${prefix}1234567`)
  })

  it('[ACC-12] is not a landline, a foreign one, or an invalid number', () => {
    for (const wrong of [
      '',
      '71600000',
      '+998 71 200-00-00',
      '+7 901 234-56-78',
      '+1 202 555 0123',
      '+996 555 123456',
      '+998 96 123-45-67',
      '90123456',
      '9012345678',
      '90123456a',
      '+998',
      '901234567\n901234568',
      '0'.repeat(40),
    ])
      expect(mobilePhone(wrong), wrong).toBeUndefined()
  })

  it('is shown in full to its owner and masked to others', () => {
    expect(shownPhone('+998901234567')).toBe('+998 90 123-45-67')
    expect(maskedPhone('+998901234567')).toBe('+998 90 ***-**-67')
    expect(prefixOf('+998901234567')).toBe('+99890123')
  })
})

describe('a message with a code', () => {
  it('is plain ASCII and one part, in both languages, with any host', () => {
    const host = fc.option(fc.domain(), { nil: undefined })
    const purpose = fc.constantFrom('register' as const, 'reset' as const, 'confirm_phone' as const)
    fc.assert(
      fc.property(purpose, fc.constantFrom('ru' as const, 'uz' as const), host, (what, language, site) => {
        const text = codeMessage(what, language, '012345', site)
        expect(text).toMatch(/^[ -~\n]+$/)
        // Two septets each, or missing, in the GSM alphabet.
        expect(text).not.toMatch(/[`^{}\\[\]~|]/)
        expect(text.length).toBeLessThanOrEqual(onePart)
        expect(text.match(/012345/g)?.length).toBe(text.includes('\n') ? 2 : 1)
      }),
    )
  })

  it('ends with the line for WebOTP where the site has https', () => {
    expect(otpHost('https://tv.example.uz:8443/x')).toBe('tv.example.uz')
    for (const none of ['http://tv.example.uz', 'https://[::1]', 'nonsense', undefined])
      expect(otpHost(none)).toBeUndefined()
    for (const language of ['ru', 'uz'] as const)
      for (const purpose of ['register', 'reset', 'confirm_phone'] as const)
        expect(codeMessage(purpose, language, '123456', 'tv.ekran-service.example.uz')).toMatch(
          /\n@tv\.ekran-service\.example\.uz #123456$/,
        )
  })
})

describe('subscriber numbers', () => {
  it('are eight digits, each once, in another order with another secret', () => {
    const indices = fc.uniqueArray(fc.integer({ min: 0, max: numbersInAll - 1 }), {
      minLength: 30,
      maxLength: 60,
    })
    fc.assert(
      fc.property(indices, fc.string({ minLength: 1 }), (chosen, key) => {
        const numbers = chosen.map((index) => numberAt(index, key))
        expect(new Set(numbers).size).toBe(chosen.length)
        for (const number of numbers) expect(number).toMatch(/^[1-9]\d{7}$/)
      }),
      { numRuns: 10 },
    )
    const first = Array.from({ length: 600 }, (_, index) => Number(numberAt(index, secret)))
    expect(new Set(first).size).toBe(600)
    expect(first).not.toEqual(Array.from({ length: 600 }, (_, index) => Number(numberAt(index, 'other'))))
    // Shuffled: about half of the neighbours increase, and almost none are close to each other.
    const steps = first.slice(1).map((number, at) => number - (first[at] ?? 0))
    expect(steps.filter((step) => step > 0).length).toBeGreaterThan(200)
    expect(steps.filter((step) => step < 0).length).toBeGreaterThan(200)
    expect(steps.filter((step) => Math.abs(step) < 1000).length).toBeLessThan(10)
  })
})

describe('the ways of a phone', () => {
  it('[ACC-02] include a call after two messages, or when no message can be sent', () => {
    const all: AnyWay[] = ['sms', 'call', 'captcha']
    const both = { sms: true, call: true }
    expect(waysOpen(all, both, 0)).toEqual(['sms', 'captcha'])
    expect(waysOpen(all, both, 1)).toEqual(['sms', 'captcha'])
    expect(waysOpen(all, both, 2)).toEqual(all)
    expect(waysOpen(all, { sms: false, call: true }, 0)).toEqual(['call', 'captcha'])
    expect(waysOpen(['call'], both, 0)).toEqual(['call'])
    expect(waysOpen(all, { sms: false, call: false }, 5)).toEqual(['captcha'])
    expect(waysOpen([], both, 5)).toEqual([])
  })
})

describe('the alarm', () => {
  it('is raised when fewer than 30 % of enough codes were used', () => {
    expect(judgePumping(pumpingSample - 1, 0)).toEqual({ usedShare: undefined, isAlarm: false })
    expect(judgePumping(50, 14).isAlarm).toBe(true)
    expect(judgePumping(50, 15)).toEqual({ usedShare: 0.3, isAlarm: false })
  })
})

describe('a day in a comment', () => {
  it('is one that exists', () => {
    for (const good of ['21.11.2026', 'site, 29.02.2028 at noon', 'Registered 01.01.2026'])
      expect(holdsDay(good), good).toBe(true)
    for (const bad of [
      '',
      '2026-11-21',
      '29.02.2026',
      '32.01.2026',
      '1.1.2026',
      '121.11.20261',
      '00.01.2026',
    ])
      expect(holdsDay(bad), bad).toBe(false)
    expect(dayInTashkent(Date.UTC(2026, 10, 20, 20), tashkentOffsetMs)).toBe('21.11.2026')
  })
})
