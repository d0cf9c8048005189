/** Which channels a view of the matching shows; pure. */
import type { consoleGuide } from '#contract/console/guide.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { hasWords } from '#console/ui/fold-text.ts'

export type Channel = ResponseOf<typeof consoleGuide.matching>['channels'][number]
export const views = ['proposed', 'none', 'matched', 'all'] as const
export type View = (typeof views)[number] | 'rejected'

export function isInView({ match }: Channel, view: View): boolean {
  switch (view) {
    case 'proposed':
      return match !== null && !match.is_applied && match.matched_by !== 'alias'
    case 'matched':
      return match !== null && (match.is_applied || match.matched_by === 'alias')
    case 'none':
      return match === null
    case 'all':
      return true
    case 'rejected':
      return false
  }
}

/** Channels of the view whose number, names or ids contain the text; the surest proposals first. */
export function channelsOf(channels: readonly Channel[], view: View, text: string): readonly Channel[] {
  const shown = channels.filter(
    (channel) => isInView(channel, view) && hasWords(textOf(channel), text.trim()),
  )
  return view === 'proposed'
    ? shown.toSorted((a, b) => (b.match?.score ?? 0) - (a.match?.score ?? 0) || a.number - b.number)
    : shown
}

function textOf({ number, name_ru: ru, name_uz: uz, tvg_id: id, match }: Channel): string {
  return [number, ru, uz, id ?? '', match?.guide_id ?? '', match?.guide_name ?? ''].join(' ')
}
