import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OnceEach } from './once-each.ts'

describe('deduplicated values', () => {
  it('are the same object for the same text in both languages, and another for any other', () => {
    const once = new OnceEach()
    const first = once.words('Драма', 'Drama')
    expect(once.words('Драма', 'Drama')).toBe(first)
    expect(once.words('Драма', 'drama')).not.toBe(first)
    expect(first).toEqual({ ru: 'Драма', uz: 'Drama' })
  })

  it('are the first list of the same texts', () => {
    const once = new OnceEach()
    const list = ['UZ', 'RU']
    expect(once.list(list)).toBe(list)
    expect(once.list(['UZ', 'RU'])).toBe(list)
    expect(once.list(['RU', 'UZ'])).toEqual(['RU', 'UZ'])
    expect(once.list([])).toEqual([])
  })

  it('contain the passed value', () => {
    const once = new OnceEach()
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(once.text(text)).toBe(text)
        // Texts of the catalogue are single lines.
        const line = text.replaceAll('\n', ' ')
        expect(once.words(line, 'uz')).toEqual({ ru: line, uz: 'uz' })
      }),
    )
  })
})
