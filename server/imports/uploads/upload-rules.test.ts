import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { safeFileName, stemOf, whyNoFilm } from './upload-rules.ts'

describe('[EDIT-03] the name of an uploaded file', () => {
  it('is one in a folder, whatever a browser says', () => {
    expect(safeFileName('../../etc/passwd.mkv')).toBe('passwd.mkv')
    expect(safeFileName('C:\\films\\Фильм (2021).MKV')).toBe('Фильм (2021).MKV')
    expect(safeFileName('.hidden.mkv')).toBe('hidden.mkv')
    expect(safeFileName('a\u0000b\u202Ec\n<d>:"|?*.mkv')).toBe('abc d .mkv'.replace(' .', '.'))
    expect(safeFileName('  . ')).toBe('')
    expect(safeFileName('.mkv')).toBe('')
    expect(safeFileName('film')).toBe('')
    const long = safeFileName(`${'Ж'.repeat(300)}.mkv`)
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(200)
    expect(long.endsWith('Ж.mkv')).toBe(true)
  })

  it('never leaves its folder, never hides, and stays the same when it is read again', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.constantFrom('.mkv', '.mp4', ''),
        (name, form) => {
          const safe = safeFileName(name + form)
          expect(safe).not.toMatch(/[/\\\0\p{Cc}]|^\.|^\s/u)
          expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(200)
          expect(safeFileName(safe)).toBe(safe)
        },
      ),
    )
  })

  it('says which film it is', () => {
    expect(whyNoFilm('Film (2021).mkv')).toBeUndefined()
    expect(whyNoFilm('Сериал S01E02 Имя.mkv')).toBeUndefined()
    expect(whyNoFilm('S01E02.mkv')).toMatch(/episode/)
    expect(whyNoFilm('notes.txt')).toMatch(/neither a film/)
    expect(whyNoFilm('Film-trailer.mkv')).toMatch(/trailer/)
    expect(whyNoFilm('sample.mkv')).toMatch(/sample/)
    expect(stemOf('Film (2021).MKV')).toBe(stemOf('film (2021).mp4'))
  })
})
