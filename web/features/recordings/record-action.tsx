import type { MarkedProgramme } from '#web/features/reminders/programme-marks.ts'
import { useMark } from '#web/features/reminders/use-reminder.ts'
import { useProfile } from '#web/session/profile.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { useStore } from '#web/state/create-store.ts'
import { keepableChannels, recordingMarks } from './recording-store.ts'
import { useRecordingText } from './recording-text.ts'

interface RecordActionProps {
  readonly programme: MarkedProgramme
  readonly className?: string | undefined
  /** `quiet`: a text among others. */
  readonly variant?: 'secondary' | 'quiet'
}

/** Keeps a programme, past, on the air or coming, beyond the archive (FOLLOW-03). */
export function RecordAction({ programme, className, variant = 'secondary' }: RecordActionProps) {
  const t = useRecordingText()
  const keepable = useStore(keepableChannels, () => null)
  const isChild = useProfile()?.isChild === true
  const { isOn, toggle } = useMark(recordingMarks, programme, (on) => t(on ? 'added' : 'removed'))
  // One that is kept may also be removed where no other can be kept by now.
  if (!isOn && keepable !== null && !keepable.has(programme.cid)) return null
  // The hours are the family's: a child keeps nothing.
  if (isChild) return null
  return (
    <Button variant={variant} icon={isOn ? 'check' : 'save'} className={className} onClick={toggle}>
      {t(isOn ? 'remove' : 'add')}
    </Button>
  )
}
