import { useState } from 'react'
import { otherPlayers } from '#contract/playback/other-players.ts'
import { absoluteAtServer } from '#web/state/site-address.ts'
import { copyText } from '#web/ui/controls/copy-text.ts'
import { call, useCall } from '#web/session/requests/api.ts'
import { pathOf } from '#contract/form/pages.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { RetryLine } from '#web/ui/cards/state-card.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { useCabinetText } from './cabinet-text.ts'
import styles from './cabinet-screen.module.css'

interface Address {
  readonly url: string
  /** The log-in for players with the Xtream API. */
  readonly username: string
  readonly password: string
}

/**
 * The subscriber's personal address for Kodi, VLC and similar players: created, replaced, revoked. It is shown only
 * once.
 */
export function OtherPlayersCard() {
  const t = useCabinetText()
  const state = useCall(otherPlayers.state, {})
  /** The last action since the page was opened; null before any. */
  const [address, setAddress] = useState<Address | 'off' | null>(null)
  const [request, setRequest] = useState<'renew' | 'off' | null>(null)
  const tell = (
    result: { readonly kind: 'refused'; readonly message: string } | { readonly kind: 'unreachable' },
  ) => showToast(result.kind === 'refused' ? result.message : t('noConnection'))
  const renew = async () => {
    const result = await call(otherPlayers.renew, {})
    setRequest(null)
    if (result.kind === 'ok') setAddress({ ...result.data, url: absoluteAtServer(result.data.url) })
    else tell(result)
  }
  const takeBack = async () => {
    const result = await call(otherPlayers.off, {})
    setRequest(null)
    if (result.kind === 'ok') setAddress('off')
    else tell(result)
  }
  const copy = async (url: string) =>
    showToast((await copyText(url)) ? t('playersCopied') : t('playersNotCopied'))
  const isOn = address === null ? state.kind === 'ok' && state.data.is_on === 1 : address !== 'off'
  const isAllowed = state.kind !== 'ok' || state.data.is_allowed === 1
  return (
    <section className={styles.card} data-other-players>
      <h2 className={styles.label}>{t('players')}</h2>
      <p className={styles.text}>{t('playersText')}</p>
      {state.kind === 'loading' && <Skeleton className={styles.line} />}
      {(state.kind === 'refused' || state.kind === 'unreachable') && <RetryLine onRetry={state.retry} />}
      {address !== null && address !== 'off' && (
        <>
          <p className={styles.address}>{address.url}</p>
          <p className={styles.meta}>
            Xtream: {new URL(address.url, location.href).origin} · {address.username} · {address.password}
          </p>
          <p className={styles.meta}>{t('playersOnce')}</p>
          <Button onClick={() => void copy(address.url)}>{t('playersCopy')}</Button>
        </>
      )}
      {state.kind === 'ok' && !isAllowed && (
        <>
          <p className={styles.meta}>{t('playersNotAllowed')}</p>
          <ButtonLink to={pathOf('tariff')}>{t('playersTariffs')}</ButtonLink>
        </>
      )}
      {state.kind === 'ok' && isAllowed && !isOn && (
        <Button onClick={() => void renew()}>{t('playersOn')}</Button>
      )}
      {state.kind === 'ok' && isOn && (
        <div className={styles.actions}>
          {isAllowed && <Button onClick={() => setRequest('renew')}>{t('playersNew')}</Button>}
          <Button variant="quiet" className={styles.flush} onClick={() => setRequest('off')}>
            {t('playersOff')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={request !== null}
        title={request === 'off' ? t('askPlayersOff') : t('askPlayersNew')}
        text={t('askPlayersText')}
        action={request === 'off' ? t('playersOff') : t('playersNew')}
        cancel={t('cancel')}
        onConfirm={request === 'off' ? takeBack : renew}
        onClose={() => setRequest(null)}
      />
    </section>
  )
}
