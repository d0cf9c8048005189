/** The audit, for those who may read it. */
import { consoleAudit as endpoints } from '#contract/console/audit.ts'
import { respond } from '#contract/form/endpoint.ts'
import { type WrittenEvent, listEvents } from '#server/audit/audit.ts'
import { type ConsoleHandlers, bindConsole } from '#server/console/admission/bind-console.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'

/** `db`: for statements that may take longer than those of viewers' requests. */
export function auditEndpoints({ db }: { readonly db: Db }): readonly BoundEndpoint[] {
  const handlers: ConsoleHandlers<typeof endpoints> = {
    list: async (input) => {
      const events = await listEvents(db, {
        staffId: input.staff_id,
        section: input.section,
        subject: input.subject || undefined,
        event: input.event || undefined,
        accountId: input.account_id,
        since: input.from === undefined ? undefined : input.from * 1000,
        // The whole of the last second.
        until: input.to === undefined ? undefined : input.to * 1000 + 999,
        beforeEventId: input.before_event,
        // One more tells whether there is a next page.
        limit: input.limit + 1,
      })
      return respond({
        events: events.slice(0, input.limit).map(presentEvent),
        has_more: events.length > input.limit,
      })
    },
  }
  return bindConsole('consoleAudit', endpoints, handlers)
}

function presentEvent({ eventId, happenedAtMs, event, actor, change, ...rest }: WrittenEvent) {
  return {
    event_id: eventId,
    happened_at_ms: happenedAtMs,
    event,
    actor,
    staff_id: change?.staffId ?? null,
    staff_name: change?.staffName ?? '',
    section: change?.section ?? '',
    subject: change?.subject ?? '',
    before: change?.before ?? null,
    after: change?.after ?? null,
    account_id: rest.accountId,
    address: rest.address,
    device: rest.device,
    facts: { ...rest.facts },
  }
}
