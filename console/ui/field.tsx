import { type ReactNode, useId, useState } from 'react'
import type { FormField } from '#console/session/use-form.ts'
import { useText } from '#console/session/text.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icons.tsx'
import { classes } from './classes.ts'
import styles from './field.module.css'

interface TextFieldProps {
  readonly field: FormField
  readonly label: string
  readonly hint?: string
  readonly type?: 'text' | 'password' | 'email' | 'date' | 'datetime-local'
  readonly autoComplete?: string
  readonly inputMode?: 'text' | 'numeric' | 'email'
  readonly isReadOnly?: boolean
  readonly isFocused?: boolean
  /** Wide letters for a code. */
  readonly isCode?: boolean
}

/** A text field with its label, hint and problem. A password can be shown. */
export function TextField({
  field,
  label,
  hint,
  type = 'text',
  isReadOnly,
  isFocused,
  ...rest
}: TextFieldProps) {
  const t = useText()
  const id = useId()
  const [isShown, setIsShown] = useState(false)
  const { autoComplete, inputMode, isCode } = rest
  const isPassword = type === 'password'
  const described = [hint === undefined ? '' : `${id}hint`, field.problem === undefined ? '' : `${id}problem`]
    .join(' ')
    .trim()
  return (
    <div className={styles['field']}>
      <label htmlFor={field.id}>{label}</label>
      <div className={styles['control']}>
        <input
          id={field.id}
          name={field.name}
          type={isPassword && !isShown ? 'password' : isPassword ? 'text' : type}
          value={field.value}
          onChange={({ target }) => field.onChange(target.value)}
          className={classes(styles['input'], isCode && styles['code'], isPassword && styles['secret'])}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          inputMode={inputMode}
          readOnly={isReadOnly}
          // A step of a dialog begins at its first field.
          autoFocus={isFocused}
          aria-invalid={field.problem !== undefined}
          aria-describedby={described === '' ? undefined : described}
        />
        {isPassword ? (
          <IconButton
            icon={isShown ? 'hidden' : 'eye'}
            label={t(isShown ? 'common.hidePassword' : 'common.showPassword')}
            onPress={() => setIsShown(!isShown)}
          />
        ) : null}
      </div>
      {hint === undefined ? null : (
        <p id={`${id}hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
      {field.problem === undefined ? null : (
        <p id={`${id}problem`} className={styles['problem']}>
          {capital(field.problem)}
        </p>
      )}
    </div>
  )
}

/** A form: fields one below the other, its problem, its buttons. */
export function FormBody({
  problem,
  children,
}: {
  readonly problem: string | undefined
  readonly children: ReactNode
}) {
  return (
    <div className={styles['body']}>
      {children}
      <div role="alert">
        {problem === undefined ? null : (
          <p className={styles['alert']}>
            <Icon name="warning" size={18} />
            <span>{problem}</span>
          </p>
        )}
      </div>
    </div>
  )
}

function capital(text: string) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
