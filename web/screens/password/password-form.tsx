import { useRef, useState } from 'react'
import type { CallResult } from '#contract/client.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { sessions } from '#contract/accounts/sessions.ts'
import { PasswordField } from '#web/features/forms/fields.tsx'
import { NewPassword } from '#web/features/forms/new-password.tsx'
import { lengthProblem } from '#web/features/forms/password-length.ts'
import { Rule, RuleList } from '#web/features/forms/rule-list.tsx'
import { useRegisterText } from '#web/features/forms/register-text.ts'
import { call } from '#web/session/requests/api.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { rulesOf } from './password-rules.ts'
import { usePasswordText } from './password-text.ts'
import styles from './password-screen.module.css'
import { Form } from '#web/features/forms/form.tsx'

type Result = CallResult<ResponseOf<typeof sessions.passwordChange>>
interface Problems {
  readonly old?: string
  readonly next?: string
  readonly repeat?: string
  readonly form?: string
}

interface PasswordFormProps {
  /** The subscriber number, so that a password manager knows whose password it is. */
  readonly abonement: string
  /** Called with the number of other devices that were logged out. */
  readonly onDone: (endedSessions: number) => void
}

export function PasswordForm({ abonement, onDone }: PasswordFormProps) {
  const t = usePasswordText()
  const register = useRegisterText()
  const [old, setOld] = useState('')
  const [next, setNext] = useState('')
  const [repeat, setRepeat] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const rules = rulesOf({ old, next, repeat })

  const fail = (problems: Problems, field: 'old' | 'password' | 'repeat' | null) => {
    setProblems(problems)
    if (field !== null) form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus()
  }
  /** Editing a field clears its error. */
  const typing = (set: (text: string) => void) => (text: string) => {
    set(text)
    setProblems({})
  }
  const submit = async () => {
    if (old === '') return fail({ old: t('needOld') }, 'old')
    const length = lengthProblem(next, register)
    if (length !== undefined) return fail({ next: length }, 'password')
    if (!rules.different) return fail({ next: t('notDifferent') }, 'password')
    if (!rules.same) return fail({ repeat: t('notSame') }, 'repeat')
    setProblems({})
    setBusy(true)
    const result = await call(sessions.passwordChange, { old_password: old, new_password: next })
    setBusy(false)
    if (result.kind === 'ok') return onDone(result.data.ended_sessions)
    const problems = result.kind === 'unreachable' ? { form: t('noConnection') } : problemsOf(result)
    fail(problems, 'old' in problems ? 'old' : 'next' in problems ? 'password' : null)
  }
  return (
    <Form ref={form} className={styles.form} isBusy={busy} onSubmit={() => void submit()}>
      <input
        className="spoken"
        type="text"
        autoComplete="username"
        value={abonement}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordField
        name="old"
        label={t('old')}
        value={old}
        problem={problems.old}
        autoComplete="current-password"
        onChange={typing(setOld)}
      />
      <NewPassword
        label={t('next')}
        value={next}
        problem={problems.next}
        about={[abonement]}
        onChange={typing(setNext)}
      />
      <PasswordField
        name="repeat"
        label={t('repeat')}
        value={repeat}
        problem={problems.repeat}
        autoComplete="new-password"
        onChange={typing(setRepeat)}
      />
      <RuleList size="large">
        <Rule size="large" isMet={rules.different} spoken={t(rules.different ? 'met' : 'unmet')}>
          {t('ruleDifferent')}
        </Rule>
        <Rule size="large" isMet={rules.same} spoken={t(rules.same ? 'met' : 'unmet')}>
          {t('ruleSame')}
        </Rule>
      </RuleList>
      {problems.form !== undefined && (
        <p className={styles.problem} role="alert">
          {problems.form}
        </p>
      )}
      <Button type="submit" variant="primary" size="l" wide disabled={busy}>
        {busy ? t('saving') : t('save')}
      </Button>
    </Form>
  )
}

/** The server's messages, each at its field. */
function problemsOf(refused: Extract<Result, { readonly kind: 'refused' }>): Problems {
  if (refused.failure === 'wrong_password') return { old: refused.message }
  if (refused.failure === 'weak_password') return { next: refused.message }
  const at = (field: string) => refused.fields.find((problem) => problem.field === field)?.message
  const [old, next] = [at('old_password'), at('new_password')]
  if (old !== undefined) return { old }
  return next === undefined ? { form: refused.message } : { next }
}
