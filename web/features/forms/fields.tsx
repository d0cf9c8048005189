import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
} from 'react'
import { useNavigationType } from '#web/router/router.ts'
import { isTelevision } from '#web/remote/television.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { useLoginText } from './login-text.ts'
import type { Written } from './phone-mask.ts'
import type { FieldName, Trouble } from './trouble.ts'
import { classes } from '#web/ui/text/class-names.ts'
import inputs from '#web/ui/controls/input.module.css'
import styles from './fields.module.css'

interface FieldProps {
  readonly name: FieldName
  readonly label: string
  /** The problem, as text. */
  readonly problem?: string | undefined
}
type Native = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'autoComplete' | 'inputMode' | 'placeholder' | 'maxLength' | 'onFocus' | 'onBlur' | 'enterKeyHint'
>
interface TextFieldProps extends FieldProps, Native {
  readonly value: string
  /** The text, and the position of the caret in it. */
  readonly onChange: (value: string, caret: number) => void
  /** An element at the end of the field. */
  readonly after?: ReactNode
  readonly input?: Ref<HTMLInputElement>
}

/** A field with its label above; its problem has a line of its own below, so that nothing moves when it appears. */
export function TextField(props: TextFieldProps) {
  const { name, label, value, problem, onChange, after, input, type = 'text', ...native } = props
  const id = useId()
  return (
    <div className={inputs.field}>
      <label className={inputs.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.place} data-after={after === undefined ? undefined : ''}>
        <input
          {...native}
          ref={input}
          id={id}
          className={classes(inputs.box, inputs.large, styles.input)}
          name={name}
          type={type}
          value={value}
          autoCapitalize={name === 'name' ? 'words' : 'none'}
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem`}
          onChange={({ target }) => onChange(target.value, target.selectionStart ?? target.value.length)}
        />
        {after}
      </div>
      <Problem id={`${id}-problem`} problem={problem} />
    </div>
  )
}

/** The line is always in the page, so that screen readers announce the problem when it appears. */
export function Problem({ id, problem }: { readonly id: string; readonly problem: string | undefined }) {
  return (
    <p className={styles.problem} id={id} role="alert">
      {problem}
    </p>
  )
}

type MaskedFieldProps = Omit<TextFieldProps, 'value' | 'onChange' | 'input'> & {
  readonly written: Written
  readonly onWrite: (written: Written) => void
}

/** A field whose text is formatted while it is typed; the caret keeps its place. */
export function MaskedField({ written, onWrite, ...props }: MaskedFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (document.activeElement === input.current)
      input.current?.setSelectionRange(written.caret, written.caret)
  }, [written])
  return (
    <TextField
      {...props}
      input={input}
      value={written.text}
      onChange={(text, caret) => onWrite({ text, caret })}
    />
  )
}

interface PasswordFieldProps extends FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly autoComplete: 'current-password' | 'new-password'
}

/** A password that can be shown; pasting and password managers work. */
export function PasswordField(props: PasswordFieldProps) {
  const t = useLoginText()
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      after={
        <IconButton
          className={styles.eye}
          icon={shown ? 'eyeOff' : 'eye'}
          label={shown ? t('hide') : t('show')}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}

/**
 * Focuses the first field of a step, and the first invalid one whenever a problem is reported. On a page that was
 * only opened or returned to, a television or a phone would open its keyboard unnecessarily.
 */
export function useFieldFocus(trouble: Trouble) {
  const form = useRef<HTMLFormElement>(null)
  const type = useNavigationType()
  // The navigation that led to this step, not the next one.
  const came = useRef(type)
  useEffect(() => {
    if (came.current === 'POP' && (isTelevision() || !matchMedia('(hover: hover)').matches)) return
    // After a navigation the shell focuses the page; a person comes to this page for its field.
    const frame = requestAnimationFrame(() => focusOn(form.current, 'input:not([tabindex="-1"])'))
    return () => cancelAnimationFrame(frame)
  }, [])
  useEffect(() => {
    if (Object.keys(trouble.fields).length > 0) focusOn(form.current, '[aria-invalid="true"]')
  }, [trouble])
  return form
}

function focusOn(form: HTMLElement | null, selector: string): void {
  const field = form?.querySelector<HTMLInputElement>(selector)
  if (field === null || field === undefined) return
  field.focus({ preventScroll: false })
}
