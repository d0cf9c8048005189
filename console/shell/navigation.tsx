import { Fragment, useEffect, useId, useRef } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Link, useLocation } from 'wouter'
import { useText } from '#console/session/text.ts'
import { IconButton } from '#console/ui/button.tsx'
import { classes } from '#console/ui/classes.ts'
import { Icon } from '#console/ui/icons.tsx'
import { type ConsolePage, pageGroups, usePages } from './pages.ts'
import styles from './shell.module.css'

interface NavigationProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** At the side of wide windows; a drawer in narrow ones. */
export function Navigation({ isOpen, onClose }: NavigationProps) {
  const t = useText()
  return (
    <>
      <nav className={styles['side']} aria-label={t('shell.sections')}>
        <PageLinks />
      </nav>
      <ModalOverlay
        isOpen={isOpen}
        onOpenChange={(isStillOpen) => {
          if (!isStillOpen) onClose()
        }}
        isDismissable
        className={styles['overlay'] ?? ''}
      >
        <Modal className={styles['drawer'] ?? ''}>
          <Dialog aria-label={t('shell.menu')} className={styles['drawerBody'] ?? ''}>
            <IconButton icon="close" label={t('shell.closeMenu')} onPress={onClose} />
            <nav aria-label={t('shell.sections')}>
              <PageLinks onFollow={onClose} />
            </nav>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </>
  )
}

function PageLinks({ onFollow }: { readonly onFollow?: () => void }) {
  const t = useText()
  const pages = usePages()
  const listId = useId()
  return pageGroups.map((group) => {
    const inGroup = pages.filter((page) => page.group === group)
    if (inGroup.length === 0) return null
    const headId = `${listId}-${group}`
    return (
      <Fragment key={group}>
        {group === 'start' ? null : (
          <p id={headId} className={styles['group']}>
            {t(`nav.group.${group}`)}
          </p>
        )}
        <ul className={styles['links']} aria-labelledby={group === 'start' ? undefined : headId}>
          {inGroup.map((page) => (
            <PageLink key={page.path} page={page} onFollow={onFollow} />
          ))}
        </ul>
      </Fragment>
    )
  })
}

interface PageLinkProps {
  readonly page: ConsolePage
  readonly onFollow: (() => void) | undefined
}

function PageLink({ page: { path: to, name, icon }, onFollow }: PageLinkProps) {
  const t = useText()
  const [path] = useLocation()
  const isCurrent = path === to || path.startsWith(`${to}/`)
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <li>
      <Link
        ref={link}
        href={to}
        className={classes(styles['link'], isCurrent && styles['current'])}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={() => onFollow?.()}
      >
        <Icon name={icon} />
        <span>{t(name)}</span>
      </Link>
    </li>
  )
}
