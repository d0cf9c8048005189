/** The pages of the navigation, and what a role needs to see each. */
import type { Permission } from '#contract/form/permissions.ts'
import { useLoggedIn, useMay } from '#console/session/session.ts'
import type { IconName } from '#console/ui/icons.tsx'

/** The parts of the navigation in their order; the first has no heading. */
export const pageGroups = ['start', 'operation', 'subscribers', 'content', 'site', 'service'] as const
export type PageGroup = (typeof pageGroups)[number]

export interface ConsolePage {
  readonly path: string
  readonly name:
    | 'nav.overview'
    | 'nav.health'
    | 'nav.alarms'
    | 'nav.works'
    | 'nav.edges'
    | 'nav.plays'
    | 'nav.apps'
    | 'nav.subscribers'
    | 'nav.charging'
    | 'nav.messages'
    | 'nav.reports'
    | 'nav.payments'
    | 'nav.dealers'
    | 'nav.tariffs'
    | 'nav.promotions'
    | 'nav.channels'
    | 'nav.imports'
    | 'nav.guide'
    | 'nav.blackouts'
    | 'nav.films'
    | 'nav.home'
    | 'nav.collections'
    | 'nav.banners'
    | 'nav.news'
    | 'nav.pages'
    | 'nav.changes'
    | 'nav.staff'
    | 'nav.audit'
    | 'nav.integrations'
    | 'nav.services'
    | 'nav.brands'
    | 'nav.cities'
    | 'nav.setup'
    | 'nav.roles'
    | 'nav.profile'
  readonly group: PageGroup
  readonly icon: IconName
  /** The letter after G that opens it, as `KeyboardEvent.code`; undefined for pages that came when all were taken. */
  readonly key?: string
  /** Undefined: every role. */
  readonly permission?: Permission
}

