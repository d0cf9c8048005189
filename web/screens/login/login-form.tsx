import { useRef, useState, type FormEvent } from 'react'
import { accounts } from '#contract/accounts.ts'
import type { CallResult } from '#contract/client.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { call } from '#web/session/api.ts'
import { newDeviceUid, session } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { useAccountText } from './account-text.ts'
import { PasswordField, TextField } from './fields.tsx'
import { whoIs, type Who } from './who.ts'
import styles from './login-screen.module.css'

type Result = CallResult<AnswerOf<typeof accounts.login>>
interface Problems {
  readonly who?: string
  readonly password?: string
  readonly form?: string
}

const MODEL_LENGTH = 200

function ask(
  who: Extract<Who, { kind: 'phone' | 'abonement' }>,
  password: string,
  deviceUid: string,
): Promise<Result> {
  return call(accounts.login, {
    ...(who.kind === 'phone' ? { phone_number: who.phone } : { abonement: who.abonement }),
    password,
    device_uid: deviceUid,
    device_model: navigator.userAgent.slice(0, MODEL_LENGTH),
    device: 'browser',
  })
}

export function LoginForm() {
  const t = useAccountText()
  const [who, setWho] = useState('')
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const fail = (found: Problems) => {
    setProblems(found)
    const field = found.who !== undefined ? 'who' : found.password !== undefined ? 'password' : null
    if (field !== null) form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const meant = whoIs(who)
    if (meant.kind === 'empty') return fail({ who: t('needWho') })
    if (meant.kind === 'bad-phone') return fail({ who: t('badPhone') })
    if (password === '') return fail({ password: t('needPassword') })
    setProblems({})
    setBusy(true)
    const deviceUid = newDeviceUid()
    const result = await ask(meant, password, deviceUid)
    setBusy(false)
    if (result.kind === 'answer')
      session.signIn({ token: result.data.authkey, abonement: result.data.abonement, deviceUid })
    else fail(result.kind === 'unreachable' ? { form: t('noConnection') } : problemsOf(result))
  }
  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        name="who"
        label={t('who')}
        value={who}
        problem={problems.who}
        autoComplete="username"
        inputMode="tel"
        onChange={setWho}
      />
      <PasswordField
        name="password"
        label={t('password')}
        value={password}
        problem={problems.password}
        onChange={setPassword}
      />
      {problems.form !== undefined && (
        <p className={styles.problem} role="alert">
          {problems.form}
        </p>
      )}
      <Button type="submit" variant="primary" size="l" wide disabled={busy}>
        {busy ? t('entering') : t('enter')}
      </Button>
    </form>
  )
}

/** The server's words, each at its field; what belongs to none stands above the button. */
function problemsOf(refused: Extract<Result, { kind: 'refused' }>): Problems {
  if (refused.failure === 'wrong_credentials') return { password: refused.message }
  const at = (...names: string[]) => refused.fields.find((problem) => names.includes(problem.field))?.message
  const who = at('phone_number', 'abonement')
  const password = at('password')
  if (who === undefined && password === undefined) return { form: refused.message }
  return { ...(who === undefined ? {} : { who }), ...(password === undefined ? {} : { password }) }
}
