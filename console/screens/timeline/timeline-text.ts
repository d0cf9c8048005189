import { en } from '#console/i18n/en/timeline.ts'
import { ru } from '#console/i18n/ru/timeline.ts'
import { uz } from '#console/i18n/uz/timeline.ts'
import { createTextHook } from '#console/session/text.ts'

export const useTimelineText = createTextHook(ru, uz, en)

/** `12 мин`, `3 ч 5 мин`; what is shorter than a minute is one. */
export function useLasting(): (seconds: number) => string {
  const t = useTimelineText()
  return (seconds) => {
    const minutes = Math.ceil(seconds / 60)
    if (minutes < 60) return t('minutes', { count: minutes })
    return t('hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
  }
}