export const pages: readonly ConsolePage[] = [
  {
    path: '/overview',
    name: 'nav.overview',
    group: 'start',
    icon: 'warning',
    key: 'KeyO',
    permission: { section: 'overview', level: 'view' },
  },
  {
    path: '/health',
    name: 'nav.health',
    group: 'operation',
    icon: 'pulse',
    key: 'KeyE',
    permission: { section: 'health', level: 'view' },
  },
  {
    path: '/alarms',
    name: 'nav.alarms',
    group: 'operation',
    icon: 'bell',
    key: 'KeyL',
    permission: { section: 'health', level: 'view' },
  },
  {
    path: '/works',
    name: 'nav.works',
    group: 'operation',
    icon: 'tools',
    key: 'KeyK',
    permission: { section: 'health', level: 'view' },
  },
  {
    path: '/edges',
    name: 'nav.edges',
    group: 'operation',
    icon: 'globe',
    permission: { section: 'health', level: 'view' },
  },
  {
    path: '/plays',
    name: 'nav.plays',
    group: 'operation',
    icon: 'eye',
    key: 'KeyV',
    permission: { section: 'health', level: 'view' },
  },
  {
    path: '/apps',
    name: 'nav.apps',
    group: 'operation',
    icon: 'phone',
    key: 'KeyD',
    permission: { section: 'apps', level: 'view' },
  },
  {
    path: '/subscribers',
    name: 'nav.subscribers',
    group: 'subscribers',
    icon: 'person',
    key: 'KeyQ',
    permission: { section: 'subscribers', level: 'view' },
  },
  {
    path: '/tariffs',
    name: 'nav.tariffs',
    group: 'subscribers',
    icon: 'tag',
    permission: { section: 'billing', level: 'view' },
  },
  {
    path: '/promotions',
    name: 'nav.promotions',
    group: 'subscribers',
    icon: 'star',
    permission: { section: 'billing', level: 'view' },
  },
  {
    path: '/payments',
    name: 'nav.payments',
    group: 'subscribers',
    icon: 'collection',
    key: 'KeyY',
    permission: { section: 'payments', level: 'view' },
  },
  {
    path: '/dealers',
    name: 'nav.dealers',
    group: 'subscribers',
    icon: 'people',
    permission: { section: 'payments', level: 'view' },
  },
  {
    path: '/charging',
    name: 'nav.charging',
    group: 'subscribers',
    icon: 'clock',
    permission: { section: 'billing', level: 'view' },
  },
  {
    path: '/messages',
    name: 'nav.messages',
    group: 'subscribers',
    icon: 'send',
    permission: { section: 'messages', level: 'view' },
  },
  {
    path: '/reports',
    name: 'nav.reports',
    group: 'subscribers',
    icon: 'chart',
    key: 'KeyZ',
    permission: { section: 'reports', level: 'view' },
  },
  {
    path: '/channels',
    name: 'nav.channels',
    group: 'content',
    icon: 'screen',
    key: 'KeyC',
    permission: { section: 'channels', level: 'view' },
  },
  {
    path: '/imports',
    name: 'nav.imports',
    group: 'content',
    icon: 'add',
    key: 'KeyI',
    permission: { section: 'channels', level: 'view' },
  },
  {
    path: '/guide',
    name: 'nav.guide',
    group: 'content',
    icon: 'clock',
    key: 'KeyT',
    permission: { section: 'guide', level: 'view' },
  },
  {
    path: '/blackouts',
    name: 'nav.blackouts',
    group: 'content',
    icon: 'hidden',
    key: 'KeyX',
    permission: { section: 'guide', level: 'view' },
  },
  {
    path: '/films',
    name: 'nav.films',
    group: 'content',
    icon: 'film',
    key: 'KeyF',
    permission: { section: 'films', level: 'view' },
  },
  {
    path: '/home',
    name: 'nav.home',
    group: 'site',
    icon: 'rails',
    key: 'KeyM',
    permission: { section: 'home', level: 'view' },
  },
  {
    path: '/collections',
    name: 'nav.collections',
    group: 'site',
    icon: 'collection',
    key: 'KeyJ',
    permission: { section: 'home', level: 'view' },
  },
  {
    path: '/banners',
    name: 'nav.banners',
    group: 'site',
    icon: 'star',
    key: 'KeyB',
    permission: { section: 'home', level: 'view' },
  },
  {
    path: '/news',
    name: 'nav.news',
    group: 'site',
    icon: 'news',
    key: 'KeyN',
    permission: { section: 'news', level: 'view' },
  },
  {
    path: '/pages',
    name: 'nav.pages',
    group: 'site',
    icon: 'log',
    key: 'KeyW',
    permission: { section: 'home', level: 'view' },
  },
  {
    path: '/changes',
    name: 'nav.changes',
    group: 'service',
    icon: 'history',
    key: 'KeyH',
    permission: { section: 'channels', level: 'view' },
  },
  {
    path: '/staff',
    name: 'nav.staff',
    group: 'service',
    icon: 'people',
    key: 'KeyS',
    permission: { section: 'staff', level: 'view' },
  },
  {
    path: '/audit',
    name: 'nav.audit',
    group: 'service',
    icon: 'log',
    key: 'KeyA',
    permission: { section: 'audit', level: 'view' },
  },
  {
    path: '/integrations',
    name: 'nav.integrations',
    group: 'service',
    icon: 'key',
    permission: { section: 'settings', level: 'view' },
  },
  {
    path: '/services',
    name: 'nav.services',
    group: 'service',
    icon: 'tools',
    permission: { section: 'settings', level: 'view' },
  },
  {
    path: '/cities',
    name: 'nav.cities',
    group: 'service',
    icon: 'globe',
    permission: { section: 'settings', level: 'view' },
  },
  {
    path: '/brands',
    name: 'nav.brands',
    group: 'service',
    icon: 'star',
    permission: { section: 'settings', level: 'view' },
  },
  {
    path: '/setup',
    name: 'nav.setup',
    group: 'service',
    icon: 'check',
    key: 'KeyU',
    permission: { section: 'settings', level: 'view' },
  },
  { path: '/roles', name: 'nav.roles', group: 'service', icon: 'shield', key: 'KeyR' },
  { path: '/profile', name: 'nav.profile', group: 'service', icon: 'person', key: 'KeyP' },
]

/** The pages open to the person at the console. The first run is the first of them until it was ended. */
export function usePages(): readonly ConsolePage[] {
  const may = useMay()
  const { isFirstRun } = useLoggedIn()
  const open = pages.filter(
    ({ permission }) => permission === undefined || may(permission.section, permission.level),
  )
  const isFirst = ({ path }: ConsolePage) => isFirstRun && path === '/setup'
  const first = open.filter(isFirst).map((page) => ({ ...page, group: 'start' as const }))
  return [...first, ...open.filter((page) => !isFirst(page))]
}
