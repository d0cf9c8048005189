/** Who of the staff may do what in the console: sections, levels, and the roles as data. */

/** The parts of the console. A permission names one of them. */
export const sections = [
  'overview',
  'channels',
  'guide',
  'films',
  'home',
  'news',
  'imports',
  'health',
  'apps',
  'subscribers',
  'credits',
  'billing',
  'payments',
  'messages',
  'dealer',
  'reports',
  'settings',
  'staff',
  'audit',
] as const
export type Section = (typeof sections)[number]

/**
 * What a role may do in a section. `view`: read. `edit`: change data that can be changed back. `act`: what has an
 * effect outside the console or cannot be undone: restart a channel, pay back, block, invite. `edit` and `act` are
 * independent of each other; both include `view`.
 */
export const levels = ['view', 'edit', 'act'] as const
export type Level = (typeof levels)[number]

export interface Permission {
  readonly section: Section
  readonly level: Level
}

/**
 * What an endpoint of the console requires.
 * - `anyone`: nothing. Only for what comes before a login, and for its end.
 * - `second_factor`: the password was right, the second factor is not proven yet.
 * - `enrolment`: logged in, or the password was right and there is no second factor yet.
 * - `own`: logged in, with any role. Only for what belongs to the member of staff: the profile, the sessions.
 * - a permission: logged in, with a role that has it.
 */
export type StaffAccess = Permission | 'anyone' | 'second_factor' | 'enrolment' | 'own'

export const roles = [
  'owner',
  'administrator',
  'content_editor',
  'channel_engineer',
  'support',
  'finance',
  'analyst',
  'dealer',
] as const
export type Role = (typeof roles)[number]

type Allowed = Readonly<Partial<Record<Section, readonly Level[]>>>

const view = ['view'] as const
const edit = ['view', 'edit'] as const
const act = ['view', 'act'] as const
const all = ['view', 'edit', 'act'] as const

/** Everything, section by section. */
const everything: Allowed = Object.fromEntries(sections.map((section) => [section, all]))

/** Role → section → levels. A section that is not listed is closed to the role. */
export const rolePermissions: Readonly<Record<Role, Allowed>> = {
  owner: everything,
  // The same sections as an owner; owners themselves are outside an administrator's reach (`server/staff/rules.ts`).
  administrator: everything,
  content_editor: {
    overview: view,
    channels: view,
    guide: edit,
    films: all,
    home: edit,
    news: all,
    imports: all,
    messages: view,
    reports: view,
  },
  channel_engineer: {
    overview: view,
    channels: all,
    guide: all,
    films: view,
    imports: all,
    health: all,
    apps: view,
    reports: view,
  },
  support: {
    overview: view,
    channels: view,
    guide: view,
    films: view,
    news: view,
    health: view,
    apps: view,
    subscribers: all,
    // Money and days given by hand, within `act-limits.ts`.
    credits: act,
    billing: view,
    payments: view,
    messages: act,
  },
  finance: {
    overview: view,
    subscribers: view,
    credits: act,
    billing: all,
    payments: all,
    dealer: view,
    reports: view,
  },
  analyst: {
    overview: view,
    channels: view,
    guide: view,
    films: view,
    home: view,
    news: view,
    health: view,
    apps: view,
    reports: view,
  },
  // Only the subscribers this dealer brought, never the section of all subscribers.
  dealer: { dealer: act },
}

/** Whether a role has a permission. */
export function roleMay(role: Role, { section, level }: Permission): boolean {
  return rolePermissions[role][section]?.includes(level) === true
}

/** All permissions of a role, as `section.level`, in the order of the tables above. */
export function permissionsOf(role: Role): readonly string[] {
  return sections.flatMap((section) =>
    levels.filter((level) => roleMay(role, { section, level })).map((level) => `${section}.${level}`),
  )
}
