import { useSearchParams } from '#web/router/router.ts'
import { pathOf } from '#contract/form/pages.ts'
import { useText } from '#web/session/text.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/controls/icon.tsx'
import { useTvText } from './guide/model/tv-text.ts'
import { classes } from '#web/ui/text/class-names.ts'
import styles from './tv-screen.module.css'

/** Outside the national network: explains why there are few channels. */
export function WorldNotice() {
  const t = useTvText()
  return (
    <p className={styles.notice}>
      <Icon name="globe" size={20} /> {t('world')}
    </p>
  )
}

/** `hasOpen`: some channels play without an account. */
export function GuestNotice({ hasOpen }: { readonly hasOpen: boolean }) {
  const t = useTvText()
  const general = useText()
  const [params] = useSearchParams()
  const query = params.toString()
  return (
    <div className={classes(styles.notice, styles.forGuests)}>
      <Icon name="lock" size={20} />
      <span>{t(hasOpen ? 'guestOpen' : 'guest')}</span>
      <ButtonLink
        variant="quiet"
        to={pathOf('login')}
        state={{ from: `${pathOf('tv')}${query && `?${query}`}` }}
      >
        {general('nav.login')}
      </ButtonLink>
    </div>
  )
}
