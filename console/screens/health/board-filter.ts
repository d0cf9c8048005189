/** Which channels of the board are shown: in the address, so that a view can be linked to. Pure. */
import { type channelLevels, type consoleHealth } from '#contract/console/health.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { hasWords } from '#console/ui/fold-text.ts'

export type BoardChannel = ResponseOf<typeof consoleHealth.board>['channels'][number]
export type View = (typeof channelLevels)[number] | 'all'

export const views: readonly View[] = ['all', 'bad', 'warning', 'good', 'off']

export interface BoardFilter {
  readonly view: View
  readonly text: string
}

/** Reads a filter; what an address has wrong counts as absent. */
export function readBoardFilter(query: URLSearchParams): BoardFilter {
  return { view: views.find((view) => view === query.get('show')) ?? 'all', text: query.get('q') ?? '' }
}

/** In the order of the board: worst first. */
export function filterBoard(
  channels: readonly BoardChannel[],
  { view, text }: BoardFilter,
): readonly BoardChannel[] {
  return channels.filter(
    (channel) =>
      (view === 'all' || channel.level === view) && hasWords(`${channel.number} ${channel.name}`, text),
  )
}

/** How many channels each view leaves. */
export function countViews(channels: readonly BoardChannel[]): ReadonlyMap<View, number> {
  return new Map(views.map((view) => [view, filterBoard(channels, { view, text: '' }).length]))
}
