import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import type { MarkedProgramme } from './programme-marks.ts'
import { useReminderText } from './reminder-text.ts'
import { useFollow, useReminder } from './use-reminder.ts'
import styles from './reminder-button.module.css'

interface ReminderButtonProps {
  readonly programme: MarkedProgramme
  readonly className?: string | undefined
}

/** A bell of 48 pixels beside a programme that is coming, filled while there is a reminder (FOLLOW-01). */
export function ReminderButton({ programme, className }: ReminderButtonProps) {
  const t = useReminderText()
  const { isOn, toggle } = useReminder(programme)
  return (
    <IconButton
      icon={isOn ? 'bellFilled' : 'bell'}
      label={t(isOn ? 'removeOf' : 'addOf', { title: programme.title })}
      title={t(isOn ? 'remove' : 'add')}
      className={classes(isOn && styles.on, className)}
      onClick={toggle}
    />
  )
}

/** The same as a button with its word, among the actions of a programme. */
export function ReminderAction({ programme, className }: ReminderButtonProps) {
  const t = useReminderText()
  const { isOn, toggle } = useReminder(programme)
  return (
    <Button icon={isOn ? 'bellFilled' : 'bell'} className={className} onClick={toggle}>
      {t(isOn ? 'remove' : 'add')}
    </Button>
  )
}

interface FollowActionProps extends ReminderButtonProps {
  /** `quiet`: a text among others. */
  readonly variant?: 'secondary' | 'quiet'
}

/** Follows the show of a programme, past or coming (FOLLOW-02). */
export function FollowAction({ programme, className, variant = 'secondary' }: FollowActionProps) {
  const t = useReminderText()
  const { isOn, toggle } = useFollow(programme)
  return (
    <Button variant={variant} icon={isOn ? 'rateFilled' : 'rate'} className={className} onClick={toggle}>
      {t(isOn ? 'unfollow' : 'follow')}
    </Button>
  )
}
