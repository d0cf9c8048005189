import type { Audit } from '#server/audit/audit.ts'
import type { ConsoleCall } from '#server/console/admission/bind-console.ts'

/** Records in the audit what was done with the file of a film, and by whom. */
export async function recordFilm(
  { audit }: { readonly audit: Audit },
  { staff, clientAddress: address }: Pick<ConsoleCall, 'staff' | 'clientAddress'>,
  event: string,
  change: { readonly subject: string; readonly after?: Readonly<Record<string, unknown>> },
): Promise<void> {
  await audit.record({
    event,
    actor: 'staff',
    address,
    facts: {},
    change: { staff: { staffId: staff.staffId, name: staff.name }, section: 'films', ...change },
  })
}
