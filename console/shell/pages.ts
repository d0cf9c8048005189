/** The pages of the navigation, and what a role needs to see each. */
import type { Permission } from '#contract/form/permissions.ts'
import { useLoggedIn, useMay } from '#console/session/session.ts'
import type { IconName } from '#console/ui/icons.tsx'

export interface ConsolePage {
  readonly path: string
  readonly name:
    | 'nav.overview'
    | 'nav.health'
    | 'nav.alarms'
    | 'nav.works'
    | 'nav.plays'
    | 'nav.apps'
    | 'nav.subscribers'
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
    | 'nav.setup'
    | 'nav.roles'
    | 'nav.profile'
  readonly icon: IconName
  /** The letter after G that opens it, as `KeyboardEvent.code`. */
  readonly key: string
  /** Undefined: every role. */
  readonly permission?: Permission
}

export const pages: readonly ConsolePage[] = [
  {
    path: '/overview',
    name: 'nav.overview',
    icon: 'warning',
    key: 'KeyO',
    permission: { section: 'overview', level: 'view' },
  },
  {
    path: '/health',
    name: 'nav.health',
    icon: 'pulse',
    key: 'KeyE',
    permission: { section: 'health', level: 'view' },
  },
  {
    path: '/alarms',
    name: 'nav.alarms',
    icon: 'bell',
    key: 'KeyL',
    permission: { section: 'health', level: 'view' },
  },
  {
    path: '/works',
    name: 'nav.works',
    icon: 'tools',
    key: 'KeyK',
    permission: { section: 'health', level: 'view' },
  },
  {
    path: '/subscribers',
    name: 'nav.subscribers',
    icon: 'person',
    key: 'KeyQ',
    permission: { section: 'subscribers', level: 'view' },
  },
  {
    path: '/channels',
    name: 'nav.channels',
    icon: 'screen',
    key: 'KeyC',
    permission: { section: 'channels', level: 'view' },
  },
  {
    path: '/imports',
    name: 'nav.imports',
    icon: 'add',
    key: 'KeyI',
    permission: { section: 'channels', level: 'view' },
  },
  {
    path: '/guide',
    name: 'nav.guide',
    icon: 'clock',
    key: 'KeyT',
    permission: { section: 'guide', level: 'view' },
  },
  {
    path: '/blackouts',
    name: 'nav.blackouts',
    icon: 'hidden',
    key: 'KeyX',
    permission: { section: 'guide', level: 'view' },
  },
  {
    path: '/films',
    name: 'nav.films',
    icon: 'film',
    key: 'KeyF',
    permission: { section: 'films', level: 'view' },
  },
  {
    path: '/home',
    name: 'nav.home',
    icon: 'rails',
    key: 'KeyM',
    permission: { section: 'home', level: 'view' },
  },
  {
    path: '/collections',
    name: 'nav.collections',
    icon: 'collection',
    key: 'KeyJ',
    permission: { section: 'home', level: 'view' },
  },
  {
    path: '/banners',
    name: 'nav.banners',
    icon: 'star',
    key: 'KeyB',
    permission: { section: 'home', level: 'view' },
  },
  {
    path: '/news',
    name: 'nav.news',
    icon: 'news',
    key: 'KeyN',
    permission: { section: 'news', level: 'view' },
  },
  {
    path: '/plays',
    name: 'nav.plays',
    icon: 'eye',
    key: 'KeyV',
    permission: { section: 'health', level: 'view' },
  },
  {
    path: '/apps',
    name: 'nav.apps',
    icon: 'phone',
    key: 'KeyD',
    permission: { section: 'apps', level: 'view' },
  },
  {
    path: '/pages',
    name: 'nav.pages',
    icon: 'log',
    key: 'KeyW',
    permission: { section: 'home', level: 'view' },
  },
  {
    path: '/changes',
    name: 'nav.changes',
    icon: 'history',
    key: 'KeyH',
    permission: { section: 'channels', level: 'view' },
  },
  {
    path: '/staff',
    name: 'nav.staff',
    icon: 'people',
    key: 'KeyS',
    permission: { section: 'staff', level: 'view' },
  },
  {
    path: '/audit',
    name: 'nav.audit',
    icon: 'log',
    key: 'KeyA',
    permission: { section: 'audit', level: 'view' },
  },
  {
    path: '/setup',
    name: 'nav.setup',
    icon: 'check',
    key: 'KeyU',
    permission: { section: 'settings', level: 'view' },
  },
  { path: '/roles', name: 'nav.roles', icon: 'shield', key: 'KeyR' },
  { path: '/profile', name: 'nav.profile', icon: 'person', key: 'KeyP' },
]

/** The pages open to the person at the console. The first run is the first of them until it was ended. */
export function usePages(): readonly ConsolePage[] {
  const may = useMay()
  const { isFirstRun } = useLoggedIn()
  const open = pages.filter(
    ({ permission }) => permission === undefined || may(permission.section, permission.level),
  )
  const isFirst = ({ path }: ConsolePage) => isFirstRun && path === '/setup'
  return [...open.filter(isFirst), ...open.filter((page) => !isFirst(page))]
}
