/** The screens of the console by their addresses; the code of most is loaded when it is needed. */
import { isValidElement, type ReactNode } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import type { Section } from '#contract/form/permissions.ts'
import type { TableSubject } from '#console/tables/download-table.ts'
import { AuditScreen } from '#console/screens/audit/audit-screen.tsx'
import { OverviewScreen } from '#console/screens/overview/overview-screen.tsx'
import { ProfileScreen } from '#console/screens/profile/profile-screen.tsx'
import { RolesScreen } from '#console/screens/roles/roles-screen.tsx'
import { MemberScreen } from '#console/screens/staff/member-screen.tsx'
import { StaffScreen } from '#console/screens/staff/staff-screen.tsx'
import { useMay } from '#console/session/session.ts'
import { type LazyScreen, lazyScreen } from '#console/shell/lazy-screen.tsx'
import { Denied, NotFound } from '#console/shell/missing-page.tsx'
import { usePages } from '#console/shell/pages.ts'

const ChannelsScreen = lazyScreen(() =>
  import('#console/screens/channels/channels-screen.tsx').then((one) => ({ default: one.ChannelsScreen })),
)
const ChannelScreen = lazyScreen(() =>
  import('#console/screens/channels/channel-screen.tsx').then((one) => ({ default: one.ChannelScreen })),
)
const NewChannelScreen = lazyScreen(() =>
  import('#console/screens/channels/new-channel-screen.tsx').then((one) => ({
    default: one.NewChannelScreen,
  })),
)
const DeletedScreen = lazyScreen(() =>
  import('#console/screens/channels/deleted-screen.tsx').then((one) => ({ default: one.DeletedScreen })),
)
const DuplicatesScreen = lazyScreen(() =>
  import('#console/screens/channels/duplicates-screen.tsx').then((one) => ({
    default: one.DuplicatesScreen,
  })),
)
const CategoriesScreen = lazyScreen(() =>
  import('#console/screens/channels/categories-screen.tsx').then((one) => ({
    default: one.CategoriesScreen,
  })),
)
const ImportsScreen = lazyScreen(() =>
  import('#console/screens/imports/imports-screen.tsx').then((one) => ({ default: one.ImportsScreen })),
)
const DraftScreen = lazyScreen(() =>
  import('#console/screens/imports/draft-screen.tsx').then((one) => ({ default: one.DraftScreen })),
)
const TablesScreen = lazyScreen(() =>
  import('#console/screens/tables/tables-screen.tsx').then((one) => ({ default: one.TablesScreen })),
)
const LogosScreen = lazyScreen(() =>
  import('#console/screens/logos/logos-screen.tsx').then((one) => ({ default: one.LogosScreen })),
)
const LogoDraftScreen = lazyScreen(() =>
  import('#console/screens/logos/logo-draft-screen.tsx').then((one) => ({ default: one.LogoDraftScreen })),
)
const TableDraftScreen = lazyScreen(() =>
  import('#console/screens/tables/table-draft-screen.tsx').then((one) => ({
    default: one.TableDraftScreen,
  })),
)
const FoldersScreen = lazyScreen(() =>
  import('#console/screens/folders/folders-screen.tsx').then((one) => ({ default: one.FoldersScreen })),
)
const FolderDraftScreen = lazyScreen(() =>
  import('#console/screens/folders/folder-draft-screen.tsx').then((one) => ({
    default: one.FolderDraftScreen,
  })),
)
const GuideScreen = lazyScreen(() =>
  import('#console/screens/guide/guide-screen.tsx').then((one) => ({ default: one.GuideScreen })),
)
const GuideDraftScreen = lazyScreen(() =>
  import('#console/screens/guide/draft-screen.tsx').then((one) => ({ default: one.GuideDraftScreen })),
)
const GenresScreen = lazyScreen(() =>
  import('#console/screens/guide/genres-screen.tsx').then((one) => ({ default: one.GenresScreen })),
)
const MatchingScreen = lazyScreen(() =>
  import('#console/screens/guide/matching-screen.tsx').then((one) => ({ default: one.MatchingScreen })),
)
const TimelineScreen = lazyScreen(() =>
  import('#console/screens/timeline/timeline-screen.tsx').then((one) => ({ default: one.TimelineScreen })),
)
const HealthScreen = lazyScreen(() =>
  import('#console/screens/health/health-screen.tsx').then((one) => ({ default: one.HealthScreen })),
)
const ChannelHealthScreen = lazyScreen(() =>
  import('#console/screens/health/channel-health-screen.tsx').then((one) => ({
    default: one.ChannelHealthScreen,
  })),
)
const AlarmsScreen = lazyScreen(() =>
  import('#console/screens/health/alarms/alarms-screen.tsx').then((one) => ({ default: one.AlarmsScreen })),
)
const AlarmScreen = lazyScreen(() =>
  import('#console/screens/health/alarms/alarm-screen.tsx').then((one) => ({ default: one.AlarmScreen })),
)
const AlarmRulesScreen = lazyScreen(() =>
  import('#console/screens/health/alarms/rules-screen.tsx').then((one) => ({
    default: one.AlarmRulesScreen,
  })),
)
const BannersScreen = lazyScreen(() =>
  import('#console/screens/content/banners-screen.tsx').then((one) => ({ default: one.BannersScreen })),
)
const BannerScreen = lazyScreen(() =>
  import('#console/screens/content/banner-screen.tsx').then((one) => ({ default: one.BannerScreen })),
)
const HomeScreen = lazyScreen(() =>
  import('#console/screens/content/home/home-screen.tsx').then((one) => ({ default: one.HomeScreen })),
)
const RailScreen = lazyScreen(() =>
  import('#console/screens/content/home/rail-screen.tsx').then((one) => ({ default: one.RailScreen })),
)
const CollectionsScreen = lazyScreen(() =>
  import('#console/screens/content/home/collections-screen.tsx').then((one) => ({
    default: one.CollectionsScreen,
  })),
)
const CollectionScreen = lazyScreen(() =>
  import('#console/screens/content/home/collection-screen.tsx').then((one) => ({
    default: one.CollectionScreen,
  })),
)
const FirstRunScreen = lazyScreen(() =>
  import('#console/screens/setup/first-run-screen.tsx').then((one) => ({ default: one.FirstRunScreen })),
)
const FilmsScreen = lazyScreen(() =>
  import('#console/screens/content/films/films-screen.tsx').then((one) => ({ default: one.FilmsScreen })),
)
const FilmScreen = lazyScreen(() =>
  import('#console/screens/content/films/film-screen.tsx').then((one) => ({ default: one.FilmScreen })),
)
const PeopleScreen = lazyScreen(() =>
  import('#console/screens/content/films/people-screen.tsx').then((one) => ({ default: one.PeopleScreen })),
)
const PersonScreen = lazyScreen(() =>
  import('#console/screens/content/films/person-screen.tsx').then((one) => ({ default: one.PersonScreen })),
)
const QueueScreen = lazyScreen(() =>
  import('#console/screens/packaging/queue-screen.tsx').then((one) => ({ default: one.QueueScreen })),
)
const UploadScreen = lazyScreen(() =>
  import('#console/screens/packaging/upload/upload-screen.tsx').then((one) => ({
    default: one.UploadScreen,
  })),
)
const NewsScreen = lazyScreen(() =>
  import('#console/screens/content/news-screen.tsx').then((one) => ({ default: one.NewsScreen })),
)
const NewsItemScreen = lazyScreen(() =>
  import('#console/screens/content/news-item-screen.tsx').then((one) => ({ default: one.NewsItemScreen })),
)
const BlackoutsScreen = lazyScreen(() =>
  import('#console/screens/content/blackouts/blackouts-screen.tsx').then((one) => ({
    default: one.BlackoutsScreen,
  })),
)
const BlackoutScreen = lazyScreen(() =>
  import('#console/screens/content/blackouts/blackout-screen.tsx').then((one) => ({
    default: one.BlackoutScreen,
  })),
)
const NoticesScreen = lazyScreen(() =>
  import('#console/screens/content/notices-screen.tsx').then((one) => ({ default: one.NoticesScreen })),
)
const NoticeScreen = lazyScreen(() =>
  import('#console/screens/content/notice-screen.tsx').then((one) => ({ default: one.NoticeScreen })),
)
const PagesScreen = lazyScreen(() =>
  import('#console/screens/content/pages-screen.tsx').then((one) => ({ default: one.PagesScreen })),
)
const PageScreen = lazyScreen(() =>
  import('#console/screens/content/page-screen.tsx').then((one) => ({ default: one.PageScreen })),
)
const ChangesScreen = lazyScreen(() =>
  import('#console/screens/changes/changes-screen.tsx').then((one) => ({ default: one.ChangesScreen })),
)

