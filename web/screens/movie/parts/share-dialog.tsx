/**
 * Sharing a title where the system has no share sheet: the address, a few services, and on a television a QR code.
 */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { FilmDetail } from '#contract/films/films.ts'
import { isTelevision } from '#web/remote/television.ts'
import { useLanguage } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { QrCode } from '#web/ui/controls/qr-code.tsx'
import { useMovieText } from '#web/screens/movie/watching/movie-text.ts'
import { sharedAddress } from './shared-address.ts'
import styles from './share-dialog.module.css'

const saidMs = 4000

interface ShareDialogProps {
  readonly film: FilmDetail
  readonly onClose: () => void
}

export function ShareDialog({ film, onClose }: ShareDialogProps) {
  const t = useMovieText()
  const address = sharedAddress(film.vid, useLanguage())
  return (
    <Dialog open title={t('shareTitle')} onClose={onClose}>
      {isTelevision() ? (
        <div className={styles.scan}>
          <QrCode text={address} label={t('shareScan')} size={320} />
          <p>{t('shareScan')}</p>
        </div>
      ) : (
        <Ways name={film.name} address={address} />
      )}
    </Dialog>
  )
}

function Ways({ name, address }: { readonly name: string; readonly address: string }) {
  const t = useMovieText()
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
