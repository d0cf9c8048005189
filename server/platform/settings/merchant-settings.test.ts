import { describe, expect, it } from 'vitest'
import { readSettings, type Settings } from './settings.ts'

const merchant = '0123456789abcdef01234567'

function read(variables: Readonly<Record<string, string>>): Settings {
  const result = readSettings(variables)
  if (result.kind === 'refused') throw new Error(result.problems.join('\n'))
  return result.settings
}

function problemsOf(variables: Readonly<Record<string, string>>): string {
  const result = readSettings(variables)
  return result.kind === 'refused' ? result.problems.join('\n') : ''
}

describe('[PAY-07] the settings of a payment system', () => {
  it('turn it off when they are absent', () => {
    expect(read({})).toMatchObject({
      EKRAN_PAYME: undefined,
      EKRAN_CLICK: undefined,
      EKRAN_PAYNET: undefined,
      EKRAN_UZUM: undefined,
    })
  })

  it('need only what has no default', () => {
    expect(read({ EKRAN_PAYME: `merchant=${merchant}&key=secret-key` }).EKRAN_PAYME).toEqual(
      expect.objectContaining({
        merchant,
        key: 'secret-key',
        account: 'abonement',
        networks: [],
        receipt: undefined,
        checkout: 'https://checkout.paycom.uz',
      }),
    )
    expect(read({ EKRAN_CLICK: 'service=1&merchant=2&secret=hunter22' }).EKRAN_CLICK).toMatchObject({
      service: '1',
      checkout: 'https://my.click.uz/services/pay',
    })
    expect(read({ EKRAN_PAYNET: 'login=a&password=hunter22' }).EKRAN_PAYNET).toMatchObject({
      service: undefined,
      merchant: undefined,
      units: 'sum',
      again: 'echo',
    })
    expect(read({ EKRAN_UZUM: 'login=a&password=hunter22&service=12' }).EKRAN_UZUM).toMatchObject({
      service: 12,
      account: 'account',
    })
  })

  it('state the networks it calls from', () => {
    const { EKRAN_CLICK: click } = read({
      EKRAN_CLICK: 'service=1&merchant=2&secret=hunter22&networks=192.0.2.0/24,2001:db8::1',
    })
    expect(click?.networks).toEqual(['192.0.2.0/24', '2001:db8::1'])
  })

  it('have a fiscal receipt with Payme when a code of goods is set', () => {
    const { EKRAN_PAYME: payme } = read({
      EKRAN_PAYME: `merchant=${merchant}&key=secret-key&ikpu=12345678901234567&package=123&vat=0&title=Ekran TV`,
    })
    expect(payme?.receipt).toEqual({
      ikpu: '12345678901234567',
      packageCode: '123',
      vatPercent: 0,
      title: 'Ekran TV',
    })
  })

  it('accept a secret with characters that addresses escape', () => {
    const { EKRAN_UZUM: uzum } = read({ EKRAN_UZUM: 'login=a&password=hu%26nt%2Ber2%25&service=1' })
    expect(uzum?.password).toBe('hu&nt+er2%')
  })

  it.each([
    ['EKRAN_PAYME', `merchant=${merchant}`, 'key= is missing'],
    ['EKRAN_PAYME', `merchant=123&key=hunter22`, 'merchant is not of its form'],
    ['EKRAN_PAYME', `merchant=${merchant}&key=short`, 'key is not of its form'],
    ['EKRAN_CLICK', 'service=1&service=2&merchant=2&secret=hunter22', 'service is given twice'],
    ['EKRAN_CLICK', 'service=1&merchant=2&secret=hunter22&shop=3', 'shop is not known here'],
    ['EKRAN_CLICK', 'service=1&merchant=2&secret=hunter22&%3Cb%3E=3', 'A name is not known here'],
    ['EKRAN_PAYNET', 'login=a:b&password=hunter22', 'login is not of its form'],
    ['EKRAN_PAYNET', 'login=a&password=hunter22&units=dollar', 'units is not of its form'],
    ['EKRAN_UZUM', 'login=a&password=hunter22&service=1&networks=10.0.0.0/99', 'no address or prefix'],
    ['EKRAN_UZUM', 'login=a&password=hunter22&service=1&checkout=ftp://x', 'checkout is not of its form'],
  ])('%s is refused for %s, and no value is shown', (name, text, problem) => {
    const problems = problemsOf({ [name]: text })
    expect(problems).toContain(name)
    expect(problems).toContain(problem)
    expect(problems).not.toMatch(/hunter22|short/)
  })
})
