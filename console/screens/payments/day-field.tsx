import styles from './payments.module.css'

interface DayProps {
  readonly label: string
  /** `2026-11-28`, or ''. */
  readonly day: string
  readonly max?: string
  readonly onChange: (day: string) => void
}

/** A day of the calendar. */
export function Day({ label, day, max, onChange }: DayProps) {
  return (
    <label className={styles['day']}>
      <span>{label}</span>
      <input type="date" value={day} max={max} onChange={({ target }) => onChange(target.value)} />
    </label>
  )
}