const PlaysScreen = lazyScreen(() =>
  import('#console/screens/plays/plays-screen.tsx').then((one) => ({ default: one.PlaysScreen })),
)
const SubscribersScreen = lazyScreen(() =>
  import('#console/screens/subscribers/subscribers-screen.tsx').then((one) => ({
    default: one.SubscribersScreen,
  })),
)
const SubscriberScreen = lazyScreen(() =>
  import('#console/screens/subscribers/subscriber-screen.tsx').then((one) => ({
    default: one.SubscriberScreen,
  })),
)
const AppsScreen = lazyScreen(() =>
  import('#console/screens/apps/apps-screen.tsx').then((one) => ({ default: one.AppsScreen })),
)

/** Where tables of each kind are, and whose permission they need. */
const tables: readonly {
  readonly path: string
  readonly section: Section
  readonly subject: TableSubject
}[] = [
  { path: '/channels/tables', section: 'channels', subject: 'channels' },
  { path: '/films/tables', section: 'films', subject: 'films' },
  { path: '/films/episodes/tables', section: 'films', subject: 'episodes' },
  { path: '/films/people/tables', section: 'films', subject: 'people' },
  { path: '/films/genres/tables', section: 'films', subject: 'genres' },
  { path: '/collections/tables', section: 'home', subject: 'collections' },
  { path: '/guide/matching/tables', section: 'guide', subject: 'matches' },
]

