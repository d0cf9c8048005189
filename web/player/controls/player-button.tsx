import type { ButtonHTMLAttributes } from 'react'
import { classes } from '#web/ui/text/class-names.ts'
import { PlayerIcon, type PlayerIconName } from './player-icon.tsx'
import styles from './player-button.module.css'

interface PlayerButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  readonly icon: PlayerIconName
  /** The action, read aloud, and shown on hover with its key. */
  readonly label: string
  /** The key with the same action. */
  readonly hotkey?: string
  readonly iconSize?: number
}

/** A round button of the player: 48 pixels, one icon, one label. */
export function PlayerButton({ icon, label, hotkey, iconSize = 26, className, ...rest }: PlayerButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={hotkey === undefined ? label : `${label} (${hotkey})`}
      {...rest}
      className={classes(styles.button, className)}
    >
      <PlayerIcon name={icon} size={iconSize} />
    </button>
  )
}
