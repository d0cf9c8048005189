/** What of the channels is shown, and in which order: in the address, so that a view can be linked to. Pure. */
import type { consoleChannels } from '#contract/console/channels.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { foldText } from '#console/ui/fold-text.ts'

type Listed = ResponseOf<typeof consoleChannels.list>
export type Channel = Listed['channels'][number]
export type Category = Listed['categories'][number]

export const views = [
  'all',
  'radio',
  'off',
  'hidden',
  'noLogo',
  'noGuide',
  'noTariff',
  'general',
  'edited',
] as const
export type View = (typeof views)[number]

export const sortable = ['number', 'name', 'category', 'archive', 'guide', 'tariffs'] as const
export type Sortable = (typeof sortable)[number]

export interface ChannelFilter {
  readonly text: string
  readonly categoryId: number
  readonly view: View
  readonly sort: Sortable
  readonly isDescending: boolean
}

/** Channels whose category nobody has chosen yet. */
const generalCategory = 1

const inView: Readonly<Record<View, (channel: Channel) => boolean>> = {
  all: () => true,
  radio: (channel) => channel.is_radio,
  off: (channel) => channel.source_kind === 'recorded' && !channel.is_enabled,
  hidden: (channel) => channel.is_hidden,
  noLogo: (channel) => channel.logo === '',
  // Few stations have a guide.
  noGuide: (channel) => channel.guide_until === 0 && !channel.is_radio,
  noTariff: (channel) => channel.tariff_count === 0,
  general: (channel) => channel.category_id === generalCategory,
  edited: (channel) => channel.locked.length > 0,
}

/** Reads a filter; what an address has wrong counts as absent. */
export function readChannelFilter(query: URLSearchParams): ChannelFilter {
  const order = query.get('sort') ?? 'number'
  const categoryId = Number(query.get('category') ?? 0)
  return {
    text: query.get('q') ?? '',
    categoryId: Number.isInteger(categoryId) ? categoryId : 0,
    view: views.find((view) => view === query.get('view')) ?? 'all',
    sort: sortable.find((name) => name === order.replace('-', '')) ?? 'number',
    isDescending: order.startsWith('-'),
  }
}

/** A channel with its text folded once, so that each letter typed only compares. */
export interface SearchableChannel {
  readonly channel: Channel
  readonly folded: string
}

export function searchable(channels: readonly Channel[]): readonly SearchableChannel[] {
  return channels.map((channel) => ({
    channel,
    folded: foldText(`${channel.number} ${channel.name_ru} ${channel.name_uz} ${channel.tvg_id}`),
  }))
}

/** How many channels are in each view, whatever the other filters say. */
export function countViews(channels: readonly Channel[]): Readonly<Record<View, number>> {
  const counts = Object.fromEntries(views.map((view) => [view, 0])) as Record<View, number>
  for (const channel of channels) for (const view of views) if (inView[view](channel)) counts[view] += 1
  return counts
}

/** The channels that match, in order: each word of the text is in number, names or guide id. */
export function filterChannels(
  channels: readonly SearchableChannel[],
  filter: ChannelFilter,
  categories: readonly Category[],
): readonly Channel[] {
  const words = foldText(filter.text).split(' ').filter(Boolean)
  const shown = channels
    .filter(
      ({ channel, folded }) =>
        inView[filter.view](channel) &&
        (filter.categoryId === 0 || channel.category_id === filter.categoryId) &&
        words.every((word) => folded.includes(word)),
    )
    .map(({ channel }) => channel)
  const places = new Map(categories.map(({ category_id: id }, place) => [id, place]))
  const sign = filter.isDescending ? -1 : 1
  return shown.toSorted(
    (a, b) => sign * compare(a, b, filter.sort, places) || a.number - b.number || a.cid - b.cid,
  )
}

function compare(a: Channel, b: Channel, by: Sortable, places: ReadonlyMap<number, number>): number {
  switch (by) {
    case 'number':
      return a.number - b.number
    case 'name':
      return a.name_ru < b.name_ru ? -1 : Number(a.name_ru > b.name_ru)
    case 'category':
      return (places.get(a.category_id) ?? 0) - (places.get(b.category_id) ?? 0)
    case 'archive':
      return a.archive_days - b.archive_days
    case 'guide':
      return a.guide_until - b.guide_until
    case 'tariffs':
      return a.tariff_count - b.tariff_count
  }
}

/** The selection after a press on one channel; with `isRange`, all from the last pressed one to it. */
export function select(
  selection: ReadonlySet<number>,
  shown: readonly Channel[],
  {
    cid,
    lastCid,
    isRange,
  }: { readonly cid: number; readonly lastCid: number | null; readonly isRange: boolean },
): ReadonlySet<number> {
  const next = new Set(selection)
  const isAdded = !selection.has(cid)
  const from = shown.findIndex((channel) => channel.cid === lastCid)
  const to = shown.findIndex((channel) => channel.cid === cid)
  const range =
    isRange && from >= 0 && to >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [{ cid }]
  for (const one of range)
    if (isAdded) next.add(one.cid)
    else next.delete(one.cid)
  return next
}
