import { useEffect } from 'react'
import { consoleOwn } from '#contract/console/own.ts'
import type { ConsoleEndpoint } from '#contract/console/console-endpoint.ts'
import { useAct } from '#console/session/queries.ts'
import { isCancelled } from '#console/session/call-error.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { CopyText } from '#console/ui/copy-text.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Failed, Skeleton } from '#console/ui/page.tsx'
import { QrCode } from '#console/ui/qr-code.tsx'
import { useIdentityText } from './identity-text.ts'
import styles from './identity.module.css'

export interface SetUpFactorProps {
  /** During the first login no dialog may open over it. */
  readonly isGuarded: boolean
  readonly changes?: readonly ConsoleEndpoint[]
  /** With new recovery codes; none when those of before stay. */
  readonly onAdded: (recoveryCodes: readonly string[]) => void
  /** The person has closed the proof of identity that was demanded first. */
  readonly onCancelled?: () => void
}

/** Shows the secret as a QR code, and takes the first code of the app. */
export function SetUpTotp({ isGuarded, changes = [], onAdded, onCancelled }: SetUpFactorProps) {
  const t = useIdentityText()
  const {
    mutate: begin,
    data,
    error,
  } = useAct(consoleOwn.beginTotp, {
    isGuarded,
    onFailed: (failed) => {
      if (isCancelled(failed)) onCancelled?.()
    },
  })
  useEffect(() => begin({}), [begin])
  const form = useForm(
    consoleOwn.confirmTotp,
    { code: '' },
    {
      isGuarded,
      changes,
      failureFields: { wrong_factor: 'code' },
      onDone: (done) => onAdded(done.recovery_codes),
    },
  )
  if (error !== null && !isCancelled(error)) return <Failed error={error} onRetry={() => begin({})} />
  if (data === undefined) return <Skeleton lines={4} />
  return (
    <form onSubmit={form.submit} noValidate>
      <FormBody problem={form.problem}>
        <p className={styles['hint']}>{t('totp.scan')}</p>
        <div className={styles['qr']}>
          <QrCode text={data.uri} label={t('totp.qr')} />
        </div>
        <div className={styles['secret']}>
          <p className={styles['small']}>{t('totp.manual')}</p>
          <CopyText label={t('totp.manual')} text={data.secret} />
        </div>
        <TextField
          field={form.field('code')}
          label={t('factor.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          isCode
        />
        <Button type="submit" look="primary" isWide isPending={form.isBusy}>
          {t('totp.submit')}
        </Button>
      </FormBody>
    </form>
  )
}
