import { lazy, Suspense } from 'react'
import type { Channel } from '#contract/channels/channels.ts'
import { withinLimit } from '#web/ui/lazy/lazy-limit.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { useTvText } from './model/tv-text.ts'
import styles from './day-sheet.module.css'

const ProgrammeList = lazy(() =>
  withinLimit(import('#web/player/programmes/programme-list.tsx')).then((file) => ({
    default: file.ProgrammeList,
  })),
)

interface DaySheetProps {
  readonly channel: Pick<Channel, 'id' | 'name'> | null
  readonly onClose: () => void
}

/** The guide of one channel by days, over the page that opened it. */
export function DaySheet({ channel, onClose }: DaySheetProps) {
  const t = useTvText()
  return (
    <Dialog
      open={channel !== null}
      title={channel === null ? '' : t('daySheetOf', { name: channel.name })}
      className={styles.sheet}
      onClose={onClose}
    >
      <div className={styles.days} data-list="">
        {channel !== null && (
          <Suspense fallback={null}>
            <ProgrammeList cid={channel.id} playingPid={null} />
          </Suspense>
        )}
      </div>
    </Dialog>
  )
}