/** Screens without a parameter. */
const screens: readonly { readonly path: string; readonly section?: Section; readonly screen: ReactNode }[] =
  [
    { path: '/overview', section: 'overview', screen: <OverviewScreen /> },
    { path: '/health', section: 'health', screen: <HealthScreen /> },
    { path: '/alarms', section: 'health', screen: <AlarmsScreen /> },
    { path: '/alarms/rules', section: 'health', screen: <AlarmRulesScreen /> },
    { path: '/plays', section: 'health', screen: <PlaysScreen /> },
    { path: '/apps', section: 'apps', screen: <AppsScreen /> },
    { path: '/subscribers', section: 'subscribers', screen: <SubscribersScreen /> },
    { path: '/channels', section: 'channels', screen: <ChannelsScreen /> },
    { path: '/channels/new', section: 'channels', screen: <NewChannelScreen /> },
    { path: '/channels/deleted', section: 'channels', screen: <DeletedScreen /> },
    { path: '/channels/duplicates', section: 'channels', screen: <DuplicatesScreen /> },
    { path: '/channels/categories', section: 'channels', screen: <CategoriesScreen /> },
    { path: '/channels/logos', section: 'channels', screen: <LogosScreen /> },
    ...tables.map(({ path, section, subject }) => ({
      ...{ path, section },
      screen: <TablesScreen key={subject} subject={subject} />,
    })),
    { path: '/imports', section: 'channels', screen: <ImportsScreen /> },
    { path: '/guide', section: 'guide', screen: <GuideScreen /> },
    { path: '/guide/genres', section: 'guide', screen: <GenresScreen /> },
    { path: '/guide/matching', section: 'guide', screen: <MatchingScreen /> },
    { path: '/blackouts', section: 'guide', screen: <BlackoutsScreen /> },
    { path: '/blackouts/new', section: 'guide', screen: <BlackoutScreen id={null} /> },
    { path: '/films', section: 'films', screen: <FilmsScreen /> },
    { path: '/films/people', section: 'films', screen: <PeopleScreen /> },
    { path: '/films/queue', section: 'films', screen: <QueueScreen /> },
    { path: '/films/folder', section: 'films', screen: <FoldersScreen /> },
    { path: '/films/upload', section: 'films', screen: <UploadScreen /> },
    { path: '/home', section: 'home', screen: <HomeScreen /> },
    { path: '/home/new', section: 'home', screen: <RailScreen id={null} /> },
    { path: '/collections', section: 'home', screen: <CollectionsScreen /> },
    { path: '/collections/new', section: 'home', screen: <CollectionScreen id={null} /> },
    { path: '/banners', section: 'home', screen: <BannersScreen /> },
    { path: '/banners/new', section: 'home', screen: <BannerScreen id={null} /> },
    { path: '/news', section: 'news', screen: <NewsScreen /> },
    { path: '/news/new', section: 'news', screen: <NewsItemScreen id={null} /> },
    { path: '/works', section: 'health', screen: <NoticesScreen /> },
    { path: '/works/new', section: 'health', screen: <NoticeScreen id={null} /> },
    { path: '/works/outage', section: 'health', screen: <NoticeScreen id={null} kind="outage" /> },
    { path: '/pages', section: 'home', screen: <PagesScreen /> },
    { path: '/pages/new', section: 'home', screen: <PageScreen id={null} /> },
    { path: '/changes', section: 'channels', screen: <ChangesScreen /> },
    { path: '/setup', section: 'settings', screen: <FirstRunScreen step={undefined} /> },
    { path: '/staff', section: 'staff', screen: <StaffScreen isInviting={false} /> },
    { path: '/staff/invite', section: 'staff', screen: <StaffScreen isInviting /> },
    { path: '/audit', section: 'audit', screen: <AuditScreen /> },
    { path: '/roles', screen: <RolesScreen /> },
    { path: '/profile', screen: <ProfileScreen /> },
  ]

