import { commands } from '#contract/site/commands.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { ApiContext } from '#server/api/context/api-context.ts'
import { confirmCommand, takeCommands } from '#server/commands/commands.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'

/** Commands of the staff to the device of a session. */
export function commandEndpoints({ db, clock }: Pick<ApiContext, 'db' | 'clock'>): readonly BoundEndpoint[] {
  const handlers: Handlers<typeof commands> = {
    take: async ({ page }, { viewer, language }) => {
      const taken = await takeCommands(db, viewer, { page, nowMs: clock.nowMs() })
      return respond({
        commands: taken.flatMap(({ commandId, kind, text, staysSec, channelId }) =>
          kind === 'sign_out'
            ? []
            : [
                {
                  id: commandId,
                  kind,
                  text: text[language],
                  stays_sec: staysSec,
                  channel_id: channelId ?? 0,
                },
              ],
        ),
      })
    },
    done: async ({ id }, { viewer }) =>
      (await confirmCommand(db, viewer, { commandId: id, nowMs: clock.nowMs() }))
        ? respond({})
        : reject('not_found'),
  }
  return bindEndpoints('commands', commands, handlers)
}
