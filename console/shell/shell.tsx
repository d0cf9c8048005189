/** The frame of every screen after the login: navigation, header, palette, dialogs of demands. */
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { consoleEntry } from '#contract/console/entry.ts'
import { DemandDialogs } from '#console/identity/demand-dialogs.tsx'
import { call } from '#console/session/call.ts'
import { useText } from '#console/session/text.ts'
import { showToast } from '#console/ui/toast.tsx'
import { CommandPalette } from './command-palette.tsx'
import { Header } from './header.tsx'
import { Navigation } from './navigation.tsx'
import { usePages } from './pages.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { useShortcuts } from './shortcuts.ts'
import styles from './shell.module.css'

export function Shell({ children }: { readonly children: ReactNode }) {
  const t = useText()
  const pages = usePages()
  const [path, navigate] = useLocation()
  const [open, setOpen] = useState<'palette' | 'help' | 'menu'>()
  const close = useCallback(() => setOpen(undefined), [])
  const openPalette = useCallback(() => setOpen('palette'), [])
  const openHelp = useCallback(() => setOpen('help'), [])
  const goTo = useCallback(
    (code: string) => {
      const page = pages.find(({ key }) => key === code)
      if (page !== undefined) navigate(page.path)
      return page !== undefined
    },
    [pages, navigate],
  )
  useShortcuts({ openPalette, openHelp, goTo })
  useFocusOnNavigation(path)
  const logOut = useLogOut()
  return (
    <div className={styles['shell']}>
      <a href="#content" className={styles['skip']}>
        {t('shell.skip')}
      </a>
      <Header onMenu={() => setOpen('menu')} onSearch={openPalette} onHelp={openHelp} onLogOut={logOut} />
      <Navigation isOpen={open === 'menu'} onClose={close} />
      <main id="content" className={styles['main']} tabIndex={-1}>
        {children}
      </main>
      <CommandPalette isOpen={open === 'palette'} onClose={close} onHelp={openHelp} onLogOut={logOut} />
      <ShortcutsDialog isOpen={open === 'help'} onClose={close} />
      <DemandDialogs />
    </div>
  )
}

/** A new page begins at its heading, for the keyboard and for screen readers. */
function useFocusOnNavigation(path: string): void {
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    const isDialogOfPage = [shown.current, path].some((one) => one === '/staff/invite')
    shown.current = path
    if (isDialogOfPage) return
    scrollTo(0, 0)
    document.getElementById('page-title')?.focus()
  }, [path])
}

function useLogOut(): () => void {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return () => {
    const leave = async () => {
      await call(consoleEntry.logOut, {}, { isGuarded: false })
      navigate('/')
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== consoleEntry.session.path })
      await client.resetQueries({ queryKey: [consoleEntry.session.path] })
    }
    void leave().catch((error: unknown) => {
      if (error instanceof Error) showToast(error.message, { isProblem: true })
    })
  }
}
