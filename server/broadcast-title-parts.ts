/** Films and series in the archive: created with the settings, which may change while the server runs. */
import type { Modules } from '#server/api/api.ts'
import { openBroadcastTitles } from '#server/broadcast-titles/broadcast-titles.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Titles of the guide, with the settings that change while the server runs. */
export function broadcastTitlesOf(
  context: AppContext & { readonly db: Db },
  parts: Pick<Modules, 'catalogue' | 'engine' | 'pictures' | 'television'>,
) {
  const { settings, jobDatabase } = context
  return openBroadcastTitles({
    ...{ ...context, ...parts, jobDb: jobDatabase.db },
    settings: {
      get isOn() {
        return settings.EKRAN_BROADCAST_TITLES
      },
      get minScore() {
        return settings.EKRAN_BROADCAST_TITLE_SCORE
      },
    },
  })
}
