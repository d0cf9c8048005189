import { useId, useLayoutEffect, useRef, type InputHTMLAttributes } from 'react'
import { classes } from '#web/ui/text/class-names.ts'
import inputs from '#web/ui/controls/input.module.css'
import styles from '#web/payment/flow/payment.module.css'

interface FieldProps extends Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'name' | 'autoComplete' | 'placeholder' | 'maxLength' | 'enterKeyHint'
> {
  readonly label: string
  readonly value: string
  /** The text below while there is no problem. */
  readonly hint?: string | undefined
  readonly problem: string | undefined
  readonly disabled: boolean
  /** Formats the typed text. */
  readonly write: (text: string) => string
  readonly onValue: (value: string) => void
}

function digitsBefore(text: string, caret: number) {
  return text.slice(0, caret).replace(/\D/g, '').length
}

/** A field of digits that are grouped while they are typed; the caret stays behind the same digit. */
export function Field({ label, value, hint, problem, disabled, write, onValue, ...native }: FieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const digits = useRef<number | null>(null)
  useLayoutEffect(() => {
    const field = input.current
    if (field === null || digits.current === null || document.activeElement !== field) return
    let caret = 0
    while (caret < value.length && digitsBefore(value, caret) < digits.current) caret += 1
    field.setSelectionRange(caret, caret)
    digits.current = null
  }, [value])
  return (
    <div className={classes(inputs.field, styles.field)}>
      <label className={inputs.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...native}
        ref={input}
        id={id}
        className={classes(inputs.box, inputs.large, styles.input)}
        type="text"
        inputMode="numeric"
        value={value}
        readOnly={disabled}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-said`}
        onChange={({ target }) => {
          const written = write(target.value)
          const isAtEnd = target.selectionStart === target.value.length
          digits.current = isAtEnd ? Infinity : digitsBefore(target.value, target.selectionStart ?? 0)
          onValue(written)
        }}
      />
      <p
        className={problem === undefined ? styles.hint : styles.problem}
        id={`${id}-said`}
        role={problem === undefined ? undefined : 'alert'}
      >
        {problem ?? hint}
      </p>
    </div>
  )
}
