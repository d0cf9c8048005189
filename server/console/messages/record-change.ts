import type { Audit } from '#server/audit/audit.ts'
import type { ConsoleCall } from '#server/console/admission/bind-console.ts'

/** What was changed, as in the audit. */
export interface MessageChange {
  readonly event: string
  readonly subject: string
  readonly before?: Readonly<Record<string, unknown>> | undefined
  readonly after?: Readonly<Record<string, unknown>> | undefined
  readonly accountId?: number
}

/** Writes an act of the staff in the section of messages to the audit. */
export async function recordChange(
  audit: Audit,
  { staff, clientAddress: address }: ConsoleCall,
  { event, subject, before, after, accountId }: MessageChange,
): Promise<void> {
  await audit.record({
    ...{ event, actor: 'staff', address },
    ...(accountId === undefined ? {} : { accountId }),
    change: {
      staff: { staffId: staff.staffId, name: staff.name },
      ...{ section: 'messages', subject, before, after },
    },
  })
}
