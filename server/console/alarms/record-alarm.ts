import type { Audit } from '#server/audit/audit.ts'
import type { ConsoleCall } from '#server/console/admission/bind-console.ts'

type Values = Readonly<Record<string, unknown>>

/** Records in the audit what was done about alarms, and by whom. */
export async function recordAlarm(
  { audit }: { readonly audit: Audit },
  { staff, clientAddress: address }: ConsoleCall,
  event: string,
  change: {
    readonly subject: string
    readonly before?: Values | undefined
    readonly after?: Values | undefined
  },
): Promise<void> {
  await audit.record({
    event,
    actor: 'staff',
    address,
    facts: {},
    change: { staff: { staffId: staff.staffId, name: staff.name }, section: 'health', ...change },
  })
}
