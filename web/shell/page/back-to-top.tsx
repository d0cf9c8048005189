import { useEffect, useState } from 'react'
import { useText } from '#web/session/text.ts'
import { classes } from '#web/ui/text/class-names.ts'
import { Icon } from '#web/ui/controls/icon.tsx'
import styles from './back-to-top.module.css'

/** Appears after two screens. */
export function BackToTop() {
  const t = useText()
  const [far, setFar] = useState(false)
  useEffect(() => {
    const look = () => setFar(window.scrollY > window.innerHeight * 2)
    window.addEventListener('scroll', look, { passive: true })
    // The page may already be scrolled when its code loads. An observer reports that; reading the position would
    // force a layout.
    const once = new IntersectionObserver(([entry]) => {
      once.disconnect()
      const height = entry?.rootBounds?.height ?? 0
      if (entry !== undefined && height > 0) setFar(-entry.boundingClientRect.top > height * 2)
    })
    once.observe(document.body)
    return () => {
      window.removeEventListener('scroll', look)
      once.disconnect()
    }
  }, [])
  const up = () => {
    window.scrollTo({ top: 0, behavior: 'smooth' })
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <button
      type="button"
      className={classes(styles.button, far && styles.shown)}
      tabIndex={far ? 0 : -1}
      aria-hidden={!far}
      aria-label={t('shell.top')}
      title={t('shell.top')}
      onClick={up}
    >
      <Icon name="up" size={22} />
    </button>
  )
}
