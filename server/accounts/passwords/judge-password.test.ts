import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgePassword } from './judge-password.ts'
import { inOtherLayout, unforeseen } from './keyboard.ts'
import { passwordMax, passwordMin } from '#contract/form/constants.ts'
import { demoAccounts } from '#db/demo/accounts.ts'

const about = ['+998901234567', '10020030', 'Дильноза Karimova']

function judge(password: string) {
  return judgePassword(password, about)
}

describe('a password', () => {
  it('[ACC-14] has 8 to 128 characters, counted as displayed characters', () => {
    expect(judge('k7$Qp2!')).toBe('short')
    expect(judge('k7$Qp2!x')).toBe('good')
    expect(judge('😀🎈🍉🚲🎻🐫🧿'.slice(0, -2))).toBe('short')
    expect(judge('ov'.repeat(3).padEnd(passwordMax, 'sug‘diyona 41 '))).toBe('good')
    expect(judge('x'.repeat(passwordMax + 1))).toBe('long')
    expect(judge('')).toBe('short')
  })

  it.each([
    ...['password', 'Password2024!', 'p@ssw0rd', 'sunshine7', 'iloveyou2', '1qaz2wsx', 'zaq12wsx'],
    ...['qwertyui', 'QWERTY123', 'йцукенгш', 'ЙЦУКЕН12', 'asdf;lkj', 'zxcvbnm,', 'qazwsxedc'],
    ...[
      'пароль2024',
      'gfhjkm123',
      'ghbdtn123',
      'любовь12',
      'parol12345',
      'toshkent2024',
      'ўзбекистон1',
      'salom1234',
    ],
    ...[
      'aaaaaaaa',
      'abababab',
      '12345678',
      '87654321',
      '11223344',
      'abcdefgh',
      '01011990',
      '1990-01-01',
      '31.12.2000',
    ],
    ...['901234567', '998901234567', '+998901234567', '10020030', '10020030a', 'karimova1', 'дильноза99'],
    ...['ekran123', 'Ekran2026!'],
  ])('[ACC-14] %s is a common one', (password) => {
    expect(judge(password)).toBe('common')
  })

  it.each([
    'samanid-tile-41',
    'correct horse battery staple',
    'X9wLmQz4',
    'мояСобака9',
    'yashirin kalit',
    '40 разбойников',
  ])('%s is accepted: the only rule is that it is not common', (password) => {
    expect(judge(password)).toBe('good')
  })

  it.each(demoAccounts())('of the demo is accepted: $password', ({ password, phone, abonement, name_ru }) => {
    expect(judgePassword(password, [phone, abonement, name_ru])).toBe('good')
  })

  it('that is unpredictable is accepted, whatever characters it has', () => {
    const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 24, maxLength: 32 })
    fc.assert(
      fc.property(
        hex.filter((text) => unforeseen(text) >= 12),
        (password) => judge(password) === 'good',
      ),
    )
  })

  it('is judged in bounded time, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (password) => {
        const length = [...password].length
        const verdict = judge(password)
        expect(verdict === 'short').toBe(length < passwordMin)
        expect(verdict === 'long').toBe(length > passwordMax)
      }),
    )
    expect(judge('1-'.repeat(64))).toBe('common')
    expect(judge('x'.repeat(1_000_000))).toBe('long')
  })
})

describe('the keyboard', () => {
  it('converts the same keys to the other layout, in both directions', () => {
    expect(inOtherLayout('gfhjkm')).toBe('пароль')
    expect(inOtherLayout('пароль')).toBe('gfhjkm')
    expect(inOtherLayout('2026')).toBe('2026')
  })
})
