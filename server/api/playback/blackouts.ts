import { blackouts as endpoints, type Blackout } from '#contract/playback/blackouts.ts'
import { respond } from '#contract/form/endpoint.ts'
import type { Language } from '#contract/form/failures.ts'
import { regionOf, type Uses } from '#server/api/context/api-context.ts'
import { type ActiveBlackout, deviceGroup, wordsOf } from '#server/blackouts/blackouts.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'

/** What may not be shown to a client. */
export function blackoutEndpoints({ blackouts }: Uses<{ blackouts: 'shownTo' }>): readonly BoundEndpoint[] {
  const handlers: Handlers<typeof endpoints> = {
    list: async (_input, request) => {
      const audience = { region: regionOf(request), device: deviceGroup(request.viewer?.deviceKind) }
      const shown = blackouts.shownTo(audience)
      return respond({ blackouts: shown.map((one) => presentBlackout(one, request.language)) })
    },
  }
  return bindEndpoints('blackouts', endpoints, handlers)
}

function presentBlackout(blackout: ActiveBlackout, language: Language): Blackout {
  const { target, cid, pid, vid, fromMs, untilMs, holds } = blackout
  return {
    ...{ target, cid, pid, vid },
    from: Math.floor(fromMs / 1000),
    until: untilMs === null ? null : Math.ceil(untilMs / 1000),
    holds: [...holds],
    message: wordsOf(blackout)[language],
  }
}
