/** One line above a page: a new version is available, or the app runs in safe mode. */
import { useState, type ReactNode } from 'react'
import { closeNag, useNag } from '#web/session/nags.ts'
import { isTelevision } from '#web/remote/television.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { QrCode } from '#web/ui/controls/qr-code.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { closeUpdate, isUpdateClosed } from './closed-update.ts'
import { useReleaseState } from './release-state.ts'
import { useReleasesText } from './releases-text.ts'
import { leaveSafeMode } from './safe-mode.ts'
import styles from './release-lines.module.css'

export function ReleaseLines() {
  const { isSafeMode, update, version } = useReleaseState()
  return (
    <>
      {isSafeMode && <SafeModeLine />}
      {update === 'soft' && <UpdateLine key={version} />}
    </>
  )
}

function SafeModeLine() {
  const t = useReleasesText()
  return (
    <Line words={t('safeMode')}>
      <button type="button" className={styles.action} onClick={leaveSafeMode}>
        {t('normalMode')}
      </button>
    </Line>
  )
}

function UpdateLine() {
  const t = useReleasesText()
  const { version, storeUrl } = useReleaseState()
  const [isClosed, setClosed] = useState(() => isUpdateClosed(version))
  const isShown = useNag('update', !isClosed)
  if (!isShown) return null
  const close = () => {
    closeNag('update')
    closeUpdate(version)
    setClosed(true)
  }
  return (
    <Line words={version === '' ? t('soft') : t('softVersion', { version })}>
      {storeUrl !== null && !isTelevision() && (
        <a className={styles.action} href={storeUrl} target="_blank" rel="noopener noreferrer">
          {t('update')}
        </a>
      )}
      {isTelevision() && <HowToUpdate />}
      <IconButton className={styles.close} icon="close" size={20} label={t('close')} onClick={close} />
    </Line>
  )
}

/** A television opens no store by its address: it says where to look, with a QR code for a phone. */
function HowToUpdate() {
  const t = useReleasesText()
  const { storeUrl } = useReleaseState()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.action} onClick={() => setOpen(true)}>
        {t('how')}
      </button>
      <Dialog open={isOpen} title={t('how')} onClose={() => setOpen(false)}>
        {storeUrl === null ? (
          <p>{t('noStore')}</p>
        ) : (
          <div className={styles.how}>
            <QrCode text={storeUrl} label={t('qr', { address: storeUrl })} size={280} />
            <p>{t('scan')}</p>
          </div>
        )}
      </Dialog>
    </>
  )
}

/** A remote control can move to it from the page; the page itself gets the focus first. */
function Line({ words, children }: { readonly words: string; readonly children: ReactNode }) {
  const t = useReleasesText()
  return (
    <aside className={styles.line} aria-label={t('line')} data-not-first="">
      <p className={styles.words}>{words}</p>
      {children}
    </aside>
  )
}
