/** Formats moments of the console, in Tashkent's time. No `Intl`: browsers have no Uzbek data. */
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import type { StaffLanguage } from '#contract/console/staff-fields.ts'
import {
  formatDate as formatSiteDate,
  formatMoment as formatSiteMoment,
  formatMonth as formatSiteMonth,
  formatTime,
} from '#web/i18n/format.ts'

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

function dayNumber(atSec: number) {
  return Math.floor((atSec * 1000 + tashkentOffsetMs) / 86_400_000)
}

/** `20 ноября`, `20-noyabr`, `20 November`; with the year when it is not this one. */
export function formatDate(atSec: number, language: StaffLanguage, nowSec: number): string {
  if (language !== 'en') return formatSiteDate(atSec, language, nowSec)
  const [date, now] = [atSec, nowSec].map((sec) => new Date(sec * 1000 + tashkentOffsetMs)) as [Date, Date]
  const day = `${date.getUTCDate()} ${months[date.getUTCMonth()] ?? ''}`
  return date.getUTCFullYear() === now.getUTCFullYear() ? day : `${day} ${date.getUTCFullYear()}`
}

/** `сегодня, 14:20`, `kecha, 09:05`, `20 November, 14:20`. */
export function formatMoment(atSec: number, language: StaffLanguage, nowSec: number): string {
  if (language !== 'en') return formatSiteMoment(atSec, language, nowSec)
  const daysAgo = dayNumber(nowSec) - dayNumber(atSec)
  return `${['today', 'yesterday'][daysAgo] ?? formatDate(atSec, language, nowSec)}, ${formatTime(atSec)}`
}

/** `сегодня, 14:20:07`: a moment where several are within a minute. */
export function formatMomentSec(atSec: number, language: StaffLanguage, nowSec: number): string {
  const seconds = String(Math.floor(atSec) % 60).padStart(2, '0')
  return `${formatMoment(atSec, language, nowSec)}:${seconds}`
}

/** `Ноябрь 2026`, `Noyabr 2026`, `November 2026`. */
export function formatMonth(atSec: number, language: StaffLanguage): string {
  if (language !== 'en') return formatSiteMonth(atSec, language)
  const date = new Date(atSec * 1000 + tashkentOffsetMs)
  return `${months[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`
}

const ago: Readonly<Record<StaffLanguage, { now: string; min: string; hour: string; suffix: string }>> = {
  ru: { now: 'только что', min: 'мин', hour: 'ч', suffix: 'назад' },
  uz: { now: 'hozirgina', min: 'daqiqa', hour: 'soat', suffix: 'oldin' },
  en: { now: 'just now', min: 'min', hour: 'h', suffix: 'ago' },
}

/** `только что`, `5 daqiqa oldin`, `3 h ago`; from a day on the moment itself. */
export function formatAgo(atSec: number, language: StaffLanguage, nowSec: number): string {
  const { now, min, hour, suffix } = ago[language]
  const minutes = Math.floor((nowSec - atSec) / 60)
  if (minutes < 1) return now
  if (minutes < 60) return `${minutes}\u00A0${min} ${suffix}`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)}\u00A0${hour} ${suffix}`
  return formatMoment(atSec, language, nowSec)
}

const spans: Readonly<Record<StaffLanguage, { sec: string; min: string; hour: string }>> = {
  ru: { sec: 'с', min: 'мин', hour: 'ч' },
  uz: { sec: 's', min: 'daq', hour: 'soat' },
  en: { sec: 's', min: 'min', hour: 'h' },
}

/** `40 s`, `5 мин`, `1 soat 20 daq`: how long something lasts. */
export function formatSpan(seconds: number, language: StaffLanguage): string {
  const { sec, min, hour } = spans[language]
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return `${whole}\u00A0${sec}`
  const minutes = Math.round(whole / 60)
  const rest = minutes % 60
  if (minutes < 60) return `${minutes}\u00A0${min}`
  return `${Math.floor(minutes / 60)}\u00A0${hour}${rest === 0 ? '' : ` ${rest}\u00A0${min}`}`
}

/** `2026-11-20`, as a date field has it: the day of a moment in Tashkent. */
export function dayOf(atSec: number): string {
  return new Date(atSec * 1000 + tashkentOffsetMs).toISOString().slice(0, 10)
}

/** The first second of a day in Tashkent (`2026-11-20`); undefined for anything else. */
export function startOfDay(day: string): number | undefined {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  return Number.isNaN(ms) ? undefined : (ms - tashkentOffsetMs) / 1000
}

/** `29 ноября`, or `28 ноября — 2 декабря`: days as date fields have them. */
export function formatDays(from: string, to: string, language: StaffLanguage, nowSec: number): string {
  const date = (day: string) => formatDate(startOfDay(day) ?? 0, language, nowSec)
  return from === to ? date(from) : `${date(from)} ${language === 'en' ? '–' : '—'} ${date(to)}`
}
