import styles from './radio-still.module.css'

interface RadioStillProps {
  readonly name: string
  /** '' for none. */
  readonly logo: string
  /** What a screen reader says of it. */
  readonly label: string
}

/** What is shown in place of a radio channel's picture: its logo on a ground of its own, or else its name. */
export function RadioStill({ name, logo, label }: RadioStillProps) {
  return (
    <div className={styles['still']} role="img" aria-label={label}>
      {logo === '' ? (
        <span aria-hidden="true">{name}</span>
      ) : (
        <img src={logo} alt="" width={160} height={160} />
      )}
    </div>
  )
}
