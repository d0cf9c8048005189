import type { ButtonHTMLAttributes } from 'react'
import { classes } from '#web/ui/text/class-names.ts'
import { PlayerIcon, type PlayerIconName } from './player-icon.tsx'
import styles from './player-button.module.css'

interface PlayerButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  readonly icon: PlayerIconName
  /** What it does now, read aloud and shown on hover with the key. */
  readonly label: string
  /** The key that does the same. */
  readonly hotkey?: string
  readonly iconSize?: number
}

/** A round control of the player: 48 pixels of target, one icon, one name. */
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
