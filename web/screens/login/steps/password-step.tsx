/** The last step: a password; for a registration also a name. */
import { Button } from '#web/ui/controls/button.tsx'
import { TextField, useFieldFocus } from '#web/features/forms/fields.tsx'
import { FormTrouble, useRest } from '#web/screens/login/flow/form-trouble.tsx'
import { keep, useSaved } from '#web/screens/login/flow/stored-steps.ts'
import { NewPassword } from '#web/features/forms/new-password.tsx'
import { lengthProblem } from '#web/features/forms/password-length.ts'
import type { Busy } from './phone-step.tsx'
import { BusyWords } from './phone-step.tsx'
import { useRegisterText } from '#web/features/forms/register-text.ts'
import { noTrouble, type FieldName, type Trouble } from '#web/features/forms/trouble.ts'
import styles from '#web/screens/login/flow/login-screen.module.css'
import { Form } from '#web/features/forms/form.tsx'

const nameLength = 100

interface PasswordStepProps {
  readonly purpose: 'register' | 'recover'
  /** The phone (`+998…`) of the account, or null. */
  readonly phone: string | null
  readonly password: string
  readonly trouble: Trouble
  readonly busy: Busy
  readonly onPassword: (password: string) => void
  readonly onTell: (trouble: Trouble) => void
  readonly onFinish: () => void
}

export function PasswordStep(props: PasswordStepProps) {
  const { purpose, phone, password, trouble, busy, onPassword, onTell, onFinish } = props
  const t = useRegisterText()
  const { name } = useSaved()
  const form = useFieldFocus(trouble)
  const rest = useRest(trouble)
  const isNew = purpose === 'register'
  const correct = (field: FieldName) => trouble.fields[field] !== undefined && onTell(noTrouble)
  const submit = () => {
    const problem = lengthProblem(password, t)
    if (problem !== undefined) onTell({ fields: { password: problem } })
    else onFinish()
  }
  return (
    <Form ref={form} className={styles.form} isBusy={busy !== null || rest > 0} onSubmit={submit}>
      {/* The user name under which a password manager saves the password. */}
      <input
        className="spoken"
        type="text"
        autoComplete="username"
        value={phone ?? ''}
        tabIndex={-1}
        aria-hidden="true"
        readOnly
      />
      {isNew && (
        <TextField
          name="name"
          label={t('name')}
          value={name}
          problem={trouble.fields.name}
          autoComplete="given-name"
          maxLength={nameLength}
          onChange={(text) => {
            keep({ name: text })
            correct('name')
          }}
        />
      )}
      <NewPassword
        label={t(isNew ? 'password' : 'newPassword')}
        value={password}
        problem={trouble.fields.password}
        about={[phone?.slice(1) ?? '', phone?.slice('+998'.length) ?? '', isNew ? name : '']}
        onChange={(text) => {
          onPassword(text)
          correct('password')
        }}
      />
      <FormTrouble trouble={trouble} />
      <Button
        type="submit"
        data-first=""
        variant="primary"
        size="l"
        wide
        disabled={busy !== null || rest > 0}
      >
        {busy === null
          ? t(isNew ? 'finish' : 'save')
          : busy === 'robot'
            ? t('robot')
            : t(isNew ? 'finishing' : 'saving')}
      </Button>
      <BusyWords busy={busy} />
    </Form>
  )
}
