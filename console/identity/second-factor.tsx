/** Proves the second factor: of a login, or again before a dangerous act. */
import { useState } from 'react'
import { consoleEntry } from '#contract/console/entry.ts'
import { consoleOwn } from '#contract/console/own.ts'
import { CallError } from '#console/session/call-error.ts'
import { type ConsoleForm, useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { useIdentityText } from './identity-text.ts'
import { usePasskeyProof } from './use-passkey-proof.ts'
import styles from './identity.module.css'

export type Way = 'totp' | 'passkey' | 'recovery_code' | 'password'

interface SecondFactorProps {
  readonly purpose: 'login' | 'step_up'
  /** The first is offered first. */
  readonly ways: readonly Way[]
  readonly onProven: () => void
  /** The login is over in the meantime; with the sentence to show. */
  readonly onEnded: (sentence: string) => void
}

/** Offers one way, and the others as buttons below it. */
export function SecondFactor({ purpose, ways, onProven, onEnded }: SecondFactorProps) {
  const t = useIdentityText()
  const [way, setWay] = useState<Way>(ways[0] ?? 'password')
  const onFailed = (error: Error) => {
    if (error instanceof CallError && error.failure === 'not_authorized') onEnded(error.message)
  }
  const proof = { purpose, onProven, onFailed }
  const names = {
    totp: 'factor.useTotp',
    passkey: 'factor.usePasskey',
    recovery_code: 'factor.useRecovery',
    password: 'factor.usePassword',
  } as const
  return (
    <div className={styles['steps']}>
      <OneWay key={way} way={way} {...proof} />
      <div className={styles['others']}>
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} look="quiet" onPress={() => setWay(other)}>
              {t(names[other])}
            </Button>
          ))}
      </div>
    </div>
  )
}

interface ProofProps {
  readonly purpose: 'login' | 'step_up'
  readonly onProven: () => void
  readonly onFailed: (error: Error) => void
}

function OneWay({ way, ...props }: ProofProps & { readonly way: Way }) {
  switch (way) {
    case 'totp':
      return <TotpProof {...props} />
    case 'passkey':
      return <PasskeyProof {...props} />
    case 'recovery_code':
      return <RecoveryProof {...props} />
    case 'password':
      return <PasswordProof {...props} />
  }
}

function TotpProof({ purpose, onProven, onFailed }: ProofProps) {
  const t = useIdentityText()
  const endpoint = purpose === 'login' ? consoleEntry.proveTotp : consoleOwn.stepUpTotp
  const form = useForm(
    endpoint,
    { code: '' },
    { isGuarded: false, onDone: onProven, onFailed, failureFields: { wrong_factor: 'code' } },
  )
  return (
    <CodeForm form={form} hint={t('factor.totpHint')}>
      <TextField
        field={form.field('code')}
        label={t('factor.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        isCode
        isFocused
      />
    </CodeForm>
  )
}

function RecoveryProof({ onProven, onFailed }: ProofProps) {
  const t = useIdentityText()
  const form = useForm(
    consoleEntry.proveRecoveryCode,
    { code: '' },
    { isGuarded: false, onDone: onProven, onFailed, failureFields: { wrong_factor: 'code' } },
  )
  return (
    <CodeForm form={form} hint={t('factor.recoveryHint')}>
      <TextField field={form.field('code')} label={t('factor.recovery')} autoComplete="off" isFocused />
    </CodeForm>
  )
}

function PasswordProof({ onProven, onFailed }: ProofProps) {
  const t = useIdentityText()
  const form = useForm(
    consoleOwn.stepUpPassword,
    { password: '' },
    { isGuarded: false, onDone: onProven, onFailed, failureFields: { wrong_password: 'password' } },
  )
  return (
    <CodeForm form={form}>
      <TextField
        field={form.field('password')}
        label={t('login.password')}
        type="password"
        autoComplete="current-password"
        isFocused
      />
    </CodeForm>
  )
}

interface CodeFormProps {
  readonly form: Pick<ConsoleForm<never>, 'submit' | 'isBusy' | 'problem'>
  readonly hint?: string
  readonly children: React.ReactNode
}

function CodeForm({ form, hint, children }: CodeFormProps) {
  const t = useIdentityText()
  return (
    <form onSubmit={form.submit} noValidate>
      <FormBody problem={form.problem}>
        {hint === undefined ? null : <p className={styles['hint']}>{hint}</p>}
        {children}
        <Button type="submit" look="primary" isWide isPending={form.isBusy}>
          {t('factor.submit')}
        </Button>
      </FormBody>
    </form>
  )
}

function PasskeyProof({ purpose, onProven, onFailed }: ProofProps) {
  const t = useIdentityText()
  const isLogin = purpose === 'login'
  const { isBusy, problem, prove } = usePasskeyProof(
    isLogin ? consoleEntry.passkeyOptions : consoleOwn.stepUpPasskeyOptions,
    isLogin ? consoleEntry.provePasskey : consoleOwn.stepUpPasskey,
    { onProven, onFailed },
  )
  return (
    <FormBody problem={problem}>
      <p className={styles['hint']}>{t('factor.passkeyHint')}</p>
      <Button look="primary" icon="key" isWide isPending={isBusy} onPress={prove} autoFocus>
        {t('factor.usePasskey')}
      </Button>
    </FormBody>
  )
}
