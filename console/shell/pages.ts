/** The pages of the navigation, and what a role needs to see each. */
import type { Permission } from '#contract/form/permissions.ts'
import { useMay } from '#console/session/session.ts'
import type { IconName } from '#console/ui/icons.tsx'

export interface ConsolePage {
  readonly path: string
  readonly name:
    | 'nav.channels'
    | 'nav.imports'
    | 'nav.changes'
    | 'nav.staff'
    | 'nav.audit'
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
  { path: '/roles', name: 'nav.roles', icon: 'shield', key: 'KeyR' },
  { path: '/profile', name: 'nav.profile', icon: 'person', key: 'KeyP' },
]

/** The pages open to the person at the console. */
export function usePages(): readonly ConsolePage[] {
  const may = useMay()
  return pages.filter(
    ({ permission }) => permission === undefined || may(permission.section, permission.level),
  )
}