/** Screens of one thing; another number is another screen. */
const screensOf: readonly {
  readonly path: string
  readonly section: Section
  readonly screen: (id: number) => ReactNode
}[] = [
  { path: '/channels/:id', section: 'channels', screen: (id) => <ChannelScreen key={id} cid={id} /> },
  { path: '/guide/drafts/:id', section: 'guide', screen: (id) => <GuideDraftScreen key={id} draftId={id} /> },
  { path: '/guide/timeline/:id', section: 'guide', screen: (id) => <TimelineScreen key={id} cid={id} /> },
  { path: '/health/:id', section: 'health', screen: (id) => <ChannelHealthScreen key={id} cid={id} /> },
  { path: '/alarms/:id', section: 'health', screen: (id) => <AlarmScreen key={id} alarmId={id} /> },
  { path: '/imports/:id', section: 'channels', screen: (id) => <DraftScreen key={id} draftId={id} /> },
  {
    path: '/channels/logos/:id',
    section: 'channels',
    screen: (id) => <LogoDraftScreen key={id} draftId={id} />,
  },
  ...tables.map(({ path, section, subject }) => ({
    ...{ path: `${path}/:id`, section },
    screen: (id: number) => <TableDraftScreen key={id} subject={subject} draftId={id} />,
  })),
  {
    path: '/films/folder/:id',
    section: 'films',
    screen: (id) => <FolderDraftScreen key={id} draftId={id} />,
  },
  { path: '/films/people/:id', section: 'films', screen: (id) => <PersonScreen key={id} id={id} /> },
  { path: '/films/:id', section: 'films', screen: (id) => <FilmScreen key={id} vid={id} /> },
  { path: '/blackouts/:id', section: 'guide', screen: (id) => <BlackoutScreen key={id} id={id} /> },
  { path: '/home/:id', section: 'home', screen: (id) => <RailScreen key={id} id={id} /> },
  { path: '/collections/:id', section: 'home', screen: (id) => <CollectionScreen key={id} id={id} /> },
  { path: '/banners/:id', section: 'home', screen: (id) => <BannerScreen key={id} id={id} /> },
  { path: '/news/:id', section: 'news', screen: (id) => <NewsItemScreen key={id} id={id} /> },
  { path: '/works/:id', section: 'health', screen: (id) => <NoticeScreen key={id} id={id} /> },
  { path: '/pages/:id', section: 'home', screen: (id) => <PageScreen key={id} id={id} /> },
  {
    path: '/subscribers/:id',
    section: 'subscribers',
    screen: (id) => <SubscriberScreen key={id} accountId={id} />,
  },
  { path: '/staff/:id', section: 'staff', screen: (id) => <MemberScreen key={id} staffId={id} /> },
]

/** Loads the code of the screen at an address before it is shown. */
export function preloadScreen(path: string): void {
  const exact = screens.find((one) => one.path === path)?.screen
  const of = /^(.*)\/\d+$/.exec(path)?.[1]
  const element = exact ?? screensOf.find((one) => one.path === `${of}/:id`)?.screen(1)
  if (!isValidElement(element) || typeof element.type !== 'function') return
  if ('preload' in element.type) (element.type as LazyScreen<object>).preload()
}

/** The screen at the address, for those whose role may see it. */
export function Screens() {
  const first = usePages()[0]?.path ?? '/profile'
  return (
    <Switch>
      <Route path="/">
        <Redirect to={first} replace />
      </Route>
      {/* Without keys: the screen stays the same one while the dialog over it has an address. */}
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
      <Route<{ readonly step: string }> path="/setup/:step">
        {({ step }) => (
          <For section="settings">
            <FirstRunScreen key={step} step={step} />
          </For>
        )}
      </Route>
      {screens.map(({ path, section, screen }) => (
        <Route key={path} path={path}>
          {section === undefined ? screen : <For section={section}>{screen}</For>}
        </Route>
      ))}
      {screensOf.map(({ path, section, screen }) => (
        <Route<{ readonly id: string }> key={path} path={path}>
          {({ id }) => (
            <For section={section}>{/^[1-9]\d{0,8}$/.test(id) ? screen(Number(id)) : <NotFound />}</For>
          )}
        </Route>
      ))}
      <Route>
        <NotFound />
      </Route>
    </Switch>
  )
}

/** A screen for those whose role may see the section. */
function For({ section, children }: { readonly section: Section; readonly children: ReactNode }) {
  return useMay()(section, 'view') ? children : <Denied />
}
