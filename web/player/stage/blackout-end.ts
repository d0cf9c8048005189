import type { BlackoutDetails } from '#contract/playback/blackouts.ts'
import { formatMoment } from '#web/i18n/format.ts'
import { usePlayerCardText } from '#web/player/texts/player-card-text.ts'
import { useLanguage } from '#web/session/session.ts'
import { useNowSec } from '#web/ui/text/use-now.ts'

/** Until when something may not be shown, and what happens then, in words. */
export function useBlackoutEnd({ until, returns }: BlackoutDetails): string {
  const t = usePlayerCardText()
  const language = useLanguage()
  const nowSec = useNowSec()
  if (!returns) return t('blackout.closed')
  return until === null
    ? t('blackout.noEnd')
    : t('blackout.until', { moment: formatMoment(until, language, nowSec) })
}
