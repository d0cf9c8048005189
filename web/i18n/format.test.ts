import { describe, expect, it } from 'vitest'
import {
  formatDate,
  formatDuration,
  formatIn,
  formatMoment,
  formatMoney,
  formatMonth,
  formatNumber,
  formatPosition,
  formatRating,
  formatShortDay,
  formatTime,
  formatWeekday,
} from './format.ts'

/** 20 November 2026, 19:25 in Tashkent. */
const evening = Date.UTC(2026, 10, 20, 14, 25) / 1000

function plain(text: string) {
  return text.replaceAll('\u00a0', ' ')
}

describe('numbers and money', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1 000'],
    [1_234_567.5, '1 234 567,5'],
    [-49_000, '−49 000'],
  ])('[I18N-03] %d is "%s"', (value, text) => {
    expect(plain(formatNumber(value))).toBe(text)
  })

  it('[I18N-03] writes money in both languages without a place to break', () => {
    expect(plain(formatMoney(1000, 'ru'))).toBe('1 000 сум')
    expect(plain(formatMoney(1000, 'uz'))).toBe('1 000 soʻm')
    expect(formatMoney(1_000_000, 'uz')).not.toContain(' ')
  })

  it('writes a rating with one decimal', () => {
    expect(formatRating(7)).toBe('7,0')
    expect(formatRating(8.76)).toBe('8,8')
  })
})

describe('times in Tashkent', () => {
  it.each([
    [0, 'сегодня, 19:25', 'bugun, 19:25'],
    [19 * 3600, 'сегодня, 00:25', 'bugun, 00:25'],
    [20 * 3600, 'вчера, 23:25', 'kecha, 23:25'],
    [44 * 3600, '18 ноября, 23:25', '18-noyabr, 23:25'],
    [365 * 86400, '20 ноября 2025, 19:25', '2025-yil 20-noyabr, 19:25'],
  ])('[I18N-03] says a moment %d s ago in words', (ago, ru, uz) => {
    expect(plain(formatMoment(evening - ago, 'ru', evening))).toBe(ru)
    expect(plain(formatMoment(evening - ago, 'uz', evening))).toBe(uz)
  })

  it('[I18N-03] has its own months and weekdays', () => {
    expect(plain(formatDate(evening, 'ru', evening))).toBe('20 ноября')
    expect(formatDate(evening, 'uz', evening)).toBe('20-noyabr')
    expect(plain(formatWeekday(evening, 'ru', evening))).toBe('пятница, 20 ноября')
    expect(formatWeekday(evening, 'uz', evening)).toBe('juma, 20-noyabr')
    expect(formatShortDay(evening, 'ru')).toBe('пт 20')
  })

  it('[I18N-03] adds the year when it is another one', () => {
    const later = Date.UTC(2027, 0, 1) / 1000
    expect(plain(formatDate(evening, 'ru', later))).toBe('20 ноября 2026')
    expect(formatDate(evening, 'uz', later)).toBe('2026-yil 20-noyabr')
  })

  it('is five hours ahead of UTC, also across midnight', () => {
    expect(formatTime(evening)).toBe('19:25')
    expect(formatTime(Date.UTC(2026, 10, 20, 19, 5) / 1000)).toBe('00:05')
    expect(formatDate(Date.UTC(2026, 10, 20, 19, 5) / 1000, 'uz', evening)).toBe('21-noyabr')
  })
})

describe('durations', () => {
  it.each([
    [20, '1 мин', '1 daqiqa'],
    [1500, '25 мин', '25 daqiqa'],
    [3600, '1 ч', '1 soat'],
    [6840, '1 ч 54 мин', '1 soat 54 daqiqa'],
  ])('[I18N-03] %d seconds', (seconds, ru, uz) => {
    expect(plain(formatDuration(seconds, 'ru'))).toBe(ru)
    expect(plain(formatDuration(seconds, 'uz'))).toBe(uz)
  })

  it('says in how many minutes', () => {
    expect(plain(formatIn(300, 'ru'))).toBe('через 5 мин')
    expect(plain(formatIn(300, 'uz'))).toBe('5 daqiqadan soʻng')
  })

  it('writes a position on a timeline', () => {
    expect(formatPosition(2590)).toBe('43:10')
    expect(formatPosition(6840)).toBe('1:54:00')
    expect(formatPosition(-3)).toBe('0:00')
  })
})

describe('the month of a moment', () => {
  it('[I18N-03] is computed in Tashkent time, with its year', () => {
    expect(formatMonth(evening, 'ru')).toBe('Ноябрь 2026')
    // The last hours of a month in UTC belong to the next month in Tashkent.
    expect(formatMonth(Date.UTC(2026, 11, 31, 20) / 1000, 'uz')).toBe('Yanvar 2027')
  })
})
