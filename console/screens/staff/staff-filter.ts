/** The filter of the list of staff: in the address, so that a view can be linked to. */
import type { consoleStaff } from '#contract/console/staff.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { type Role, roles } from '#contract/form/permissions.ts'
import { hasWords } from '#console/ui/fold-text.ts'

export type Member = ResponseOf<typeof consoleStaff.list>['staff'][number]

export interface StaffFilter {
  readonly text: string
  readonly role: Role | ''
  readonly state: 'active' | 'blocked' | ''
}

/** Reads a filter; what an address has wrong counts as absent. */
export function readStaffFilter(query: URLSearchParams): StaffFilter {
  const state = query.get('state')
  return {
    text: query.get('q') ?? '',
    role: roles.find((role) => role === query.get('role')) ?? '',
    state: state === 'active' || state === 'blocked' ? state : '',
  }
}

/** The members that match: each word of the text is in the name or the login. */
export function filterStaff(members: readonly Member[], { text, role, state }: StaffFilter): Member[] {
  return members.filter(
    (member) =>
      hasWords(`${member.name} ${member.login}`, text) &&
      (role === '' || member.role === role) &&
      (state === '' || member.is_blocked === (state === 'blocked')),
  )
}

/** The same query with one entry changed; an empty value is left out. */
export function withEntry(query: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(query)
  if (value === '') next.delete(name)
  else next.set(name, value)
  return next
}
