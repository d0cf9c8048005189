/** One line above a page: a new version is available, or the app runs in safe mode. */
import { useState, type ReactNode } from 'react'
import { isTelevision } from '#web/remote/television.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { closeUpdate, isUpdateClosed } from './closed-update.ts'
import { useReleaseState } from './release-state.ts'
import { useReleasesText } from './releases-text.ts'
import { leaveSafeMode } from './safe-mode.ts'
import styles from './release-lines.module.css'

export function ReleaseLines() {
  const { isSafeMode, update } = useReleaseState()
  return (
    <>
      {isSafeMode && <SafeModeLine />}
      {update === 'soft' && <UpdateLine />}
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
  const [isClosed, setClosed] = useState(() => isUpdateClosed(version, Date.now()))
  if (isClosed) return null
  const close = () => {
    closeUpdate(version, Date.now())
    setClosed(true)
  }
  return (
    <Line words={version === '' ? t('soft') : t('softVersion', { version })}>
      {storeUrl !== null && !isTelevision() && (
        <a className={styles.action} href={storeUrl} target="_blank" rel="noopener noreferrer">
          {t('update')}
        </a>
      )}
      <IconButton className={styles.close} icon="close" size={20} label={t('close')} onClick={close} />
    </Line>
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
