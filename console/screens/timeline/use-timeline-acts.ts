/** What can be done with the programmes of a channel; each act says so, with an undo. */
import { consoleTimeline } from '#contract/console/timeline.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { useTimelineText } from './timeline-text.ts'
import type { Programme } from './timeline-data.ts'

export interface TimelineActs {
  readonly hide: (programme: Programme, hidden: boolean) => void
  readonly release: (programme: Programme) => void
  readonly releaseShift: (shiftId: number) => void
  readonly releaseAll: () => Promise<boolean>
}

export function useTimelineActs(cid: number): TimelineActs {
  const t = useTimelineText()
  const { send } = useSending('guide')
  return {
    hide: ({ pid, version }, hidden) =>
      void send(consoleTimeline.change, { cid, pid, version, hidden }, () =>
        t(hidden ? 'isHidden' : 'isShown'),
      ),
    release: ({ pid, version, is_added: isAdded }) =>
      void send(consoleTimeline.release, { cid, pid, version }, () => t(isAdded ? 'deleted' : 'released')),
    releaseShift: (shiftId) =>
      void send(consoleTimeline.release, { cid, shift_id: shiftId }, () => t('shiftReleased')),
    releaseAll: () => send(consoleTimeline.release, { cid }, () => t('allReleased')),
  }
}
