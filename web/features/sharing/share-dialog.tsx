/**
 * Sharing a page where the system has no share sheet: the address, a few services, and on a television a QR code.
 */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { isTelevision } from '#web/remote/television.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { QrCode } from '#web/ui/controls/qr-code.tsx'
import { useShareText } from './share-text.ts'
import styles from './share-dialog.module.css'

const saidMs = 4000

interface ShareDialogProps {
  /** What is shared. */
  readonly name: string
  readonly address: string
  /** It leads to a moment, and not only to the page. */
  readonly isMoment?: boolean
  readonly onClose: () => void
}

export function ShareDialog({ name, address, isMoment = false, onClose }: ShareDialogProps) {
  const t = useShareText()
  return (
    <Dialog open title={t(isMoment ? 'momentTitle' : 'shareTitle')} onClose={onClose}>
      {isMoment && <p className={styles.about}>{t('momentText')}</p>}
      {isTelevision() ? (
        <div className={styles.scan}>
          <QrCode text={address} label={t('shareScan')} size={320} />
          <p>{t('shareScan')}</p>
        </div>
      ) : (
        <Ways name={name} address={address} />
      )}
    </Dialog>
  )
}

function Ways({ name, address }: { readonly name: string; readonly address: string }) {
  const t = useShareText()
  const field = useRef<HTMLInputElement>(null)
  // A toast would be hidden behind the dialog.
  const [said, setSaid] = useState<'copied' | 'copyFailed' | null>(null)
  useEffect(() => {
    if (said === null) return
    const timer = setTimeout(setSaid, saidMs, null)
    return () => clearTimeout(timer)
  }, [said])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      setSaid('copied')
    } catch {
      field.current?.select()
      setSaid('copyFailed')
    }
  }
  const [url, text] = [encodeURIComponent(address), encodeURIComponent(name)]
  return (
    <div className={styles.ways}>
      <label className={styles.address}>
        <span>{t('shareAddress')}</span>
        <input ref={field} readOnly value={address} onFocus={(event) => event.target.select()} />
      </label>
      <Button variant="primary" icon="link" wide onClick={() => void copy()}>
        {t('shareCopy')}
      </Button>
      <p className={styles.said} role="status">
        {said !== null && t(said)}
      </p>
      <ul className={styles.others} aria-label={t('shareOther')}>
        <Way to={`https://t.me/share/url?url=${url}&text=${text}`}>Telegram</Way>
        <Way to={`https://wa.me/?text=${text}%20${url}`}>WhatsApp</Way>
        <Way to={`https://www.facebook.com/sharer/sharer.php?u=${url}`}>Facebook</Way>
        <Way to={`mailto:?subject=${text}&body=${url}`}>{t('shareMail')}</Way>
      </ul>
    </div>
  )
}

function Way({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <li>
      <a className={styles.way} href={to} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    </li>
  )
}
