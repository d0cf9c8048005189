/** The screens of the console by their addresses; the code of most is loaded when it is needed. */
import { isValidElement, type ReactNode } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import type { Section } from '#contract/form/permissions.ts'
import type { TableSubject } from '#console/tables/download-table.ts'
import {
  CategoriesScreen,
  ChannelScreen,
  ChannelsScreen,
  DeletedScreen,
  DuplicatesScreen,
  NewChannelScreen,
} from '#console/screens/channels/lazy-screens.ts'
import {
  BannerScreen,
  BannersScreen,
  BlackoutScreen,
  BlackoutsScreen,
  CollectionScreen,
  CollectionsScreen,
  FilmScreen,
  FilmsScreen,
  HomeScreen,
  NewsItemScreen,
  NewsScreen,
  NoticeScreen,
  NoticesScreen,
  PageScreen,
  PagesScreen,
  PeopleScreen,
  PersonScreen,
  RailScreen,
} from '#console/screens/content/routes/lazy-screens.ts'
import { paymentScreens, paymentScreensOf } from '#console/screens/payments/payment-routes.tsx'
import { AuditScreen } from '#console/screens/audit/audit-screen.tsx'
import { BulkFormScreen, BulkRunScreen, BulkScreen } from '#console/screens/subscribers/bulk/lazy-screens.ts'
import {
  CampaignScreen,
  CommandScreen,
  CommandsScreen,
  MessagesScreen,
  SegmentScreen,
  SegmentsScreen,
  TemplateScreen,
  TemplatesScreen,
} from '#console/screens/messages/lazy-screens.ts'
import { BatchScreen, PromotionsScreen } from '#console/screens/promotions/lazy-screens.ts'
import { TariffScreen, TariffsScreen } from '#console/screens/tariffs/lazy-screens.ts'
import { EdgesScreen } from '#console/screens/edges/lazy-screen.ts'
import {
  AlarmRulesScreen,
  AlarmScreen,
  AlarmsScreen,
  ChannelHealthScreen,
  HealthScreen,
} from '#console/screens/health/lazy-screens.ts'
import { BackupsScreen, LogScreen, ServerScreen } from '#console/screens/health/server/lazy-screens.ts'
import { OverviewScreen } from '#console/screens/overview/overview-screen.tsx'
import { ProfileScreen } from '#console/screens/profile/profile-screen.tsx'
import { RolesScreen } from '#console/screens/roles/roles-screen.tsx'
import { MemberScreen } from '#console/screens/staff/member-screen.tsx'
import { StaffScreen } from '#console/screens/staff/staff-screen.tsx'
import { useMay } from '#console/session/session.ts'
import { type LazyScreen, lazyScreen } from '#console/shell/lazy-screen.tsx'
import { Denied, NotFound } from '#console/shell/missing-page.tsx'
import { usePages } from '#console/shell/pages.ts'

