/**
 * Formats dates, numbers, money and durations. Chromium has no Uzbek locale data (it writes "M11 20" and "UZS"),
 * so nothing here uses `Intl`, and nothing outside this file and `#contract/form/money.ts` formats. Times are
 * Tashkent's, UTC+5 all year.
 */
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import type { Language } from '#contract/form/failures.ts'
import { noBreak } from '#contract/form/money.ts'

export { formatMoney, formatNumber } from '#contract/form/money.ts'

const months = {
  ru: [
    'января',
    'февраля',
    'марта',
    'апреля',
    'мая',
    'июня',
    'июля',
    'августа',
    'сентября',
    'октября',
    'ноября',
    'декабря',
  ],
  uz: [
    'yanvar',
    'fevral',
    'mart',
    'aprel',
    'may',
    'iyun',
    'iyul',
    'avgust',
    'sentabr',
    'oktabr',
    'noyabr',
    'dekabr',
  ],
} as const
const weekdays = {
  ru: ['воскресенье', 'понедельник', 'вторник', 'среда', 'четверг', 'пятница', 'суббота'],
  uz: ['yakshanba', 'dushanba', 'seshanba', 'chorshanba', 'payshanba', 'juma', 'shanba'],
} as const
const shortWeekdays = {
  ru: ['вс', 'пн', 'вт', 'ср', 'чт', 'пт', 'сб'],
  uz: ['yak', 'du', 'se', 'chor', 'pay', 'ju', 'shan'],
} as const

function two(value: number) {
  return String(value).padStart(2, '0')
}

/** A moment as fields of Tashkent's local time. */
function inTashkent(atSec: number) {
  const date = new Date(atSec * 1000 + tashkentOffsetMs)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
  }
}

/** `19:25`. */
export function formatTime(atSec: number): string {
  const { hour, minute } = inTashkent(atSec)
  return `${two(hour)}:${two(minute)}`
}

/** `20 ноября`, `20-noyabr`; with the year when it is not this one. */
export function formatDate(atSec: number, language: Language, nowSec: number): string {
  const { year, month, day } = inTashkent(atSec)
  const name = months[language][month] ?? ''
  const date = language === 'uz' ? `${day}-${name}` : `${day}${noBreak}${name}`
  if (year === inTashkent(nowSec).year) return date
  return language === 'uz' ? `${year}-yil ${date}` : `${date} ${year}`
}

const nameOfMonth = {
  ru: 'Январь Февраль Март Апрель Май Июнь Июль Август Сентябрь Октябрь Ноябрь Декабрь'.split(' '),
  uz: 'Yanvar Fevral Mart Aprel May Iyun Iyul Avgust Sentabr Oktabr Noyabr Dekabr'.split(' '),
} as const

/** `Ноябрь 2026`, `Noyabr 2026`: a heading of a month. */
export function formatMonth(atSec: number, language: Language): string {
  const { year, month } = inTashkent(atSec)
  return `${nameOfMonth[language][month] ?? ''} ${year}`
}

/** `сегодня, 14:20`, `вчера, 09:05`, `20 ноября, 14:20`; in Uzbek `bugun, 14:20` and so on. */
export function formatMoment(atSec: number, language: Language, nowSec: number): string {
  const daysAgo = dayNumber(nowSec) - dayNumber(atSec)
  const words = language === 'uz' ? ['bugun', 'kecha'] : ['сегодня', 'вчера']
  return `${words[daysAgo] ?? formatDate(atSec, language, nowSec)}, ${formatTime(atSec)}`
}

function dayNumber(atSec: number) {
  return Math.floor((atSec * 1000 + tashkentOffsetMs) / 86_400_000)
}

/** `пятница, 20 ноября`, `juma, 20-noyabr`. */
export function formatWeekday(atSec: number, language: Language, nowSec: number): string {
  return `${weekdays[language][inTashkent(atSec).weekday] ?? ''}, ${formatDate(atSec, language, nowSec)}`
}

/** `пт 20`, `ju 20`: a day in a strip of days. */
export function formatShortDay(atSec: number, language: Language): string {
  const { weekday, day } = inTashkent(atSec)
  return `${shortWeekdays[language][weekday] ?? ''} ${day}`
}

/** `1 ч 54 мин`, `1 soat 54 daqiqa`; less than a minute is a minute. */
export function formatDuration(seconds: number, language: Language): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const words = language === 'uz' ? { hour: 'soat', minute: 'daqiqa' } : { hour: 'ч', minute: 'мин' }
  const hours = Math.floor(minutes / 60)
  const parts = hours === 0 ? [] : [`${hours}${noBreak}${words.hour}`]
  if (minutes % 60 !== 0 || hours === 0) parts.push(`${minutes % 60}${noBreak}${words.minute}`)
  return parts.join(' ')
}

/** `43:10`, `1:54:00`: a position on a timeline. */
export function formatPosition(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return hours === 0 ? `${minutes}:${two(rest)}` : `${hours}:${two(minutes)}:${two(rest)}`
}

/** `через 5 мин`, `5 daqiqadan soʻng`. */
export function formatIn(seconds: number, language: Language): string {
  const duration = formatDuration(seconds, language)
  return language === 'uz' ? `${duration}dan soʻng` : `через ${duration}`
}

/** A rating with one decimal: `7,8`. */
export function formatRating(rating: number): string {
  return rating.toFixed(1).replace('.', ',')
}
