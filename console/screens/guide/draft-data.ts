import type { consoleGuideDrafts } from '#contract/console/guide-drafts.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'

/** Reading and applying a hundred thousand programmes takes half a minute. */
export const longMs = 5 * 60_000

export type LoadedDraft = ResponseOf<typeof consoleGuideDrafts.one>
export type GuideDraft = LoadedDraft['draft']
export type Schedule = ResponseOf<typeof consoleGuideDrafts.schedule>
export type Mapping = Schedule['mapping']
export type DraftChannel = LoadedDraft['channels'][number]

export const channelViews = ['differing', 'marked', 'all'] as const
export type ChannelView = (typeof channelViews)[number]

/** Whether a channel is in a view. */
export function isInView({ added, changed, removed, marks }: DraftChannel, view: ChannelView): boolean {
  if (view === 'all') return true
  return view === 'marked' ? marks.length > 0 : added + changed + removed > 0
}

/** How a draft is read once more; absent: as before. */
export interface HowToRead {
  readonly zone?: string
  readonly shift_min?: number
  readonly mapping?: Mapping
}
