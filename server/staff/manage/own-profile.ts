import type { StaffLanguage } from '#contract/console/staff-fields.ts'
import type { StaffMember } from '#server/platform/primitives/staff-member.ts'
import type { StaffDeps } from '#server/staff/member/deps.ts'
import { lockStaff, ownEvent } from '#server/staff/member/member.ts'
import { renameLinksBy } from './invitations.ts'

/** Sets the own name and language. */
export async function changeProfile(
  deps: StaffDeps,
  member: StaffMember,
  after: { readonly name: string; readonly language: StaffLanguage },
  address: string,
): Promise<void> {
  const before = { name: member.name, language: member.language }
  if (before.name === after.name && before.language === after.language) return
  const { staffId } = member
  await deps.db.transaction().execute(async (trx) => {
    await lockStaff(trx)
    await trx.updateTable('staff').set(after).where('staff_id', '=', staffId).execute()
    if (before.name !== after.name)
      await renameLinksBy(trx, deps.clock.nowMs(), { staffId, former: before.name, name: after.name })
  })
  await deps.audit.record(ownEvent('staff_profile_changed', member, { address }, {}, { before, after }))
}
