/** One field for the six digits of a code, drawn as six boxes: paste, autofill and screen readers see one field. */
import { useId, useState } from 'react'
import { codeLength } from '#contract/form/constants.ts'
import { Problem } from './fields.tsx'
import styles from './code-field.module.css'

interface CodeFieldProps {
  readonly label: string
  readonly code: string
  readonly problem: string | undefined
  readonly disabled: boolean
  readonly onCode: (code: string) => void
}

/** The digits of a code in any notation: `123 456`, `Ekran: 123456`. */
export function codeOf(text: string): string {
  return text.replace(/\D/g, '').slice(0, codeLength)
}

export function CodeField({ label, code, problem, disabled, onCode }: CodeFieldProps) {
  const id = useId()
  const [focused, setFocused] = useState(false)
  return (
    <div className={styles.field}>
      <label className="spoken" htmlFor={id}>
        {label}
      </label>
      <div className={styles.place} data-wrong={problem === undefined ? undefined : ''}>
        <input
          id={id}
          className={styles.input}
          name="code"
          value={code}
          // A pasted message is longer than the code in it.
          maxLength={200}
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="go"
          readOnly={disabled}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem`}
          onChange={({ target }) => onCode(codeOf(target.value))}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          // The caret stands behind the last digit, wherever the field was pressed.
          onSelect={({ currentTarget: field }) => {
            const { selectionStart, selectionEnd, value } = field
            if (selectionStart === selectionEnd && selectionEnd !== value.length)
              field.setSelectionRange(value.length, value.length)
          }}
        />
        <div className={styles.digits} aria-hidden="true">
          {Array.from({ length: codeLength }, (_, index) => (
            <span
              key={index}
              className={styles.digit}
              data-here={focused && index === Math.min(code.length, codeLength - 1) ? '' : undefined}
              data-empty={index >= code.length ? '' : undefined}
            >
              {code[index] ?? ''}
            </span>
          ))}
        </div>
      </div>
      <Problem id={`${id}-problem`} problem={problem} />
    </div>
  )
}
