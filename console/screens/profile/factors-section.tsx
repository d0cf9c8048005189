import { useState } from 'react'
import { consoleAudit } from '#contract/console/audit.ts'
import { consoleOwn } from '#contract/console/own.ts'
import { consoleStaff } from '#contract/console/staff.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatAgo } from '#console/i18n/format.ts'
import { isCancelled } from '#console/session/call-error.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useAct, useCall } from '#console/session/queries.ts'
import { useText } from '#console/session/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Failed, Section, Skeleton } from '#console/ui/page.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { FactorDialogs, type FactorDialog } from './factor-dialogs.tsx'
import { useProfileText } from './profile-text.ts'
import styles from './profile.module.css'

type Factors = ResponseOf<typeof consoleOwn.factors>

/** What is different after a change of the factors. */
const factorChanges = [consoleOwn.factors, consoleStaff.list, consoleAudit.list]

/** Authenticator app, passkeys, recovery codes. */
export function FactorsSection() {
  const t = useProfileText()
  const { data, error, refetch } = useCall(consoleOwn.factors, {})
  const [dialog, setDialog] = useState<FactorDialog>()
  return (
    <Section title={t('factors')} text={t('factorsText')}>
      {data !== undefined ? (
        <>
          <ul className={styles['rows']}>
            <TotpRow isSetUp={data.totp} onSetUp={() => setDialog({ kind: 'totp' })} />
            {data.passkeys.map((passkey) => (
              <PasskeyRow key={passkey.passkey_id} passkey={passkey} />
            ))}
            <li>
              <Button icon="key" onPress={() => setDialog({ kind: 'passkey' })}>
                {t('passkeyAdd')}
              </Button>
            </li>
            <li>
              <div>
                <h3>{t('codes')}</h3>
                <p className={styles['small']}>{t('codesLeft', { count: data.recovery_codes_left })}</p>
              </div>
              <Button onPress={() => setDialog({ kind: 'newCodes' })}>{t('codesNew')}</Button>
            </li>
          </ul>
          <FactorDialogs dialog={dialog} onChange={setDialog} />
        </>
      ) : error !== null ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={3} />
      )}
    </Section>
  )
}

function useRemoval(text: string) {
  return {
    changes: factorChanges,
    onDone: () => showToast(text),
    onFailed: (error: Error) => {
      if (!isCancelled(error)) showToast(error.message, { isProblem: true })
    },
  }
}

function TotpRow({ isSetUp, onSetUp }: { readonly isSetUp: boolean; readonly onSetUp: () => void }) {
  const t = useProfileText()
  const remove = useAct(consoleOwn.removeTotp, useRemoval(t('totpRemoved')))
  return (
    <li>
      <div>
        <h3>{t('totp')}</h3>
        <p className={styles['small']}>{t(isSetUp ? 'totpOn' : 'totpOff')}</p>
      </div>
      <div className={styles['acts']}>
        <Button onPress={onSetUp}>{t(isSetUp ? 'totpReplace' : 'totpAdd')}</Button>
        {isSetUp ? (
          <Button look="danger" isPending={remove.isPending} onPress={() => remove.mutate({})}>
            {t('totpRemove')}
          </Button>
        ) : null}
      </div>
    </li>
  )
}

function PasskeyRow({ passkey }: { readonly passkey: Factors['passkeys'][number] }) {
  const t = useProfileText()
  const base = useText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const remove = useAct(consoleOwn.removePasskey, useRemoval(t('passkeyRemoved')))
  const { passkey_id: passkeyId, name, last_used_at: usedAt } = passkey
  const moment = usedAt === 0 ? base('common.never') : formatAgo(usedAt, language, nowSec)
  return (
    <li>
      <div>
        <h3>{name}</h3>
        <p className={styles['small']}>{t('passkeyUsed', { moment })}</p>
      </div>
      <Button
        look="danger"
        aria-label={t('passkeyRemoveNamed', { name })}
        isPending={remove.isPending}
        onPress={() => remove.mutate({ passkey_id: passkeyId })}
      >
        {t('passkeyRemove')}
      </Button>
    </li>
  )
}
