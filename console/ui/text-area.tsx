import { useId } from 'react'
import type { FormField } from '#console/session/use-form.ts'
import { classes } from './classes.ts'
import styles from './field.module.css'

interface TextAreaProps {
  readonly field: FormField
  readonly label: string
  readonly hint?: string | undefined
  readonly rows?: number
  /** The language of what is typed, for screen readers and the browser's spelling check. */
  readonly lang?: string
}

/** A field for a text of several lines, with its label, hint and problem. */
export function TextArea({ field, label, hint, rows = 3, lang }: TextAreaProps) {
  const id = useId()
  const described = [
    ...(hint === undefined ? [] : [`${id}hint`]),
    ...(field.problem === undefined ? [] : [`${id}problem`]),
  ]
  return (
    <div className={styles['field']}>
      <label htmlFor={field.id}>{label}</label>
      <textarea
        id={field.id}
        name={field.name}
        value={field.value}
        rows={rows}
        lang={lang}
        onChange={({ target }) => field.onChange(target.value)}
        className={classes(styles['input'], styles['area'])}
        aria-invalid={field.problem !== undefined}
        aria-describedby={described.length === 0 ? undefined : described.join(' ')}
      />
      {hint === undefined ? null : (
        <p id={`${id}hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
      {field.problem === undefined ? null : (
        <p id={`${id}problem`} className={styles['problem']}>
          {field.problem}
        </p>
      )}
    </div>
  )
}
