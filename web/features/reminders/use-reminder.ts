import { useCallback, useSyncExternalStore } from 'react'
import { askToLogIn } from '#web/session/login-needed.ts'
import { session, useViewerKey } from '#web/session/session.ts'
import { useOnChange } from '#web/state/use-on-change.ts'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import type { MarkedProgramme, ProgrammeMarks } from './programme-marks.ts'
import { followMarks, minutesBeforeStart, reminderMarks } from './reminder-store.ts'
import { useReminderText } from './reminder-text.ts'

interface UsedMark {
  readonly isOn: boolean
  /** Adds or removes it, with a sentence; a guest is asked to log in. */
  readonly toggle: () => void
}

/** The reminder of a programme that is coming; null for none. */
export function useReminder(programme: MarkedProgramme | null): UsedMark {
  const t = useReminderText()
  return useMark(reminderMarks, programme, (isOn) => {
    const minutes = minutesBeforeStart()
    if (!isOn) return t('removed')
    return minutes === 0 ? t('addedAtStart') : t('added', { count: minutes })
  })
}

/** Whether the show of a programme is followed. */
export function useFollow(programme: MarkedProgramme | null): UsedMark {
  const t = useReminderText()
  return useMark(followMarks, programme, (isOn) => t(isOn ? 'followed' : 'unfollowed'))
}

/** A mark of a programme, and the press that changes it. */
export function useMark(
  marks: ProgrammeMarks,
  programme: MarkedProgramme | null,
  sentenceOf: (isOn: boolean) => string,
): UsedMark {
  const t = useReminderText()
  const viewer = useViewerKey()
  const pid = programme?.pid ?? 0
  const isOn = useSyncExternalStore(
    marks.subscribe,
    () => pid !== 0 && marks.isOn(pid),
    () => false,
  )
  useOnChange([viewer, pid], () => {
    if (pid !== 0) void marks.load()
  })
  const toggle = useCallback(() => {
    if (programme === null) return
    if (session.get().token === null) return askToLogIn()
    void marks.toggle(programme).then((changed) => {
      if (changed.kind === 'undone') showToast(changed.message || t('failed'))
      if (changed.kind === 'done') showToast(sentenceOf(changed.isOn))
    })
  }, [marks, programme, sentenceOf, t])
  return { isOn, toggle }
}
