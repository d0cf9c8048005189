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
  /** What is wrong with it, in words. */
  readonly problem?: string | undefined
}
type Native = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'autoComplete' | 'inputMode' | 'placeholder' | 'maxLength' | 'onFocus' | 'onBlur' | 'enterKeyHint'
>
interface TextFieldProps extends FieldProps, Native {
  readonly value: string
  /** The text, and where the caret stands in it. */
  readonly onChange: (value: string, caret: number) => void
  /** Stands at the end of the field. */
  readonly after?: ReactNode
  readonly input?: Ref<HTMLInputElement>
}

/** A field with its label above; its problem has a line of its own below, so that nothing moves when it comes. */
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

/** Announced when it comes: the line is there before. */
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

/** A field whose text is put in order while it is typed; the caret stays with the person. */
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

/** A password that can be looked at; pasting and password managers work. */
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
 * The first field of a step takes the focus, and the first wrong one whenever something is found wrong. On a page that
 * was only opened or gone back to, a television or a phone would bring up its keyboard unasked.
 */
export function useFieldFocus(trouble: Trouble) {
  const form = useRef<HTMLFormElement>(null)
  const type = useNavigationType()
  // How the step was come to, not how the next one will be.
  const came = useRef(type)
  useEffect(() => {
    if (came.current === 'POP' && (isTelevision() || !matchMedia('(hover: hover)').matches)) return
    // The shell gives the focus to the page when it has changed; the field is what a person came for.
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
