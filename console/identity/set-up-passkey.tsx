import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { consoleOwn } from '#contract/console/own.ts'
import { CallError, isCancelled } from '#console/session/call-error.ts'
import { call } from '#console/session/call.ts'
import { createPasskey, hasPasskeys } from '#console/session/passkeys.ts'
import { keyOf } from '#console/session/queries.ts'
import { Button } from '#console/ui/button.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { useText } from '#console/session/text.ts'
import { useIdentityText } from './identity-text.ts'
import type { SetUpFactorProps } from './set-up-totp.tsx'
import styles from './identity.module.css'

/** Names a passkey, lets the browser make it, and registers it. */
export function SetUpPasskey({ isGuarded, changes = [], onAdded, onCancelled }: SetUpFactorProps) {
  const t = useIdentityText()
  const base = useText()
  const client = useQueryClient()
  const [name, setName] = useState<string>(t('passkey.default'))
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const add = async () => {
    if (!hasPasskeys()) return setProblem(t('factor.noPasskeys'))
    setIsBusy(true)
    setProblem(undefined)
    try {
      const options = await call(consoleOwn.newPasskeyOptions, {}, { isGuarded })
      const credential = await createPasskey(options)
      const added = await call(consoleOwn.addPasskey, { name: name.trim(), credential }, { isGuarded })
      await Promise.all(changes.map((changed) => client.invalidateQueries({ queryKey: keyOf(changed) })))
      onAdded(added.recovery_codes)
    } catch (error) {
      if (isCancelled(error)) return onCancelled?.()
      setProblem(error instanceof CallError ? error.message : t('factor.passkeyFailed'))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <FormBody problem={problem}>
        <p className={styles['hint']}>{t('factor.passkeyHint')}</p>
        <TextField
          field={{
            id: 'passkey-name',
            name: 'name',
            value: name,
            problem: name.trim() === '' ? base('field.required') : undefined,
            onChange: setName,
          }}
          label={t('passkey.name')}
          hint={t('passkey.nameHint')}
          autoComplete="off"
          isFocused
        />
        <Button
          type="submit"
          look="primary"
          icon="key"
          isWide
          isPending={isBusy}
          isDisabled={name.trim() === ''}
        >
          {t('passkey.submit')}
        </Button>
      </FormBody>
    </form>
  )
}
