import type { TerritoryWindow, TitleRecord } from './titles/title.ts'

type Window = Pick<TitleRecord, 'availability'>

/** A client's network, as far as windows depend on it. */
export type Region = 'inside' | 'outside'

/** All windows of a title, the imported one first; none: it is always available. */
export function windowsOf({ availability }: Window): readonly TerritoryWindow[] {
  if (availability === undefined) return []
  const { fromMs, untilMs, territory = 'everywhere', more = [] } = availability
  const isBound = fromMs !== null || untilMs !== null || territory !== 'everywhere'
  return isBound || more.length > 0 ? [{ fromMs, untilMs, territory }, ...more] : []
}

function isOpen({ fromMs, untilMs }: TerritoryWindow, nowMs: number): boolean {
  return (fromMs ?? nowMs) <= nowMs && nowMs < (untilMs ?? Number.POSITIVE_INFINITY)
}

function isFor({ territory }: TerritoryWindow, region: Region): boolean {
  return territory === 'everywhere' || territory === region
}

/** Whether a title is listed and can be watched at a moment and from there. A window's end is exclusive. */
export function isAvailable(title: Window, nowMs: number, region: Region = 'inside'): boolean {
  if (title.availability?.isHidden === true) return false
  const windows = windowsOf(title)
  return windows.length === 0 || windows.some((window) => isOpen(window, nowMs) && isFor(window, region))
}

/** The end of the window in which a title can be watched now; null: no end. */
export function windowEndMs(title: Window, nowMs: number, region: Region): number | null {
  const open = windowsOf(title).filter((window) => isOpen(window, nowMs) && isFor(window, region))
  const ends = open.map(({ untilMs }) => untilMs ?? Number.POSITIVE_INFINITY)
  const end = Math.max(...ends, Number.NEGATIVE_INFINITY)
  return Number.isFinite(end) ? end : null
}

/** Whether a title's windows differ by territory. */
export function isTerritorial(title: Window): boolean {
  return windowsOf(title).some(({ territory }) => territory !== 'everywhere')
}

/** The next moment after `nowMs` at which a title's window starts or ends; undefined when none does. */
export function nextChangeMs(titles: Iterable<Window>, nowMs: number): number | undefined {
  let next = Number.POSITIVE_INFINITY
  for (const title of titles) {
    if (title.availability === undefined || title.availability.isHidden) continue
    for (const { fromMs, untilMs } of windowsOf(title))
      for (const moment of [fromMs, untilMs])
        if (moment !== null && moment > nowMs && moment < next) next = moment
  }
  return next === Number.POSITIVE_INFINITY ? undefined : next
}
