/** A field for a PIN, with keys on the screen for a remote and for fingers. */
import { useId } from 'react'
import { Problem } from '#web/features/forms/fields.tsx'
import { isTelevision } from '#web/remote/television.ts'
import { Icon } from '#web/ui/controls/icon.tsx'
import { useProfilesText } from './profiles-text.ts'
import styles from './pin-field.module.css'

const longest = 6

interface PinFieldProps {
  readonly label: string
  readonly pin: string
  readonly problem?: string | undefined
  readonly disabled?: boolean
  /** Keys below the field; a television always has them. */
  readonly hasKeys?: boolean
  readonly onPin: (pin: string) => void
}

/** Shown as dots: somebody may be looking on. */
export function PinField({
  label,
  pin,
  problem,
  disabled = false,
  hasKeys = isTelevision(),
  onPin,
}: PinFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={styles.input}
        type="password"
        inputMode="numeric"
        autoComplete="off"
        maxLength={longest}
        value={pin}
        readOnly={disabled}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-problem`}
        onChange={({ target }) => onPin(target.value.replace(/\D/g, '').slice(0, longest))}
      />
      <Problem id={`${id}-problem`} problem={problem} />
      {hasKeys && <Keys pin={pin} onPin={onPin} />}
    </div>
  )
}

function Keys({ pin, onPin }: Pick<PinFieldProps, 'pin' | 'onPin'>) {
  const t = useProfilesText()
  const add = (digit: string) => onPin((pin + digit).slice(0, longest))
  return (
    <div className={styles.keys}>
      {[
        ['1', '2', '3'],
        ['4', '5', '6'],
        ['7', '8', '9'],
      ].map((row) => (
        <div key={row[0]} className={styles.row} data-row="">
          {row.map((digit) => (
            <button key={digit} type="button" className={styles.key} onClick={() => add(digit)}>
              {digit}
            </button>
          ))}
        </div>
      ))}
      <div className={styles.row} data-row="">
        <span className={styles.gap} />
        <button type="button" className={styles.key} onClick={() => add('0')}>
          0
        </button>
        <button
          type="button"
          className={styles.key}
          aria-label={t('erase')}
          onClick={() => onPin(pin.slice(0, -1))}
        >
          <Icon name="left" size={20} />
        </button>
      </div>
    </div>
  )
}
