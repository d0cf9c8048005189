/** All that an outdated app shows: what to do, and where. */
import { useServiceName } from '#web/session/service-name.ts'
import { useEffect, useRef, useState } from 'react'
import { isTelevision } from '#web/remote/television.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { QrCode } from '#web/ui/controls/qr-code.tsx'
import { appPlatform } from './app-platform.ts'
import { useReleaseState } from './release-state.ts'
import { useReleasesText } from './releases-text.ts'
import { askForRelease } from './start-app.ts'
import styles from './update-screen.module.css'

export function UpdateScreen() {
  const t = useReleasesText()
  const service = useServiceName()
  const { version: required, storeUrl } = useReleaseState()
  const title = useRef<HTMLHeadingElement>(null)
  const onTelevision = isTelevision()
  useEffect(() => {
    document.title = `${t('forced')} · ${service}`
    if (!isTelevision()) title.current?.focus()
  }, [t, service])
  return (
    <main className={styles.screen} role="alert">
      {onTelevision && storeUrl !== null && (
        <QrCode className={styles.code} text={storeUrl} label={t('qr', { address: storeUrl })} size={320} />
      )}
      <div className={styles.words}>
        <h1 className={styles.title} ref={title} tabIndex={-1}>
          {t('forced')}
        </h1>
        <p className={styles.text}>{t('forcedText')}</p>
        {onTelevision && storeUrl !== null && <p className={styles.text}>{t('scan')}</p>}
        {storeUrl === null && <p className={styles.text}>{t('noStore')}</p>}
        <p className={styles.versions}>{t('versions', { current: appPlatform().version, required })}</p>
        <Actions storeUrl={onTelevision ? null : storeUrl} />
      </div>
    </main>
  )
}

/** A television cannot open a store by its address; it shows a QR code instead. */
function Actions({ storeUrl }: { readonly storeUrl: string | null }) {
  const t = useReleasesText()
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'ready' | 'checking' | 'unreachable'>('ready')
  useEffect(() => {
    // With a remote control an element must have the focus.
    if (isTelevision()) place.current?.querySelector('button')?.focus()
  }, [])
  const check = async () => {
    setState('checking')
    setState((await askForRelease()) ? 'ready' : 'unreachable')
  }
  return (
    <>
      <div className={styles.actions} ref={place}>
        {storeUrl !== null && (
          <a className={styles.store} href={storeUrl} target="_blank" rel="noopener noreferrer">
            {t('update')}
          </a>
        )}
        <Button size="l" onClick={() => void (state !== 'checking' && check())}>
          {t(state === 'checking' ? 'checking' : 'again')}
        </Button>
      </div>
      <p className={styles.state} role="status">
        {state === 'unreachable' && t('unreachable')}
      </p>
    </>
  )
}
