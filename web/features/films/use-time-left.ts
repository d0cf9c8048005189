import type { BroadcastTitleCard } from '#contract/films/broadcast-titles.ts'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { useRecordedText } from './recorded-text.ts'
import { timeLeft } from './time-left.ts'

/** `ещё 2 дня`; '' for a recording that stays for good. */
export function useTimeLeft(expiresAt: number | null): string {
  const t = useRecordedText()
  const left = timeLeft(expiresAt, useNowSec())
  if (left === null) return ''
  if (left.unit === 'minutes') return t('minutesLeft')
  return t(left.unit === 'days' ? 'daysLeft' : 'hoursLeft', { count: left.count })
}

/** `В записи, ещё 2 дня` for a film that can be watched from the archive too; undefined for another one. */
export function useRecordedNote(recorded: Pick<BroadcastTitleCard, 'best'> | undefined): string | undefined {
  const t = useRecordedText()
  const left = useTimeLeft(recorded?.best.expires_at ?? null)
  if (recorded === undefined) return undefined
  return left === '' ? t('inArchive') : t('inArchiveFor', { left })
}
