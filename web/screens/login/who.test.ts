import { describe, expect, it } from 'vitest'
import { whoIs } from './who.ts'

describe('[ACC-01] one field for a phone or a subscriber number', () => {
  it.each([
    '+998901234567',
    '+998 90 123-45-67',
    '998901234567',
    '90 123 45 67',
    '(90) 123-45-67',
    ' 901234567 ',
  ])('%s is a phone', (typed) => {
    expect(whoIs(typed)).toEqual({ kind: 'phone', phone: '+998901234567' })
  })

  it.each(['+99890123456', '+7 901 123 45 67', '9989012345678'])('%s is no phone of ours', (typed) => {
    expect(whoIs(typed)).toEqual({ kind: 'bad-phone' })
  })

  it('takes other numbers for a subscriber', () => {
    expect(whoIs('100 001')).toEqual({ kind: 'abonement', abonement: '100001' })
    expect(whoIs('998001')).toEqual({ kind: 'abonement', abonement: '998001' })
  })

  it('sees that nothing was typed', () => {
    expect(whoIs('   ')).toEqual({ kind: 'empty' })
  })
})
