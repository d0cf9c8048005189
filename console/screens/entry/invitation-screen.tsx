import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { consoleEntry } from '#contract/console/entry.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useIdentityText } from '#console/identity/identity-text.ts'
import styles from '#console/identity/identity.module.css'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { languageChoice, useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useRoleText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { EntryFrame } from '#console/shell/entry-frame.tsx'
import { Button } from '#console/ui/button.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Failed, Skeleton } from '#console/ui/page.tsx'

type Invitation = ResponseOf<typeof consoleEntry.invitation>

/** Accepts an invitation, or sets a new password: `/console/invitation#<token>`. */
export function InvitationScreen() {
  const t = useIdentityText()
  const [, navigate] = useLocation()
  const [token] = useState(() => location.hash.slice(1))
  useEffect(() => {
    // A link works once; it need not stay in the address and in the history of the browser.
    history.replaceState(history.state, '', location.pathname)
  }, [])
  const { data, error, refetch } = useCall(consoleEntry.invitation, { token }, { isGuarded: false })
  if (error !== null)
    return (
      <EntryFrame title={t('invitation.title')}>
        <Failed error={error} onRetry={() => void refetch()} />
        <Button look="quiet" onPress={() => navigate('/')}>
          {t('invitation.toLogin')}
        </Button>
      </EntryFrame>
    )
  if (data === undefined)
    return (
      <EntryFrame title={t('invitation.title')}>
        <Skeleton lines={4} />
      </EntryFrame>
    )
  return <Acceptance token={token} invitation={data} onDone={() => navigate('/', { replace: true })} />
}

interface AcceptanceProps {
  readonly token: string
  readonly invitation: Invitation
  readonly onDone: () => void
}

function Acceptance({ token, invitation, onDone }: AcceptanceProps) {
  const t = useIdentityText()
  const roles = useRoleText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { kind, login, name, role, expires_at: expiresAt } = invitation
  const isNew = kind === 'invitation'
  const form = useForm(
    consoleEntry.acceptInvitation,
    { name, password: '' },
    {
      isGuarded: false,
      changes: [consoleEntry.session],
      toInput: ({ name: written, password }) => ({
        token,
        password,
        ...(isNew ? { name: written, language: languageChoice.get() } : {}),
      }),
      failureFields: { weak_password: 'password' },
      onDone,
    },
  )
  return (
    <EntryFrame title={t(isNew ? 'invitation.title' : 'invitation.newPasswordTitle')}>
      <p className={styles['hint']}>
        {isNew
          ? t('invitation.text', { name, role: roles(`role.${role}`), login })
          : t('invitation.newPasswordText', { login })}
      </p>
      <form onSubmit={form.submit} noValidate>
        <FormBody problem={form.problem}>
          {isNew ? (
            <TextField
              field={form.field('name')}
              label={t('setUp.name')}
              hint={t('setUp.nameHint')}
              autoComplete="name"
            />
          ) : null}
          {/* For the browser's list of passwords. */}
          <input
            className="spoken"
            autoComplete="username"
            value={login}
            readOnly
            tabIndex={-1}
            aria-hidden="true"
          />
          <TextField
            field={form.field('password')}
            label={t('setUp.newPassword')}
            hint={t('setUp.passwordHint')}
            type="password"
            autoComplete="new-password"
            isFocused
          />
          <Button type="submit" look="primary" isWide isPending={form.isBusy}>
            {t(isNew ? 'invitation.submit' : 'invitation.newPasswordSubmit')}
          </Button>
          <p className={styles['small']}>
            {t('invitation.until', { moment: formatMoment(expiresAt, language, nowSec) })}
          </p>
        </FormBody>
      </form>
    </EntryFrame>
  )
}
