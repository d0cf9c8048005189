/** The console as a whole: which state of the login shows what, and which address which screen. */
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { lazy, Suspense, useEffect } from 'react'
import { Redirect, Route, Router, Switch } from 'wouter'
import type { Section } from '#contract/form/permissions.ts'
import { AuditScreen } from '#console/screens/audit/audit-screen.tsx'
import { InvitationScreen } from '#console/screens/entry/invitation-screen.tsx'
import { LoginScreen } from '#console/screens/entry/login-screen.tsx'
import { SetUpScreen } from '#console/screens/entry/set-up-screen.tsx'
import { ProfileScreen } from '#console/screens/profile/profile-screen.tsx'
import { RolesScreen } from '#console/screens/roles/roles-screen.tsx'
import { MemberScreen } from '#console/screens/staff/member-screen.tsx'
import { StaffScreen } from '#console/screens/staff/staff-screen.tsx'
import { languageChoice, useLanguage } from '#console/session/preferences.ts'
import { LoggedInContext, type SessionState, useMay, useSessionState } from '#console/session/session.ts'
import { EntryFrame } from '#console/shell/entry-frame.tsx'
import { Denied, NotFound } from '#console/shell/missing-page.tsx'
import { usePages } from '#console/shell/pages.ts'
import { Shell } from '#console/shell/shell.tsx'
import { useText } from '#console/session/text.ts'
import { Failed, Skeleton } from '#console/ui/page.tsx'
import { Toasts } from '#console/ui/toast.tsx'

const ChannelsScreen = lazy(() =>
  import('#console/screens/channels/channels-screen.tsx').then((one) => ({ default: one.ChannelsScreen })),
)
const ChannelScreen = lazy(() =>
  import('#console/screens/channels/channel-screen.tsx').then((one) => ({ default: one.ChannelScreen })),
)
const DeletedScreen = lazy(() =>
  import('#console/screens/channels/deleted-screen.tsx').then((one) => ({ default: one.DeletedScreen })),
)
const DuplicatesScreen = lazy(() =>
  import('#console/screens/channels/duplicates-screen.tsx').then((one) => ({
    default: one.DuplicatesScreen,
  })),
)
const CategoriesScreen = lazy(() =>
  import('#console/screens/channels/categories-screen.tsx').then((one) => ({
    default: one.CategoriesScreen,
  })),
)
const ImportsScreen = lazy(() =>
  import('#console/screens/imports/imports-screen.tsx').then((one) => ({ default: one.ImportsScreen })),
)
const DraftScreen = lazy(() =>
  import('#console/screens/imports/draft-screen.tsx').then((one) => ({ default: one.DraftScreen })),
)
const ChangesScreen = lazy(() =>
  import('#console/screens/changes/changes-screen.tsx').then((one) => ({ default: one.ChangesScreen })),
)

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
  if (data !== undefined) return <AtStage state={data} />
  return (
    <EntryFrame title={error === null ? t('common.loading') : t('error.title')}>
      {error === null ? <Skeleton lines={4} /> : <Failed error={error} onRetry={() => void refetch()} />}
    </EntryFrame>
  )
}

function AtStage({ state }: { readonly state: SessionState }) {
  const { stage, factors, staff, permissions, set_up_needed: isSetUpNeeded } = state
  const language = staff?.language
  useEffect(() => {
    // A choice of this browser stays.
    if (language !== undefined && !languageChoice.isChosen()) languageChoice.set(language)
  }, [language])
  if (isSetUpNeeded) return <SetUpScreen />
  if (stage !== 'full' || staff === null) return <LoginScreen key={stage} initial={{ stage, factors }} />
  return (
    <LoggedInContext value={{ staff, permissions }}>
      <Shell>
        <Suspense fallback={<Skeleton lines={6} />}>
          <Screens />
        </Suspense>
      </Shell>
    </LoggedInContext>
  )
}

function Screens() {
  const first = usePages()[0]?.path ?? '/profile'
  return (
    <Switch>
      <Route path="/">
        <Redirect to={first} replace />
      </Route>
      <Route path="/channels">
        <For section="channels">
          <ChannelsScreen />
        </For>
      </Route>
      <Route path="/channels/deleted">
        <For section="channels">
          <DeletedScreen />
        </For>
      </Route>
      <Route path="/channels/duplicates">
        <For section="channels">
          <DuplicatesScreen />
        </For>
      </Route>
      <Route path="/channels/categories">
        <For section="channels">
          <CategoriesScreen />
        </For>
      </Route>
      <Route path="/channels/:id">
        {({ id }) => (
          <For section="channels">
            {/^[1-9]\d{0,8}$/.test(id) ? <ChannelScreen key={id} cid={Number(id)} /> : <NotFound />}
          </For>
        )}
      </Route>
      <Route path="/imports">
        <For section="channels">
          <ImportsScreen />
        </For>
      </Route>
      <Route path="/imports/:id">
        {({ id }) => (
          <For section="channels">
            {/^[1-9]\d{0,8}$/.test(id) ? <DraftScreen key={id} draftId={Number(id)} /> : <NotFound />}
          </For>
        )}
      </Route>
      <Route path="/changes">
        <For section="channels">
          <ChangesScreen />
        </For>
      </Route>
      <Route path="/staff">
        <For section="staff">
          <StaffScreen isInviting={false} />
        </For>
      </Route>
      <Route path="/staff/invite">
        <For section="staff">
          <StaffScreen isInviting />
        </For>
      </Route>
      <Route path="/staff/:id">
        {({ id }) => (
          <For section="staff">
            {/^[1-9]\d{0,8}$/.test(id) ? <MemberScreen key={id} staffId={Number(id)} /> : <NotFound />}
          </For>
        )}
      </Route>
      <Route path="/audit">
        <For section="audit">
          <AuditScreen />
        </For>
      </Route>
      <Route path="/roles">
        <RolesScreen />
      </Route>
      <Route path="/profile">
        <ProfileScreen />
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  )
}

/** A screen for those whose role may see the section. */
function For({ section, children }: { readonly section: Section; readonly children: React.ReactNode }) {
  return useMay()(section, 'view') ? children : <Denied />
}
