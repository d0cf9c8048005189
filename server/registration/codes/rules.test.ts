import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  codeMessage,
  otpHost,
  passwordMessage,
  phoneChangedMessage,
  phoneRemovedMessage,
} from './message-texts.ts'
import { maxSmsParts, smsName, smsText } from './sms-name.ts'
import { maskedPhone, mobilePhone, prefixOf, shownPhone } from './mobile-phone.ts'
import { type AnyWay, dayInTashkent, holdsDay, judgePumping, pumpingSample, waysOpen } from './rules.ts'
import { measureSms } from '#server/messages/messages.ts'
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

const purposes = ['register', 'reset', 'confirm_phone', 'login'] as const
const languages = ['ru', 'uz'] as const

describe('a message with a code', () => {
  it('is two parts at most, in both languages, with any host', () => {
    const host = fc.option(fc.domain(), { nil: undefined })
    fc.assert(
      fc.property(
        fc.constantFrom(...purposes),
        fc.constantFrom(...languages),
        host,
        (purpose, language, site) => {
          const text = codeMessage(language, { purpose, code: '012345', service: 'Замин ТВ', host: site })
          const { parts, alphabet } = measureSms(text)
          expect(parts).toBeGreaterThan(0)
          expect(parts).toBeLessThanOrEqual(maxSmsParts)
          expect(alphabet).toBe(language === 'ru' ? 'ucs2' : 'gsm')
          expect(text.match(/012345/g)?.length).toBe(text.includes('\n') ? 2 : 1)
        },
      ),
    )
  })

  it('[I18N-02] is written in the letters of its language, and one part where name and host are short', () => {
    for (const purpose of purposes) {
      const message = { purpose, code: '123456', service: 'Ekran', host: 'tv.example.uz' }
      const [ru, uz] = [codeMessage('ru', message), codeMessage('uz', message)]
      expect(ru).toMatch(/^Ekran: [а-я ]+ 123456\. Не сообщайте его\n@tv\.example\.uz #123456$/)
      expect(uz).toMatch(/^Ekran: [a-z' ]+ 123456\. Uni hech kimga aytmang\n@tv\.example\.uz #123456$/)
      expect(measureSms(ru)).toEqual({ alphabet: 'ucs2', parts: 1 })
      expect(measureSms(uz)).toEqual({ alphabet: 'gsm', parts: 1 })
    }
  })

  it('ends with the line for WebOTP where the site has https', () => {
    expect(otpHost('https://tv.example.uz:8443/x')).toBe('tv.example.uz')
    for (const none of ['http://tv.example.uz', 'https://[::1]', 'nonsense', undefined])
      expect(otpHost(none)).toBeUndefined()
    const host = 'tv.ekran-service.example.uz'
    for (const language of languages)
      for (const purpose of purposes)
        expect(codeMessage(language, { purpose, code: '123456', service: 'Zamin TV', host })).toMatch(
          /\n@tv\.ekran-service\.example\.uz #123456$/,
        )
  })
})

describe('the name of the service in messages', () => {
  it('[BRAND-01] is in ASCII in Uzbek ones, from Cyrillic and from Uzbek letters', () => {
    expect(smsName('Замин ТВ')).toBe('Zamin TV')
    expect(smsName('Oʻzbegim TV')).toBe("O'zbegim TV")
    expect(smsName('Ўзбегим Ҳаёт')).toBe("O'zbegim Hayot")
    expect(smsName('Щит и Юла')).toBe('Schit i Yula')
    expect(smsName('Été {1}')).toBe('Ete 1')
    expect(smsName('電視')).toBe('')
  })

  it('[BRAND-01] leaves every message two parts, however long it is, and is at its beginning', () => {
    const name = fc.oneof(fc.string({ maxLength: 80, unit: 'binary' }), fc.constant('Щ'.repeat(80)))
    fc.assert(
      fc.property(name, fc.constantFrom(...languages), (service, inLanguage) => {
        const texts = [
          codeMessage(inLanguage, { purpose: 'login', code: '012345', service, host: 'tv.example.uz' }),
          passwordMessage(inLanguage, 'abcd-efgh-ijkl', service),
          phoneChangedMessage(inLanguage, '+998 90 ***-**-67', service),
          phoneRemovedMessage(inLanguage, service),
        ]
        for (const text of texts) {
          const { parts } = measureSms(text)
          expect(parts).toBeGreaterThan(0)
          expect(parts).toBeLessThanOrEqual(maxSmsParts)
          expect(text).not.toContain('Ekran')
        }
      }),
    )
    expect(passwordMessage('ru', '$&', 'Замин ТВ')).toMatch(/^Замин ТВ: ваш пароль \$&\./)
    expect(passwordMessage('uz', '$&', 'Замин ТВ')).toMatch(/^Zamin TV: parolingiz \$&\./)
    expect(smsText('uz', '電視', 'kod')).toBe('Kod')
    expect(smsText('ru', 'Замин ТВ Премиум', 'я'.repeat(120))).toBe(`Замин ТВ: ${'я'.repeat(120)}`)
    // The line for WebOTP is left out before the name is.
    expect(smsText('ru', 'Замин ТВ', 'я'.repeat(120), '\n@zamin.uz #123456')).toBe(
      `Замин ТВ: ${'я'.repeat(120)}`,
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
