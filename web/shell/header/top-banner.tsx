import { useState } from 'react'
import { site } from '#contract/site/site.ts'
import { closeNag, useBannerPlace } from '#web/session/nags.ts'
import { useText } from '#web/session/text.ts'
import { Link, useLocation } from '#web/router/router.ts'
import { useCall } from '#web/session/requests/api.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { useOnChange } from '#web/state/use-on-change.ts'
import { closeBanner, useClosedBanners } from './closed-banners.ts'
import { classes } from '#web/ui/text/class-names.ts'
import line from './line-banner.module.css'
import styles from './top-banner.module.css'

/**
 * A one-line banner above every page (SHELL-03). Once closed, it stays closed on this device; a newer banner is
 * shown again. It gives way to all else that comes of itself, and to what has just begun to play.
 */
export function TopBanner() {
  const t = useText()
  const closed = useClosedBanners()
  const state = useCall(site.banners, { place: 'top' })
  // Nothing is shown while the banner loads or when it fails.
  const banner = state.kind === 'ok' ? state.data.find(({ id }) => !closed.includes(id)) : undefined
  const { pathname } = useLocation()
  useOnChange([pathname], () => () => void delete document.documentElement.dataset['nagClosed'])
  const [startedWithout, setStartedWithout] = useState<string | null>(null)
  const without = state.kind === 'loading' || startedWithout === pathname ? pathname : null
  if (without !== startedWithout) setStartedWithout(without)
  // A banner that arrives late would move the page under the viewer's finger: it is shown from the next page on.
  const due = without === null ? banner : undefined
  const place = useBannerPlace(due?.id ?? null)
  if (due === undefined || place === 'none') return null
  const close = () => {
    closeBanner(due.id)
    closeNag('banner')
  }
  return (
    <aside
      className={classes(line.line, styles.banner)}
      aria-label={due.title}
      data-row=""
      data-banner={due.id}
      data-unseen={place === 'hidden' || undefined}
    >
      <p className={line.words}>
        <strong>{due.title}</strong>
        {due.text !== '' && <span className={styles.text}>{due.text}</span>}
      </p>
      {due.href !== '' && (
        <Link className={classes(line.action, styles.link)} to={due.href}>
          {due.button || due.title}
        </Link>
      )}
      <IconButton className={line.close} icon="close" size={20} label={t('dialog.close')} onClick={close} />
    </aside>
  )
}
