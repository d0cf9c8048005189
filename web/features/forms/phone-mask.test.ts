import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nothingTyped, typePhone, typeWho, type Typed, type Written } from './phone-mask.ts'

/** Types or pastes into a field at its caret. */
function typing<Field extends Written>(from: Field, apply: (former: Field, written: Written) => Field) {
  let field = from
  return {
    type(keys: string) {
      for (const key of keys) this.paste(key)
      return this
    },
    paste(piece: string) {
      const text = field.text.slice(0, field.caret) + piece + field.text.slice(field.caret)
      field = apply(field, { text, caret: field.caret + piece.length })
      return this
    },
    erase(times = 1) {
      for (let time = 0; time < times && field.caret > 0; time++)
        field = apply(field, {
          text: field.text.slice(0, field.caret - 1) + field.text.slice(field.caret),
          caret: field.caret - 1,
        })
      return this
    },
    goTo(caret: number) {
      field = { ...field, caret }
      return this
    },
    /** The text with `|` where the caret stands. */
    get shown() {
      return `${field.text.slice(0, field.caret)}|${field.text.slice(field.caret)}`
    },
  }
}

function phone(text = '') {
  return typing<Written>({ text, caret: text.length }, (former, written) => typePhone(former.text, written))
}

function who() {
  return typing<Typed>(nothingTyped, typeWho)
}

describe('[ACC-01] the phone is formatted while it is typed', () => {
  it('digit by digit', () => {
    expect(phone().type('9').shown).toBe('+998 9|')
    expect(phone().type('901').shown).toBe('+998 90 1|')
    expect(phone().type('9012345').shown).toBe('+998 90 123-45|')
    expect(phone().type('901234567').shown).toBe('+998 90 123-45-67|')
    expect(phone('+998 ').type('901234567').shown).toBe('+998 90 123-45-67|')
  })

  it.each([
    '+998 90 123-45-67',
    '+998901234567',
    '998901234567',
    '901234567',
    '90 123 45 67',
    '(90) 123-45-67',
    '8 90 123 45 67',
    '8901234567',
    ' +998 (90) 1234567 ',
    '+998+998901234567',
  ])('pasted as %s, into an empty field and behind the code', (pasted) => {
    expect(phone().paste(pasted).shown).toBe('+998 90 123-45-67|')
    expect(phone('+998 ').paste(pasted).shown).toBe('+998 90 123-45-67|')
  })

  it('typed completely, with the country code or the old 8', () => {
    for (const typed of ['+998901234567', '998901234567', '8901234567'])
      for (const started of ['', '+998 ']) expect(phone(started).type(typed).shown).toBe('+998 90 123-45-67|')
  })

  it('rejects a tenth digit', () => {
    expect(phone().type('9012345678').shown).toBe('+998 90 123-45-67|')
    expect(phone().type('8881234567').shown).toBe('+998 88 812-34-56|')
  })

  it('keeps the caret where the viewer types', () => {
    expect(phone('+998 90 123-45-67').goTo(12).erase().shown).toBe('+998 90 123|-45-67')
    expect(phone('+998 90 123-45-67').goTo(12).erase(2).shown).toBe('+998 90 12|4-56-7')
    expect(phone('+998 90 123-45-67').goTo(12).erase(3).type('88').shown).toBe('+998 90 188|-45-67')
    expect(phone('+998 90 123-4').goTo(6).type('7').shown).toBe('+998 97| 012-34')
    expect(phone('+998 90 123-45-67').erase(4).shown).toBe('+998 90 123|')
    expect(phone('+998 90').goTo(2).type('9').shown).toBe('+998 |90')
    expect(phone('+998 90').goTo(4).erase().shown).toBe('+998 |90')
  })

  it('can be emptied, and leaves a foreign number for the server to reject', () => {
    expect(typePhone('+998 90', { text: '', caret: 0 })).toEqual({ text: '', caret: 0 })
    expect(phone().paste('+7 901 123 45 67').shown).toBe('+7 901 123 45 67|')
    expect(phone('+998 ').paste('+7 901 123 45 67').shown).toContain('+7 901 123 45 67|')
  })

  it('gives the same nine digits however they are split into keys and pastes', () => {
    const digits = fc.tuple(
      fc.constantFrom('90', '33', '50', '77', '88', '99'),
      fc.integer({ min: 0, max: 9_999_999 }),
    )
    fc.assert(
      fc.property(digits, fc.integer({ min: 0, max: 9 }), ([code, rest], cut) => {
        const national = code + String(rest).padStart(7, '0')
        const typed = phone().paste(national.slice(0, cut)).type(national.slice(cut)).shown
        expect(typed).toBe(phone().paste(`+998${national}`).shown)
        expect(typed.replace(/\D/g, '')).toBe(`998${national}`)
      }),
    )
  })
})

describe('[ACC-01] one field for a phone or a subscriber number', () => {
  it.each(['100001', '998001', '998901', '1234567', '71234567', '712345678', '99890123456', '123456789012'])(
    'the subscriber number %s stays as it is, typed and pasted',
    (number) => {
      expect(who().type(number).shown).toBe(`${number}|`)
      expect(who().paste(number).shown).toBe(`${number}|`)
    },
  )

  it('is masked from +998, from twelve digits with 998, from nine of a mobile', () => {
    expect(who().type('+9').shown).toBe('+9|')
    expect(who().type('+99890').shown).toBe('+998 90|')
    expect(who().type('+998901234567').shown).toBe('+998 90 123-45-67|')
    expect(who().type('998901234567').shown).toBe('+998 90 123-45-67|')
    expect(who().type('90123456').shown).toBe('90123456|')
    expect(who().type('901234567').shown).toBe('+998 90 123-45-67|')
    expect(who().type('8901234567').shown).toBe('+998 90 123-45-67|')
    expect(who().paste('(90) 123-45-67').shown).toBe('+998 90 123-45-67|')
  })

  it('removes the mask when more digits follow: it is a subscriber number then', () => {
    expect(who().type('9012345678').shown).toBe('9012345678|')
    expect(who().type('90123456789').shown).toBe('90123456789|')
    expect(who().type('901234567890').shown).toBe('901234567890|')
    expect(who().type('+9989012345678').shown).toBe('+998 90 123-45-67|')
  })

  it('is edited under the mask, and emptied', () => {
    expect(who().type('901234567').erase(2).shown).toBe('+998 90 123-45|')
    expect(who().type('901234567').erase(2).type('89').shown).toBe('+998 90 123-45-89|')
    expect(who().type('901234567').erase(40).shown).toBe('|')
    expect(who().type('+998901234567').erase(40).shown).toBe('|')
  })

  it('leaves letters as they are', () => {
    expect(who().type('vali@x.uz').shown).toBe('vali@x.uz|')
  })
})
