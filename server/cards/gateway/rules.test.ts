import { describe, expect, it } from 'vitest'
import { expiryYymm, isPast, maskOf, panOf, refusalOf, shownExpiry } from './rules.ts'
import { createSeal } from '#server/platform/installation/seal.ts'
import { seededRandom } from '#server/platform/primitives/ids.ts'

describe('a typed card', () => {
  it('[PAY-03] has its number parsed and masked', () => {
    expect(panOf(' 8600 4907-4431 3347 ')).toBe('8600490744313347')
    expect(maskOf('8600490744313347')).toBe('860049******3347')
  })

  it('[PAY-03] has its month and year parsed in either order', () => {
    for (const typed of ['02/28', '0228', '2802', ' 02 / 28 ']) expect(expiryYymm(typed)).toBe('2802')
    expect(expiryYymm('12/24')).toBe('2412')
    expect(shownExpiry('2802')).toBe('02/28')
  })

  it('[PAY-03] is expired when its month is over in Tashkent', () => {
    const lastSecond = Date.UTC(2026, 1, 28, 18, 59, 59)
    expect(isPast('2602', lastSecond)).toBe(false)
    expect(isPast('2602', lastSecond + 1000)).toBe(true)
    expect([isPast('2512', lastSecond), isPast('2701', lastSecond)]).toEqual([true, false])
  })
})

it('[PAY-06] only codes with a known meaning for the money are interpreted', () => {
  expect(['112', '098', '133', '092'].map(refusalOf)).toEqual([
    'no_money',
    'wrong_code',
    'card_known',
    'closed',
  ])
  for (const code of ['001', '044', '999', 'constructor', '']) expect(refusalOf(code)).toBe('unclear')
})

it('[PAY-06] an encrypted token differs each time, and is decrypted only with its own secret and unchanged', () => {
  const random = seededRandom('seal')
  const [seal, other] = [
    createSeal('one secret', 'card tokens', random),
    createSeal('another', 'card tokens', random),
  ]
  const sealed = seal.close('A-TOKEN')
  expect(seal.close('A-TOKEN')).not.toBe(sealed)
  expect(sealed).not.toContain('TOKEN')
  expect(seal.open(sealed)).toBe('A-TOKEN')
  expect(() => other.open(sealed)).toThrow()
  const bytes = Buffer.from(sealed, 'base64url')
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
  expect(() => seal.open(bytes.toString('base64url'))).toThrow()
})
