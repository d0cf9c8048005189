import { useId, useState, type InputHTMLAttributes, type ReactNode } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { useAccountText } from './account-text.ts'
import styles from './fields.module.css'

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly value: string
  /** What is wrong with it, in words. */
  readonly problem?: string | undefined
  readonly onChange: (value: string) => void
}
type Native = Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'autoComplete' | 'inputMode'>

/** A field with its label above and its problem below. */
export function TextField({ after, ...props }: FieldProps & Native & { readonly after?: ReactNode }) {
  const { name, label, value, problem, onChange, type = 'text', autoComplete, inputMode } = props
  const id = useId()
  const problemId = `${id}-problem`
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.place}>
        <input
          id={id}
          className={styles.input}
          name={name}
          type={type}
          value={value}
          autoComplete={autoComplete}
          inputMode={inputMode}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : problemId}
          onChange={(event) => onChange(event.target.value)}
        />
        {after}
      </div>
      {problem !== undefined && (
        <p className={styles.problem} id={problemId} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

/** A password that can be looked at; pasting and password managers work. */
export function PasswordField({
  autoComplete = 'current-password',
  ...props
}: FieldProps & { readonly autoComplete?: 'current-password' | 'new-password' }) {
  const t = useAccountText()
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
      after={
        <IconButton
          className={styles.eye}
          icon={shown ? 'eyeOff' : 'eye'}
          label={shown ? t('hide') : t('show')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
