/** Events, for programs that read them instead of being called. */
import { externalEvents as endpoints } from '#contract/external/events.ts'
import { respond } from '#contract/form/endpoint.ts'
import { outsideEventTypes } from '#contract/form/outside-events.ts'
import { type BoundEndpoint, bindEndpoints } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { listEvents, type OutsideEvent, placeEvents } from '#server/webhooks/webhooks.ts'
import type { ExternalDeps } from './deps.ts'

export function eventEndpoints({ db, clock }: ExternalDeps): readonly BoundEndpoint[] {
  return bindEndpoints('externalEvents', endpoints, {
    list: async ({ after, limit, types: written = '' }) => {
      const words = written.split(',').filter(Boolean)
      const types = outsideEventTypes.filter((type) => words.includes(type))
      await placeEvents(db, clock.nowMs())
      // Types that do not exist have no events; an empty list would mean all.
      const isNone = words.length > 0 && types.length === 0
      const events = isNone ? [] : await listEvents(db, { after, types, limit: limit + 1 })
      const shown = events.slice(0, limit)
      return respond({
        events: shown.map(present),
        next: shown.at(-1)?.place ?? after,
        has_more: events.length > limit,
      })
    },
  })
}

function present({ id, type, happenedMs, data }: OutsideEvent) {
  return {
    ...{ id, type, timestamp: new Date(happenedMs).toISOString() },
    // Written by the triggers of the database; the shape is checked where responses are.
    data: data as { readonly account_id: number; readonly abonement: string },
  }
}
