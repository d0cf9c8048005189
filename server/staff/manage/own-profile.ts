import type { StaffLanguage } from '#contract/console/staff-fields.ts'
import type { StaffMember } from '#server/platform/primitives/staff-member.ts'
import type { StaffDeps } from '#server/staff/member/deps.ts'
import { ownEvent } from '#server/staff/member/member.ts'

/** Sets the own name and language. */
export async function changeProfile(
  deps: StaffDeps,
  member: StaffMember,
  after: { readonly name: string; readonly language: StaffLanguage },
  address: string,
): Promise<void> {
  const before = { name: member.name, language: member.language }
  if (before.name === after.name && before.language === after.language) return
  await deps.db.updateTable('staff').set(after).where('staff_id', '=', member.staffId).execute()
  await deps.audit.record(ownEvent('staff_profile_changed', member, { address }, {}, { before, after }))
}