const ChargingScreen = lazyScreen(() =>
  import('#console/screens/charging/charging-screen.tsx').then((one) => ({ default: one.ChargingScreen })),
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
const BroadcastTitlesScreen = lazyScreen(() =>
  import('#console/screens/guide/broadcast-titles-screen.tsx').then((one) => ({
    default: one.BroadcastTitlesScreen,
  })),
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
const ReportsScreen = lazyScreen(() =>
  import('#console/screens/reports/reports-screen.tsx').then((one) => ({ default: one.ReportsScreen })),
)
const ServicesScreen = lazyScreen(() =>
  import('#console/screens/services/services-screen.tsx').then((one) => ({ default: one.ServicesScreen })),
)
const CitiesScreen = lazyScreen(() =>
  import('#console/screens/cities/cities-screen.tsx').then((one) => ({ default: one.CitiesScreen })),
)
const BrandsScreen = lazyScreen(() =>
  import('#console/screens/setup/brands-screen.tsx').then((one) => ({ default: one.BrandsScreen })),
)
const BrandScreen = lazyScreen(() =>
  import('#console/screens/setup/brands-screen.tsx').then((one) => ({ default: one.BrandScreen })),
)
const FirstRunScreen = lazyScreen(() =>
  import('#console/screens/setup/first-run-screen.tsx').then((one) => ({ default: one.FirstRunScreen })),
)
const QueueScreen = lazyScreen(() =>
  import('#console/screens/packaging/queue-screen.tsx').then((one) => ({ default: one.QueueScreen })),
)
const UploadScreen = lazyScreen(() =>
  import('#console/screens/packaging/upload/upload-screen.tsx').then((one) => ({
    default: one.UploadScreen,
  })),
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
const IntegrationsScreen = lazyScreen(() =>
  import('#console/screens/integrations/integrations-screen.tsx').then((one) => ({
    default: one.IntegrationsScreen,
  })),
)
const WebhookScreen = lazyScreen(() =>
  import('#console/screens/integrations/webhook-screen.tsx').then((one) => ({ default: one.WebhookScreen })),
)
const GoodwillScreen = lazyScreen(() =>
  import('#console/screens/subscribers/acts/goodwill-screen.tsx').then((one) => ({
    default: one.GoodwillScreen,
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
    { path: '/health/server', section: 'health', screen: <ServerScreen /> },
    { path: '/health/backups', section: 'health', screen: <BackupsScreen /> },
    { path: '/health/log', section: 'health', screen: <LogScreen /> },
    { path: '/alarms', section: 'health', screen: <AlarmsScreen /> },
    { path: '/alarms/rules', section: 'health', screen: <AlarmRulesScreen /> },
    { path: '/plays', section: 'health', screen: <PlaysScreen /> },
    { path: '/charging', section: 'billing', screen: <ChargingScreen /> },
    { path: '/apps', section: 'apps', screen: <AppsScreen /> },
    { path: '/reports', section: 'reports', screen: <ReportsScreen /> },
    { path: '/subscribers', section: 'subscribers', screen: <SubscribersScreen /> },
    { path: '/messages', section: 'messages', screen: <MessagesScreen /> },
    { path: '/messages/new', section: 'messages', screen: <CampaignScreen id={null} /> },
    { path: '/messages/templates', section: 'messages', screen: <TemplatesScreen /> },
    { path: '/messages/templates/new', section: 'messages', screen: <TemplateScreen id={null} /> },
    { path: '/messages/segments', section: 'messages', screen: <SegmentsScreen /> },
    { path: '/messages/segments/new', section: 'messages', screen: <SegmentScreen id={null} /> },
    { path: '/messages/commands', section: 'messages', screen: <CommandsScreen /> },
    { path: '/messages/commands/new', section: 'messages', screen: <CommandScreen /> },
    { path: '/subscribers/bulk', section: 'subscribers', screen: <BulkScreen /> },
    { path: '/subscribers/bulk/new', section: 'credits', screen: <BulkFormScreen /> },
    { path: '/subscribers/goodwill', section: 'settings', screen: <GoodwillScreen /> },
    ...paymentScreens,
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
    { path: '/guide/broadcast-titles', section: 'guide', screen: <BroadcastTitlesScreen /> },
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
    { path: '/tariffs', section: 'billing', screen: <TariffsScreen /> },
    { path: '/promotions', section: 'billing', screen: <PromotionsScreen /> },
    { path: '/tariffs/new', section: 'billing', screen: <TariffScreen id={null} /> },
    { path: '/changes', section: 'channels', screen: <ChangesScreen /> },
    { path: '/integrations', section: 'settings', screen: <IntegrationsScreen /> },
    { path: '/services', section: 'settings', screen: <ServicesScreen /> },
    { path: '/edges', section: 'health', screen: <EdgesScreen /> },
    { path: '/cities', section: 'settings', screen: <CitiesScreen /> },
    { path: '/brands', section: 'settings', screen: <BrandsScreen /> },
    { path: '/brands/new', section: 'settings', screen: <BrandScreen id={null} /> },
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
  {
    path: '/integrations/:id',
    section: 'settings',
    screen: (id) => <WebhookScreen key={id} webhookId={id} />,
  },
  { path: '/banners/:id', section: 'home', screen: (id) => <BannerScreen key={id} id={id} /> },
  { path: '/news/:id', section: 'news', screen: (id) => <NewsItemScreen key={id} id={id} /> },
  { path: '/works/:id', section: 'health', screen: (id) => <NoticeScreen key={id} id={id} /> },
  { path: '/brands/:id', section: 'settings', screen: (id) => <BrandScreen key={id} id={id} /> },
  { path: '/pages/:id', section: 'home', screen: (id) => <PageScreen key={id} id={id} /> },
  {
    path: '/subscribers/bulk/:id',
    section: 'subscribers',
    screen: (id) => <BulkRunScreen key={id} id={id} />,
  },
  {
    path: '/subscribers/:id',
    section: 'subscribers',
    screen: (id) => <SubscriberScreen key={id} accountId={id} />,
  },
  ...paymentScreensOf,
  {
    path: '/messages/templates/:id',
    section: 'messages',
    screen: (id) => <TemplateScreen key={id} id={id} />,
  },
  {
    path: '/messages/segments/:id',
    section: 'messages',
    screen: (id) => <SegmentScreen key={id} id={id} />,
  },
  { path: '/messages/:id', section: 'messages', screen: (id) => <CampaignScreen key={id} id={id} /> },
  { path: '/promotions/:id', section: 'billing', screen: (id) => <BatchScreen key={id} id={id} /> },
  { path: '/tariffs/:id', section: 'billing', screen: (id) => <TariffScreen key={id} id={id} /> },
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
