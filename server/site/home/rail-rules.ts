/** Which rails are shown, to whom and when; what a rail of films contains. Pure. */
import type { RailAudience, RailKind, RailPlatform } from '#contract/site/home.ts'
import { isShownBy } from '#server/site/brands/brand-choice.ts'
import type { RailContent, RailLanguage, StoredRail } from './rail.ts'

export interface RailVisit {
  readonly platform: RailPlatform
  readonly language: RailLanguage
  /** Undefined: the rails of guests and of subscribers. */
  readonly audience?: Exclude<RailAudience, 'everybody'> | undefined
  readonly nowMs: number
  /** The brand; absent: the rails of all. */
  readonly serviceId?: number | undefined
}

/** The rails of a visit in their order, without those that have nothing to show. */
export function shownRails(
  rails: readonly StoredRail[],
  { platform, language, audience, nowMs, serviceId }: RailVisit,
  hasItems: (rail: StoredRail) => boolean,
): readonly StoredRail[] {
  return rails.filter(
    (rail) =>
      !rail.isHidden &&
      rail.platforms.includes(platform) &&
      rail.languages.includes(language) &&
      (audience === undefined || rail.audience === 'everybody' || rail.audience === audience) &&
      (serviceId === undefined || isShownBy(rail.brands, serviceId)) &&
      railState(rail, nowMs) === 'on' &&
      hasItems(rail),
  )
}

/** The site shows these to one audience, wherever they stand. */
const audienceOfKind: Readonly<Partial<Record<RailKind, RailAudience>>> = {
  continue: 'subscribers',
  favourite_channels: 'subscribers',
  guest_offer: 'guests',
}

/** Whether the site shows a rail of this kind to an audience on a platform. */
export function isKindFor(
  kind: RailKind,
  { platform, audience }: Required<Pick<RailVisit, 'platform' | 'audience'>>,
): boolean {
  // A television has no room for the offer: its guests log in by a code.
  if (kind === 'guest_offer' && platform === 'television') return false
  return (audienceOfKind[kind] ?? audience) === audience
}

/** Where a moment lies in the time of a rail. */
export function railState(
  { shownFromMs: fromMs, shownUntilMs: untilMs }: Pick<StoredRail, 'shownFromMs' | 'shownUntilMs'>,
  nowMs: number,
): 'planned' | 'on' | 'ended' {
  if (untilMs !== null && untilMs <= nowMs) return 'ended'
  return fromMs !== null && fromMs > nowMs ? 'planned' : 'on'
}

/** A list takes at most so many years at once. */
const maxYears = 80

/** The years of a rail of films; undefined: all. One that is open at an end reaches as far as a list can. */
export function railYears(
  { year_from: from, year_to: to }: RailContent,
  currentYear: number,
): readonly number[] | undefined {
  if (from === undefined && to === undefined) return undefined
  // Films of the next year are announced in this one.
  const last = to ?? Math.max(currentYear + 1, from ?? 0)
  const first = Math.max(from ?? 0, last - maxYears + 1)
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, index) => first + index)
}
