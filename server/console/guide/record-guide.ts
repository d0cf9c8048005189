import type { Fields } from '#server/changes/changes.ts'
import type { ConsoleCall } from '#server/console/admission/bind-console.ts'
import type { ContentDeps } from '#server/console/changes/record-set.ts'

/** Records in the audit what was done to the guide, and by whom. */
export async function recordGuide(
  { audit }: Pick<ContentDeps, 'audit'>,
  { staff, clientAddress: address }: ConsoleCall,
  event: string,
  change: { readonly subject: string; readonly before: Fields; readonly after: Fields },
): Promise<void> {
  await audit.record({
    event,
    actor: 'staff',
    address,
    facts: {},
    change: { staff: { staffId: staff.staffId, name: staff.name }, section: 'guide', ...change },
  })
}
