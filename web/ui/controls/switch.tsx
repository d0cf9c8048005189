import { classes } from '#web/ui/text/class-names.ts'
import styles from './switch.module.css'

interface SwitchProps {
  readonly isOn: boolean
  /** The label beside it. */
  readonly label: string
  /** Read aloud instead, where the label alone is not specific enough. */
  readonly name?: string
  readonly disabled?: boolean
  readonly onSwitch: (isOn: boolean) => void
}

/** A switch that acts at once, without a save button. */
export function Switch({ isOn, label, name = label, disabled = false, onSwitch }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={name}
      disabled={disabled}
      className={styles.switch}
      onClick={() => onSwitch(!isOn)}
    >
      <span className={classes(styles.track, isOn && styles.on)} aria-hidden="true">
        <span className={styles.knob} />
      </span>
      <span>{label}</span>
    </button>
  )
}
