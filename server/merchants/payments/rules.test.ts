import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { payableTiyin, payLinks } from '#server/merchants/pay-link.ts'
import { compareStatement } from './reconcile.ts'
import { externalIdOf, judgeAmount, shownName, sumsText, tiyinOfSums } from './rules.ts'
import { merchantSettings } from '#tests/kit/modules/merchants-module.ts'
import { readSettings } from '#server/platform/settings/settings.ts'

describe('amounts', () => {
  it('[PAY-02] are whole tiyin from 1,000 to 1,000,000 sum, and nothing else is valid', () => {
    expect([100_000, 100_000_000].map(judgeAmount)).toEqual(['good', 'good'])
    expect([99_999, 100_000_001].map(judgeAmount)).toEqual(['too_small', 'too_large'])
    for (const wrong of [
      0,
      -100_000,
      100_000.5,
      Number.NaN,
      Infinity,
      2 ** 53,
      '100000',
      null,
      [100_000],
      undefined,
    ])
      expect(judgeAmount(wrong)).toBe('unusable')
  })

  it('in sums are converted to whole tiyin and back for every number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 13 }), (tiyin) => {
        expect(tiyinOfSums(sumsText(tiyin))).toBe(tiyin)
      }),
    )
    expect(['5000', '5000.5', '5000.50', '5000.5000', ' 7 '].map(tiyinOfSums)).toEqual([
      500_000, 500_050, 500_050, 500_050, 700,
    ])
    for (const wrong of [
      '',
      '.5',
      '5000.',
      '-5',
      '+5',
      '1e6',
      '0x10',
      '5000.501',
      '5,5',
      '１',
      '9'.repeat(13),
    ])
      expect(tiyinOfSums(wrong)).toBeUndefined()
  })
})

describe('the number of a payment', () => {
  it('cannot escape from the ledger’s reference, and has lost no digits', () => {
    expect([7, '7', 'a-B_9'].map(externalIdOf)).toEqual(['7', '7', 'a-B_9'])
    for (const wrong of ['', 'a:b', 'a b', 'x'.repeat(65), -1, 1.5, 2 ** 53, null, {}, 'ы'])
      expect(externalIdOf(wrong)).toBeUndefined()
  })
})

it('a name is shown to a stranger without the family name', () => {
  expect(shownName('Dilnoza Karimova')).toBe('Dilnoza K.')
  expect(shownName('  Aziz ')).toBe('Aziz')
  expect(shownName('')).toBe('')
})

describe('[PAY-08] payment links', () => {
  it('request the passed amount, in tiyin: the caller has considered the balance', () => {
    expect(payableTiyin(14_500_00)).toBe(14_500_00)
    expect(payableTiyin(1_000_00)).toBe(1_000_00)
    expect(payableTiyin(1_000_000_00)).toBe(1_000_000_00)
  })

  it('request at least 1,000 sum, whole sums, and at most the maximum top-up', () => {
    expect([payableTiyin(0), payableTiyin(1), payableTiyin(999_99)]).toEqual([1_000_00, 1_000_00, 1_000_00])
    expect(payableTiyin(20_000_01)).toBe(20_001_00)
    expect(payableTiyin(1_000_000_01)).toBeUndefined()
  })

  it('have an address for each connected system, with number and amount in its own units', () => {
    const target = {
      abonement: '1000001',
      amountTiyin: 20_000_00,
      language: 'uz',
      returnUrl: 'https://tv.example.uz/cabinet',
    } as const
    const links = payLinks(merchantSettings(), target)
    expect(links.map(({ system }) => system)).toEqual(['payme', 'click', 'uzum', 'paynet'])
    const [payme = '', click = '', uzum = '', paynet = ''] = links.map(({ url }) => url)
    expect(Buffer.from(new URL(payme).pathname.slice(1), 'base64').toString()).toBe(
      'm=587f72c72cac0d162c722ae2;ac.abonement=1000001;a=2000000;l=uz;c=https://tv.example.uz/cabinet',
    )
    expect(Object.fromEntries(new URL(click).searchParams)).toMatchObject({
      amount: '20000',
      transaction_param: '1000001',
    })
    expect(Object.fromEntries(new URL(uzum).searchParams)).toMatchObject({
      amount: '2000000',
      account: '1000001',
    })
    expect(paynet).toBe('https://app.paynet.uz/?m=ekran&c=1000001&a=2000000')
    expect(payLinks({}, target)).toEqual([])
  })

  it('match Payme’s own example', () => {
    const settings = merchantSettings({
      EKRAN_PAYME: 'merchant=587f72c72cac0d162c722ae2&key=a-key-of-tests&account=order_id',
    })
    const [link] = payLinks(settings, {
      abonement: '197',
      amountTiyin: 500,
      language: 'ru',
      returnUrl: undefined,
    })
    const text = Buffer.from(new URL(link?.url ?? '').pathname.slice(1), 'base64').toString()
    expect(text).toBe('m=587f72c72cac0d162c722ae2;ac.order_id=197;a=500;l=ru')
  })
})

describe('a setting of a payment system', () => {
  it.each([
    ['EKRAN_PAYME', 'merchant=587f72c72cac0d162c722ae2', 'key= is missing'],
    ['EKRAN_PAYME', 'merchant=1&key=very-secret', 'value of merchant'],
    ['EKRAN_CLICK', 'service=1&merchant=2&secret=very-secret&secret=very-secret', 'secret is given twice'],
    ['EKRAN_PAYNET', 'login=a&password=very-secret&colour=red', 'colour is not known'],
    ['EKRAN_UZUM', 'login=a&password=very-secret&service=1&networks=10.0.0.0/99', 'networks='],
  ])('%s=%s is refused with a reason without secrets', (name, text, why) => {
    const read = readSettings({ [name]: text })
    const problems = read.kind === 'refused' ? read.problems.join() : ''
    expect(problems).toContain(why)
    expect(problems).not.toContain('very-secret')
  })
})

describe('a comparison of a statement with our payments', () => {
  it('lists every kind of difference, and the totals of both sides', () => {
    const ours = [
      { externalId: 'same', amountTiyin: 100_000, state: 'paid' },
      { externalId: 'other', amountTiyin: 200_000, state: 'paid' },
      { externalId: 'back', amountTiyin: 300_000, state: 'refunded' },
      { externalId: 'ours', amountTiyin: 400_000, state: 'paid' },
    ] as const
    const theirs = [
      { externalId: 'same', amountTiyin: 100_000 },
      { externalId: 'same', amountTiyin: 100_000 },
      { externalId: 'other', amountTiyin: 200_001 },
      { externalId: 'back', amountTiyin: 300_000 },
      { externalId: 'theirs', amountTiyin: 500_000 },
    ]
    const { matched, oursTiyin, theirsTiyin, differences } = compareStatement(ours, theirs)
    expect({ matched, oursTiyin, theirsTiyin }).toEqual({
      matched: 1,
      oursTiyin: 700_000,
      theirsTiyin: 1_200_001,
    })
    expect(differences).toEqual([
      { kind: 'twice_with_them', externalId: 'same', theirs: 100_000 },
      { kind: 'amount', externalId: 'other', ours: 200_000, theirs: 200_001 },
      { kind: 'given_back', externalId: 'back', theirs: 300_000 },
      { kind: 'missing_with_us', externalId: 'theirs', theirs: 500_000 },
      { kind: 'missing_with_them', externalId: 'ours', ours: 400_000 },
    ])
  })
})
