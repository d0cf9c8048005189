/** The remote of a television: what plays there, its controls, its search and the keys of its remote control. */
import { useState } from 'react'
import type { Television } from '#contract/playback/remote-control.ts'
import { pathOf } from '#contract/form/pages.ts'
import { Link } from '#web/router/router.ts'
import { useStore } from '#web/state/create-store.ts'
import { useOnChange } from '#web/state/use-on-change.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Chips } from '#web/ui/controls/chips.tsx'
import { Icon } from '#web/ui/controls/icon.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { KeyPad } from './key-pad.tsx'
import { PlayingThere } from './playing-there.tsx'
import { useRemoteText, type RemoteText } from './remote-text.ts'
import { SearchThere } from './search-there.tsx'
import { sendPostponed } from './send-command.ts'
import { followTelevisions, openRemote, showRemote, televisions } from './televisions.ts'
import { useControlRequest } from './use-sending.ts'
import { useVisible } from '#web/state/use-visible.ts'
import styles from './remote-sheet.module.css'

export function RemoteSheet() {
  const t = useRemoteText()
  const isVisible = useVisible()
  const list = useStore(televisions) ?? []
  const openId = useStore(openRemote)
  const tv = list.find((one) => one.device_id === openId) ?? null
  useOnChange([isVisible], () => {
    if (!isVisible) return
    const stop = new AbortController()
    void followTelevisions(stop.signal)
    return () => stop.abort()
  })
  useOnChange([tv?.device_id, tv?.consent], () => {
    if (tv?.consent === 'allowed') sendPostponed(tv.device_id)
  })
  return (
    <Dialog
      open={openId !== null}
      title={tv === null ? t('television') : nameOf(tv, t)}
      className={styles.sheet}
      onClose={() => openRemote.set(null)}
    >
      {list.length > 1 && (
        <Chips
          label={t('choose')}
          chosen={String(openId)}
          options={list.map((one) => ({ value: String(one.device_id), name: nameOf(one, t) }))}
          onChoose={(id) => showRemote(Number(id))}
        />
      )}
      {tv === null ? <Off /> : tv.consent === 'allowed' ? <Remote tv={tv} /> : <Consent tv={tv} />}
    </Dialog>
  )
}

function nameOf({ name, model }: Television, t: RemoteText): string {
  return name || model || t('television')
}

function Off() {
  const t = useRemoteText()
  return (
    <div className={styles.notice} role="status">
      <Icon name="tv" size={40} />
      <p className={styles.lead}>{t('off')}</p>
      <p className={styles.text}>{t('offText')}</p>
    </div>
  )
}

/** Before the television has allowed it. */
function Consent({ tv }: { readonly tv: Television }) {
  const t = useRemoteText()
  const request = useControlRequest(tv.device_id)
  const [busy, setBusy] = useState(false)
  const connect = async () => {
    setBusy(true)
    await request()
    setBusy(false)
  }
  if (tv.consent === 'asking')
    return (
      <div className={styles.notice} role="status">
        <Icon name="tv" size={40} />
        <p className={styles.lead}>{t('asking')}</p>
        <p className={styles.text}>{t('askingText')}</p>
      </div>
    )
  if (tv.consent === 'denied')
    return (
      <div className={styles.notice} role="status">
        <Icon name="lock" size={40} />
        <p className={styles.lead}>{t('refused')}</p>
        <p className={styles.text}>{t('refusedText')}</p>
        <Link className={styles.link} to={pathOf('devices')} onClick={() => openRemote.set(null)}>
          {t('toDevices')}
        </Link>
      </div>
    )
  return (
    <div className={styles.notice}>
      <Icon name="remote" size={40} />
      <p className={styles.text}>{t('connectText')}</p>
      <Button variant="primary" size="l" disabled={busy} data-first="" onClick={() => void connect()}>
        {t('connect')}
      </Button>
    </div>
  )
}

function Remote({ tv }: { readonly tv: Television }) {
  return (
    <div className={styles.remote}>
      <PlayingThere tv={tv} />
      <SearchThere key={tv.device_id} tv={tv} />
      <KeyPad tv={tv.device_id} />
    </div>
  )
}
