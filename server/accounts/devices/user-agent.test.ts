import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deviceFactsOf } from './device-facts.ts'
import { kindOf, shownModel } from './user-agent.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const cases = [
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36`,
    'Chrome, Windows',
    'computer',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    'Edge, Windows',
    'computer',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 YaBrowser/25.10.0.0 Safari/537.36`,
    'Yandex Browser, Windows',
    'computer',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/142.0.0.0 Mobile Safari/537.36`,
    'Chrome, Android',
    'phone',
  ],
  [
    `Mozilla/5.0 (Linux; Android 13; SM-X200) ${webkit} Chrome/142.0.0.0 Safari/537.36`,
    'Chrome, Android',
    'tablet',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S901B) ${webkit} SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet, Android',
    'phone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari, iOS',
    'phone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/120.0 Mobile/15E148 Safari/604.1',
    'Chrome, iPadOS',
    'tablet',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari, macOS',
    'computer',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox, Linux', 'computer'],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/142.0.0.0 Safari/537.36`,
    'Chrome, ChromeOS',
    'computer',
  ],
  [
    `Mozilla/5.0 (Web0S; Linux/SmartTV) ${webkit} Chrome/94.0.4606.128 Safari/537.36 WebAppManager`,
    'Chrome, webOS',
    'tv',
  ],
  [`Mozilla/5.0 (SMART-TV; LINUX; Tizen 7.0) ${webkit} 94.0.4606.31/7.0 TV Safari/537.36`, 'Tizen', 'tv'],
  [
    `Mozilla/5.0 (Linux; Android 11; BRAVIA 4K VH2) ${webkit} Chrome/119.0 Safari/537.36`,
    'Chrome, Android',
    'tv',
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/153.0.0.0 Safari/537.36`,
    'Chrome, Linux',
    'computer',
  ],
  ['Mozilla/5.0', '', 'other'],
  ['LG 55UP75006LF', 'LG 55UP75006LF', 'other'],
  ['Xiaomi MiTV P1', 'Xiaomi MiTV P1', 'tv'],
  ['Apple iPhone 15', 'Apple iPhone 15', 'phone'],
  ['a\u0000 test\n', 'a test', 'other'],
  ['', '', 'other'],
] as const

describe('what a device reports', () => {
  it.each(cases)('[ACC-09] %s', (said, model, kind) => {
    expect(shownModel(said)).toBe(model)
    expect(kindOf(said)).toBe(kind)
  })

  it('any text is parsed, and quickly', () => {
    const long = ['Mozilla/5.0 (android ', 'Version/1 '.repeat(2), 'Tizen ', 'a'].map((part) =>
      part.repeat(20_000),
    )
    for (const said of long) expect(kindOf(said)).toBeTypeOf('string')
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (said) => {
        for (const model of [said, `Mozilla/5.0 ${said}`]) {
          expect(shownModel(model)).not.toMatch(/\p{Cc}/u)
          expect(['tv', 'phone', 'tablet', 'computer', 'other']).toContain(kindOf(model))
        }
      }),
    )
  })

  it('[ACC-09] overrides the user agent, which fills in missing fields', () => {
    const userAgent = cases[0][0]
    const fields = { device_uid: 'u' }
    expect(deviceFactsOf(fields, { deviceUid: 'u', userAgent })).toEqual({
      uid: 'u',
      serial: '',
      model: userAgent,
      kind: 'computer',
      isBound: true,
    })
    const report = {
      ...fields,
      device_model: 'A set-top box',
      device_kind: 'tv',
      device_serial: 's',
    } as const
    expect(deviceFactsOf(report, { deviceUid: 'v', userAgent })).toEqual({
      uid: 'u',
      serial: 's',
      model: 'A set-top box',
      kind: 'tv',
      isBound: false,
    })
    expect(deviceFactsOf(fields, { deviceUid: undefined, userAgent: '' })).toMatchObject({ isBound: false })
  })
})
