import { unratedAge } from '#contract/accounts/profiles.ts'
import { describe, expect, it } from 'vitest'
import {
  ageOfProgramme,
  ageOfRating,
  ageOfTitle,
  clockOf,
  dayOf,
  hoursEndMs,
  isAdultCategory,
} from './rules.ts'

const hourMs = 3_600_000
/** Noon in Tashkent. */
const noonMs = Date.UTC(2026, 0, 15, 7)

describe('the age of something', () => {
  it('[PROF-02] is that of its rating, in whatever form', () => {
    expect(['18+', '0+', 'PG-13', '6', '', 'NR'].map(ageOfRating)).toEqual([
      18,
      0,
      13,
      6,
      undefined,
      undefined,
    ])
  })

  it('[PROF-02] is sixteen where nobody rated it, and none for a title for children', () => {
    expect(ageOfTitle({ ageRating: '', isKids: false })).toBe(unratedAge)
    expect(ageOfTitle({ ageRating: '', isKids: true })).toBe(0)
    expect(ageOfTitle({ ageRating: '12+', isKids: true })).toBe(12)
  })

  it('[PROF-02] of a programme is its own, else its title’s, else its genre’s, else its channel’s', () => {
    const facts = { ageRating: '', genreCode: null, titleAge: undefined, unratedAge: 16 }
    expect(ageOfProgramme({ ...facts, ageRating: '6+', titleAge: 18 })).toBe(6)
    expect(ageOfProgramme({ ...facts, genreCode: 5, titleAge: 18 })).toBe(18)
    expect(ageOfProgramme({ ...facts, genreCode: 5 })).toBe(0)
    expect(ageOfProgramme(facts)).toBe(16)
  })

  it('[PROF-02] of a channel for adults is told by the name of its category', () => {
    const named = (ru: string, uz = '') => isAdultCategory({ ru, uz })
    expect([named('18+'), named('Для взрослых'), named('XXX'), named('', 'Kattalar uchun')]).not.toContain(
      false,
    )
    expect([named('Кино'), named('Детские'), named('Новости 24')]).not.toContain(true)
  })
})

describe('the hours of a profile', () => {
  it('[PROF-02] end at their minute in Tashkent, also after midnight', () => {
    const day = { from: 8 * 60, to: 20 * 60 }
    expect(hoursEndMs(day, noonMs)).toBe(noonMs + 8 * hourMs)
    expect(hoursEndMs(day, noonMs + 8 * hourMs)).toBeNull()
    expect(hoursEndMs(day, noonMs - 4 * hourMs - 1)).toBeNull()
    const night = { from: 20 * 60, to: 6 * 60 }
    expect(hoursEndMs(night, noonMs)).toBeNull()
    expect(hoursEndMs(night, noonMs + 13 * hourMs)).toBe(noonMs + 18 * hourMs)
    expect(hoursEndMs(night, noonMs - 9 * hourMs)).toBe(noonMs - 6 * hourMs)
  })

  it('[PROF-02] are the whole day when both are the same, or there are none', () => {
    expect(hoursEndMs(undefined, noonMs)).toBe(Infinity)
    expect(hoursEndMs({ from: 60, to: 60 }, noonMs)).toBe(Infinity)
  })

  it('[PROF-02] are written as a clock shows them', () => {
    expect([clockOf(0), clockOf(485), clockOf(1440)]).toEqual(['00:00', '08:05', '00:00'])
    expect(dayOf(Date.UTC(2026, 0, 15, 19))).toBe('2026-01-16')
  })
})
