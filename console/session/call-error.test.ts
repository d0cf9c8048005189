import { describe, expect, it } from 'vitest'
import { englishFailures } from '#console/i18n/en/failures.ts'
import { failures } from '#contract/form/failures.ts'
import { sentenceOf } from './call-error.ts'

const placesIn = (text: string) => new Set(Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name))

describe('the sentence of a refusal', () => {
  const refused = {
    failure: 'channel_number_taken',
    message: 'Номер 7 уже у канала',
    values: { name: 'Sevimli', number: 7, free: 1200 },
  }

  it('is the server’s in Russian and Uzbek, and has the same values in English', () => {
    expect(sentenceOf('ru', refused)).toBe('Номер 7 уже у канала')
    expect(sentenceOf('en', refused)).toBe('The channel “Sevimli” has the number 7. 1\u00a0200 is free')
  })

  it('says when to try again', () => {
    const later = { failure: 'too_many_requests', message: '', retryAfterSec: 40 }
    expect(sentenceOf('en', later)).toContain('in 40 s')
  })

  it('never shows the name of a place', () => {
    for (const failure of Object.keys(englishFailures))
      expect(sentenceOf('en', { failure, message: '' })).not.toMatch(/[{}]/)
  })

  it('has no place in English that the other texts do not have', () => {
    for (const [name, text] of Object.entries(englishFailures)) {
      const others = placesIn(failures[name as keyof typeof englishFailures].ru)
      for (const place of placesIn(text))
        expect([name, [...others]]).toEqual([name, expect.arrayContaining([place])])
    }
  })
})
