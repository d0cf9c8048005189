import type { SeasonRecord, TerritoryWindow, TitleRecord } from './titles/title.ts'

type Window = Pick<TitleRecord, 'availability'>
type Parts = Window & Partial<Pick<TitleRecord, 'seasons' | 'hasPartWindows'>>

/** A client's network, as far as windows depend on it. */
export type Region = 'inside' | 'outside'

/** All windows of a title, the imported one first; none: it is always available. */
export function windowsOf({ availability }: Window): readonly TerritoryWindow[] {
  if (availability === undefined) return []
  const { fromMs, untilMs, territory = 'everywhere', more = [] } = availability
  const isBound = fromMs !== null || untilMs !== null || territory !== 'everywhere'
  return isBound || more.length > 0 ? [{ fromMs, untilMs, territory }, ...more] : []
}

/** The windows of seasons and episodes of a title, each list with at least one. */
function* windowsOfParts({ seasons = [], hasPartWindows }: Parts): Iterable<readonly TerritoryWindow[]> {
  if (hasPartWindows !== true) return
  for (const { windows, episodes } of seasons) {
    if (windows !== undefined) yield windows
    for (const episode of episodes) if (episode.windows !== undefined) yield episode.windows
  }
}

function isOpen({ fromMs, untilMs }: TerritoryWindow, nowMs: number): boolean {
  return (fromMs ?? nowMs) <= nowMs && nowMs < (untilMs ?? Number.POSITIVE_INFINITY)
}

function isFor({ territory }: TerritoryWindow, region: Region): boolean {
  return territory === 'everywhere' || territory === region
}

function isAnyOpen(windows: readonly TerritoryWindow[] | undefined, nowMs: number, region: Region): boolean {
  if (windows === undefined || windows.length === 0) return true
  return windows.some((window) => isOpen(window, nowMs) && isFor(window, region))
}

/**
 * Whether a title is listed and can be watched at a moment and from there. A window's end is exclusive. A series of which
 * no season is open is not.
 */
export function isAvailable(title: Parts, nowMs: number, region: Region = 'inside'): boolean {
  if (title.availability?.isHidden === true) return false
  if (!isAnyOpen(windowsOf(title), nowMs, region)) return false
  if (title.hasPartWindows !== true || title.seasons === undefined) return true
  return openSeasons(title.seasons, nowMs, region).length > 0
}

/** A title with only those seasons and episodes that can be watched at a moment and from there; the same where all can. */
export function withOpenParts(title: TitleRecord, nowMs: number, region: Region): TitleRecord {
  if (title.hasPartWindows !== true) return title
  const seasons = openSeasons(title.seasons, nowMs, region)
  return seasons.length === title.seasons.length && seasons.every((one, at) => one === title.seasons[at])
    ? title
    : { ...title, seasons }
}

function openSeasons(
  seasons: readonly SeasonRecord[],
  nowMs: number,
  region: Region,
): readonly SeasonRecord[] {
  return seasons.flatMap((season) => {
    if (!isAnyOpen(season.windows, nowMs, region)) return []
    const episodes = season.episodes.filter(({ windows }) => isAnyOpen(windows, nowMs, region))
    if (episodes.length === season.episodes.length) return [season]
    return episodes.length === 0 ? [] : [{ ...season, episodes }]
  })
}

/** Until when windows are open that are so now; null: no end. */
function endMs(windows: readonly TerritoryWindow[], nowMs: number, region: Region): number | null {
  const open = windows.filter((window) => isOpen(window, nowMs) && isFor(window, region))
  const ends = open.map(({ untilMs }) => untilMs ?? Number.POSITIVE_INFINITY)
  const end = Math.max(...ends, Number.NEGATIVE_INFINITY)
  return Number.isFinite(end) ? end : null
}

/** The end of the windows in which a file of a title can be watched now; null: no end. Undefined: it cannot be now. */
export function fileWindowEndMs(
  title: TitleRecord,
  vfid: number,
  nowMs: number,
  region: Region,
): number | null | undefined {
  if (!isAvailable(title, nowMs, region)) return undefined
  const season = title.seasons.find(({ episodes }) => episodes.some(({ file }) => file.vfid === vfid))
  const episode = season?.episodes.find(({ file }) => file.vfid === vfid)
  const all = [windowsOf(title), season?.windows ?? [], episode?.windows ?? []]
  if (!all.every((windows) => isAnyOpen(windows, nowMs, region))) return undefined
  const ends = all.map((windows) => endMs(windows, nowMs, region)).filter((end) => end !== null)
  return ends.length === 0 ? null : Math.min(...ends)
}

/** When a title that is closed now opens there first, a series with its first season; undefined when that is not planned. */
export function opensMs(title: Parts, nowMs: number, region: Region): number | undefined {
  const starts = [windowsOf(title), ...windowsOfParts(title)]
    .flat()
    .flatMap(({ fromMs }) => (fromMs !== null && fromMs > nowMs ? [fromMs] : []))
  return [...new Set(starts)].toSorted((a, b) => a - b).find((moment) => isAvailable(title, moment, region))
}

/** Whether a title's windows differ by territory, or those of its parts. */
export function isTerritorial(title: Parts): boolean {
  const isBound = ({ territory }: TerritoryWindow) => territory !== 'everywhere'
  return windowsOf(title).some(isBound) || [...windowsOfParts(title)].some((windows) => windows.some(isBound))
}

/** The next moment after `nowMs` at which a window of a title or of its parts starts or ends; undefined for none. */
export function nextChangeMs(titles: Iterable<Parts>, nowMs: number): number | undefined {
  let next = Number.POSITIVE_INFINITY
  for (const title of titles) {
    if (title.availability?.isHidden === true) continue
    if (title.availability === undefined && title.hasPartWindows !== true) continue
    for (const windows of [windowsOf(title), ...windowsOfParts(title)])
      for (const { fromMs, untilMs } of windows)
        for (const moment of [fromMs, untilMs])
          if (moment !== null && moment > nowMs && moment < next) next = moment
  }
  return next === Number.POSITIVE_INFINITY ? undefined : next
}
