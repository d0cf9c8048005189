import { describe, expect, it } from 'vitest'
import { arrivalIn, cookiesOf } from './utm.ts'

function valuesOf(cookies: readonly string[]) {
  return arrivalIn(cookies.map((one) => one.split(';')[0]).join('; '))
}

describe("[ACC-13] the visitor's origin", () => {
  it('is stored for a year of 31536000 seconds', () => {
    expect(cookiesOf('?utm_source=telegram', false)).toContain(
      'utm_source=telegram; Max-Age=31536000; Path=/; SameSite=Lax',
    )
    expect(cookiesOf('?utm_source=telegram', true)[0]).toMatch(/; Secure$/)
  })

  it('keeps its value when the address contains none', () => {
    expect(cookiesOf('', false)).toEqual([])
    expect(cookiesOf('?step=register&utm_source=', false)).toEqual([])
  })

  it('is read as it was written, whatever it contains', () => {
    const search = new URLSearchParams({
      utm_source: 'Oʻzbek; a=b',
      utm_medium: 'cpc',
      utm_campaign: '%E0%A4%A; Secure',
      dealer_id: '17',
      promo: 'YANGI-2026',
    })
    expect(valuesOf(cookiesOf(`?${search}`, false))).toEqual(Object.fromEntries(search))
  })

  it('is replaced completely by a new campaign', () => {
    const cookies = cookiesOf('?utm_source=instagram', false)
    expect(cookies.filter((one) => one.includes('Max-Age=0')).map((one) => one.split('=')[0])).toEqual([
      'utm_medium',
      'utm_campaign',
    ])
    expect(valuesOf(cookiesOf('?dealer_id=17', false))).toEqual({ dealer_id: '17' })
    expect(cookiesOf('?dealer_id=17', false)).toHaveLength(1)
  })

  it('is shortened to what the registration accepts', () => {
    const values = valuesOf(cookiesOf(`?utm_source=${'я'.repeat(5000)}&promo=${'x'.repeat(100)}`, false))
    expect(values.utm_source).toHaveLength(200)
    expect(values.promo).toHaveLength(40)
  })

  it('skips invalid cookies of other programs', () => {
    expect(arrivalIn('a=1; utm_source=50%; broken; utm_medium=; promo=%D0%9B')).toEqual({
      utm_source: '50%',
      promo: 'Л',
    })
    expect(arrivalIn('')).toEqual({})
  })
})
