import { Button as AriaButton } from 'react-aria-components/Button'
import { Link, useLocation } from 'wouter'
import { consoleEntry } from '#contract/console/entry.ts'
import { consoleOwn } from '#contract/console/own.ts'
import { useAct } from '#console/session/queries.ts'
import { useLoggedIn, useServiceName } from '#console/session/session.ts'
import { useRoleText, useText } from '#console/session/text.ts'
import { IconButton } from '#console/ui/button.tsx'
import { Icon, Star } from '#console/ui/icons.tsx'
import { Menu } from '#console/ui/menu.tsx'
import { Avatar } from '#console/ui/page.tsx'
import { LanguageMenu, ThemeMenu } from './preference-menus.tsx'
import { commandKey } from './shortcuts-dialog.tsx'
import { SavedViews } from './saved-views.tsx'
import styles from './shell.module.css'

interface HeaderProps {
  readonly onMenu: () => void
  readonly onSearch: () => void
  readonly onHelp: () => void
  readonly onLogOut: () => void
}

export function Header({ onMenu, onSearch, onHelp, onLogOut }: HeaderProps) {
  const t = useText()
  const { staff } = useLoggedIn()
  // The choice follows the person to other browsers; here it holds even when that fails.
  const { mutate: changeProfile } = useAct(consoleOwn.changeProfile, { changes: [consoleEntry.session] })
  return (
    <header className={styles['header']}>
      <div className={styles['menuButton']}>
        <IconButton icon="menu" label={t('shell.menu')} onPress={onMenu} />
      </div>
      <Link href="/" className={styles['brand'] ?? ''}>
        <Star />
        <span className={styles['name']}>{useServiceName()}</span>
        <span className={styles['console']}>{t('brand.console')}</span>
      </Link>
      <AriaButton className={styles['search'] ?? ''} onPress={onSearch}>
        <Icon name="search" size={18} />
        <span>{t('shell.search')}</span>
        <kbd>{commandKey}&nbsp;K</kbd>
      </AriaButton>
      <div className={styles['tools']}>
        <SavedViews />
        <LanguageMenu onChosen={(language) => changeProfile({ name: staff.name, language })} />
        <ThemeMenu />
        <AccountMenu onHelp={onHelp} onLogOut={onLogOut} />
      </div>
    </header>
  )
}

function AccountMenu({ onHelp, onLogOut }: Pick<HeaderProps, 'onHelp' | 'onLogOut'>) {
  const t = useText()
  const roles = useRoleText()
  const [, navigate] = useLocation()
  const { staff } = useLoggedIn()
  return (
    <Menu
      label={t('shell.account', { name: staff.name })}
      heading={`${staff.name} · ${roles(`role.${staff.role}`)}`}
      trigger={
        <AriaButton className={styles['account'] ?? ''} aria-label={t('shell.account', { name: staff.name })}>
          <Avatar name={staff.name} />
        </AriaButton>
      }
      entries={[
        { id: 'profile', label: t('nav.profile'), icon: 'person', onAct: () => navigate('/profile') },
        { id: 'help', label: t('nav.shortcuts'), icon: 'keyboard', onAct: onHelp },
        { id: 'site', label: t('shell.toSite'), icon: 'open', onAct: () => location.assign('/') },
        { id: 'out', label: t('nav.logOut'), icon: 'out', onAct: onLogOut },
      ]}
    />
  )
}
