import { describe, expect, it } from 'vitest'
import { checkoutPage, outcomePage, startPage, wrongLinkPage, type Played } from './pages.ts'
import { clockText, createPaymentSystems, systemNames } from './systems.ts'

const systems = createPaymentSystems('http://127.0.0.1:1/merchants')
const checkout = { account: '1000001', amountTiyin: 123_456_750, returnUrl: undefined }

function played(more: Partial<Played> = {}): Played {
  const atMs = Date.UTC(2026, 10, 22, 12)
  return { id: 'p1', system: 'payme', checkout, outcome: { kind: 'paid' }, atMs, ...more }
}

describe('[PAY-07] the page of a checkout link', () => {
  it('shows payee and amount, with grouped digits, and with tiyin if there are any', () => {
    const { body } = checkoutPage(systems.payme, checkout, 'p1')
    expect(body).toContain('1000001')
    expect(body).toContain('1\u00a0234\u00a0567,50 сум')
    expect(checkoutPage(systems.payme, { ...checkout, amountTiyin: 100_000 }, 'p1').body).toContain(
      '>1\u00a0000 сум',
    )
    expect(body).toContain('name="id" value="p1"')
  })

  it('cannot be framed, and runs no scripts', () => {
    for (const page of [
      checkoutPage(systems.click, checkout, 'p'),
      wrongLinkPage(),
      startPage(systems, []),
    ]) {
      const policy = page.headers?.['content-security-policy']
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
    }
  })

  it('of another merchant shows an error', () => {
    expect(wrongLinkPage().status).toBe(404)
  })
})

describe('[PAY-07] the result of a payment', () => {
  const back = 'https://tv.example.uz/cabinet?a=1&b=2'

  it('returns the payer automatically when it was paid or cancelled', () => {
    for (const kind of ['paid', 'given_up'] as const) {
      const { body } = outcomePage(
        systems.payme,
        played({ outcome: { kind }, checkout: { ...checkout, returnUrl: back } }),
      )
      expect(body).toContain('http-equiv="refresh"')
      expect(body).toContain('https://tv.example.uz/cabinet?a=1&#38;b=2')
    }
  })

  it('stays visible when the merchant rejected it, with escaped text', () => {
    const outcome = { kind: 'refused', said: '-31050: <b>нет</b>' } as const
    const { body } = outcomePage(
      systems.payme,
      played({ outcome, checkout: { ...checkout, returnUrl: back } }),
    )
    expect(body).not.toContain('http-equiv="refresh"')
    expect(body).toContain('-31050: &#60;b&#62;нет&#60;/b&#62;')
  })

  it('asks the payer to close the page when the link has no return address', () => {
    const { body } = outcomePage(systems.payme, played())
    expect(body).not.toContain('http-equiv="refresh"')
    expect(body).toContain('можно закрыть')
  })
})

describe('the start page', () => {
  it('offers every system, and lists payments, the latest first, in Tashkent time', () => {
    const { body } = startPage(systems, [
      played(),
      played({ system: 'uzum', atMs: Date.UTC(2026, 10, 22, 13) }),
    ])
    for (const name of systemNames)
      expect(body).toContain(`<option value="${name}">${systems[name].title}</option>`)
    expect(body.indexOf('18:00:00')).toBeGreaterThan(0)
    expect(body.indexOf('18:00:00')).toBeLessThan(body.indexOf('17:00:00'))
    expect(clockText(Date.UTC(2026, 11, 31, 20))).toBe('2027-01-01 01:00:00')
  })

  it('says that there are no payments yet', () => {
    expect(startPage(systems, []).body).toContain('Пока ничего')
  })
})

describe('[PAY-08] a link of each system', () => {
  it.each(systemNames)('of %s contains the number and the amount it was made with', (name) => {
    const system = systems[name]
    const link = new URL(system.link('1000001', 2_000_000), 'http://127.0.0.1:1')
    expect(link.pathname.startsWith(system.path) || `${link.pathname}/` === system.path).toBe(true)
    expect(system.read(link)).toMatchObject({ account: '1000001', amountTiyin: 2_000_000 })
  })

  // Paynet's merchant has the same name in every installation.
  it.each(systemNames.filter((name) => name !== 'paynet'))(
    'of %s for another merchant is rejected',
    (name) => {
      const other = createPaymentSystems('http://127.0.0.1:1/merchants')[name]
      const link = new URL(other.link('1000001', 2_000_000), 'http://127.0.0.1:1')
      expect(systems[name].read(link)).toBeUndefined()
    },
  )
})
