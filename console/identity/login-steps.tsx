/** A login from the password to the end, as the steps of a card or of a dialog. */
import { useState } from 'react'
import { consoleEntry } from '#contract/console/entry.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { call } from '#console/session/call.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Enrolment } from './enrolment.tsx'
import { useIdentityText } from './identity-text.ts'
import { SecondFactor } from './second-factor.tsx'
import styles from './identity.module.css'

type Stage = ResponseOf<typeof consoleEntry.logIn>
export interface LoginState {
  /** Null: before the password. */
  readonly stage: Stage['stage'] | null
  readonly factors: Stage['factors']
}

interface LoginStepsProps {
  readonly initial: LoginState
  /** A session that has ended is continued by the same person. */
  readonly fixedLogin?: string
  readonly onStep: (title: string) => void
  readonly onComplete: () => void
}

const start: LoginState = { stage: null, factors: [] }

/** Calls `onStep` with the heading of each step. */
export function LoginSteps({ initial, fixedLogin, onStep, onComplete }: LoginStepsProps) {
  const t = useIdentityText()
  const [state, setState] = useState(initial)
  const [sentence, setSentence] = useState<string>()
  const go = (next: LoginState, why?: string) => {
    setState(next)
    setSentence(why)
    onStep(t(titleOf(next)))
    if (next.stage === 'full') onComplete()
  }
  const leave = () => {
    void call(consoleEntry.logOut, {}, { isGuarded: false }).catch(() => undefined)
    go(start)
  }
  switch (state.stage) {
    case 'second_factor':
      return (
        <div className={styles['steps']}>
          <SecondFactor
            purpose="login"
            ways={state.factors}
            onProven={() => go({ stage: 'full', factors: [] })}
            onEnded={(why) => go(start, why)}
          />
          {fixedLogin === undefined ? (
            <div className={styles['others']}>
              <Button look="quiet" onPress={leave}>
                {t('factor.otherLogin')}
              </Button>
            </div>
          ) : null}
        </div>
      )
    case 'enrolment':
      return <Enrolment onStep={onStep} onComplete={() => go({ stage: 'full', factors: [] })} />
    case 'full':
      return null
    case null:
      return <PasswordStep sentence={sentence} fixedLogin={fixedLogin} onDone={go} />
  }
}

/** The heading of a step. */
export function titleOf({ stage }: LoginState) {
  if (stage === 'second_factor') return 'factor.title'
  return stage === 'enrolment' ? 'enrol.title' : 'login.title'
}

interface PasswordStepProps {
  readonly sentence: string | undefined
  readonly fixedLogin: string | undefined
  readonly onDone: (state: LoginState) => void
}

function PasswordStep({ sentence, fixedLogin, onDone }: PasswordStepProps) {
  const t = useIdentityText()
  const form = useForm(
    consoleEntry.logIn,
    { login: fixedLogin ?? '', password: '' },
    { isGuarded: false, onDone, failureFields: { wrong_login: 'password' } },
  )
  return (
    <form onSubmit={form.submit} noValidate>
      <FormBody problem={form.problem ?? sentence}>
        <TextField
          field={form.field('login')}
          label={t('login.login')}
          autoComplete="username"
          isReadOnly={fixedLogin !== undefined}
          isFocused={fixedLogin === undefined}
        />
        <TextField
          field={form.field('password')}
          label={t('login.password')}
          type="password"
          autoComplete="current-password"
          isFocused={fixedLogin !== undefined}
        />
        <Button type="submit" look="primary" isWide isPending={form.isBusy}>
          {t('login.submit')}
        </Button>
        {fixedLogin === undefined ? <p className={styles['small']}>{t('login.forgot')}</p> : null}
      </FormBody>
    </form>
  )
}
