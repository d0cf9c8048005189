import { describe, expect, it } from 'vitest'
import { phoneOf, whoIs } from './who.ts'

describe('[ACC-01] one field for a phone or a subscriber number', () => {
  it.each([
    '+998901234567',
    '+998 90 123-45-67',
    '998901234567',
    '90 123 45 67',
    '(90) 123-45-67',
    ' 901234567 ',
    '8 90 123 45 67',
  ])('%s is a phone', (typed) => {
    expect(whoIs(typed)).toEqual({ kind: 'phone', phone: '+998901234567' })
  })

  it.each(['+99890123456', '+7 901 123 45 67', '9989012345678', '+998'])('%s is no valid phone', (typed) => {
    expect(whoIs(typed)).toEqual({ kind: 'bad-phone' })
  })

  it.each(['100001', '998001', '99890123456', '712345678', '9012345678'])(
    '%s is a subscriber number',
    (typed) => {
      expect(whoIs(typed)).toEqual({ kind: 'abonement', abonement: typed })
    },
  )

  it('removes the spaces from a subscriber number', () => {
    expect(whoIs('100 001')).toEqual({ kind: 'abonement', abonement: '100001' })
  })

  it('detects that nothing was typed', () => {
    expect(whoIs('   ')).toEqual({ kind: 'empty' })
  })

  it('accepts a phone alone, landlines too: the server decides which numbers get a code', () => {
    expect(phoneOf('+998 71 200-00-00')).toBe('+998712000000')
    expect(phoneOf('+998 90 123')).toBeNull()
    expect(phoneOf('')).toBeNull()
    expect(phoneOf('abc')).toBeNull()
  })
})
