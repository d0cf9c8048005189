/** What a profile may see and when. Pure: ages in years, moments in unix milliseconds. */
import { noAgeLimit, unratedAge } from '#contract/accounts/profiles.ts'
import { childrenCategoryId, tashkentOffsetMs } from '#contract/form/constants.ts'
import type { ProfileLimit } from '#server/platform/primitives/viewer.ts'

/** The age of a rating: `16+`, `0+`, `PG-13`; undefined for none. */
export function ageOfRating(rating: string): number | undefined {
  const [digits] = /\d{1,2}/.exec(rating) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** From which age a title may be watched. One for children that nobody rated is for everybody. */
export function ageOfTitle(title: { readonly ageRating: string; readonly isKids: boolean }): number {
  return ageOfRating(title.ageRating) ?? (title.isKids ? 0 : unratedAge)
}

/** What is known of a programme and of its channel. */
export interface ProgrammeFacts {
  readonly ageRating: string
  readonly genreCode: number | null
  /** The age of a title of the catalogue with the same name; undefined: there is none. */
  readonly titleAge: number | undefined
  /** What nobody rated on this channel is for viewers of this age. */
  readonly unratedAge: number
}

/** From which age a programme may be watched: its rating, else that of its title, else what its channel is for. */
export function ageOfProgramme(facts: ProgrammeFacts): number {
  const age = ageOfRating(facts.ageRating) ?? facts.titleAge
  if (age !== undefined) return age
  return facts.genreCode === childrenCategoryId ? 0 : facts.unratedAge
}

/** Whether a category of channels is for adults, by its name: lists of channels mark them so. */
export function isAdultCategory({ ru, uz }: { readonly ru: string; readonly uz: string }): boolean {
  return [ru, uz].some((name) => /18\s*\+|\+\s*18|\bxxx\b|adult|эроти|взросл|kattalar|erotik/i.test(name))
}

const minuteMs = 60_000
const dayMs = 86_400_000

/** Until when a profile may watch by its hours; null: it may not now. Infinity: its hours have no end. */
export function hoursEndMs(hours: ProfileLimit['hours'], nowMs: number): number | null {
  if (hours === undefined || hours.from === hours.to) return Number.POSITIVE_INFINITY
  const midnightMs = midnightOf(nowMs)
  // Of hours that began yesterday, and of today's.
  for (const startMs of [midnightMs - dayMs, midnightMs]) {
    const fromMs = startMs + hours.from * minuteMs
    const toMs = startMs + hours.to * minuteMs + (hours.to < hours.from ? dayMs : 0)
    if (fromMs <= nowMs && nowMs < toMs) return toMs
  }
  return null
}

/** The last midnight in Tashkent. */
export function midnightOf(nowMs: number): number {
  return nowMs - ((nowMs + tashkentOffsetMs) % dayMs)
}

/** A day in Tashkent as `2026-11-28`. */
export function dayOf(nowMs: number): string {
  return new Date(nowMs + tashkentOffsetMs).toISOString().slice(0, 10)
}

/** A minute of the day as `20:30`. */
export function clockOf(minute: number): string {
  const [hours, minutes] = [Math.floor(minute / 60) % 24, minute % 60]
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** Whether a profile is limited in what it sees; hours and minutes alone leave everything listed. */
export function limitsContent({ ageLimit, channelIds }: ProfileLimit): boolean {
  return ageLimit < noAgeLimit || channelIds !== undefined
}
