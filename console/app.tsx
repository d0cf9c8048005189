/** The console as a whole: which state of the login shows what. */
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useEffect } from 'react'
import { Route, Router, Switch } from 'wouter'
import { InvitationScreen } from '#console/screens/entry/invitation-screen.tsx'
import { LoginScreen } from '#console/screens/entry/login-screen.tsx'
import { SetUpScreen } from '#console/screens/entry/set-up-screen.tsx'
import { languageChoice, useLanguage } from '#console/session/preferences.ts'
import { LoggedInContext, type SessionState, useSessionState } from '#console/session/session.ts'
import { EntryFrame } from '#console/shell/entry-frame.tsx'
import { Shell } from '#console/shell/shell.tsx'
import { useText } from '#console/session/text.ts'
import { Failed, Skeleton } from '#console/ui/page.tsx'
import { Toasts } from '#console/ui/toast.tsx'
import { preloadScreen, Screens } from './screens.tsx'

/** The path under which the server serves the console. */
const basePath = '/console'

export function App({ client }: { readonly client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <I18nProvider locale={useLanguage()}>
        <Router base={basePath}>
          <Switch>
            <Route path="/invitation">
              <InvitationScreen />
            </Route>
            <Route>
              <Login />
            </Route>
          </Switch>
        </Router>
        <Toasts />
      </I18nProvider>
    </QueryClientProvider>
  )
}

function Login() {
  const t = useText()
  const { data, error, refetch } = useSessionState()
  // Its code is loaded while the server is read.
  useEffect(() => preloadScreen(location.pathname.slice(basePath.length)), [])
  if (data !== undefined) return <AtStage state={data} />
  return (
    <EntryFrame title={error === null ? t('common.loading') : t('error.title')}>
      {error === null ? <Skeleton lines={4} /> : <Failed error={error} onRetry={() => void refetch()} />}
    </EntryFrame>
  )
}

function AtStage({ state }: { readonly state: SessionState }) {
  const { stage, factors, staff, permissions, set_up_needed: isSetUpNeeded } = state
  const { is_first_run: isFirstRun } = state
  const language = staff?.language
  useEffect(() => {
    // A choice of this browser stays.
    if (language !== undefined && !languageChoice.isChosen()) languageChoice.set(language)
  }, [language])
  if (isSetUpNeeded) return <SetUpScreen />
  if (stage !== 'full' || staff === null) return <LoginScreen key={stage} initial={{ stage, factors }} />
  return (
    <LoggedInContext value={{ staff, permissions, isFirstRun }}>
      <Shell>
        <Screens />
      </Shell>
    </LoggedInContext>
  )
}
