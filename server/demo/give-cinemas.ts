/** The demo's cinemas, with showings from today on. */
import { demoCinemas } from '#db/demo/cinemas.ts'
import { hasOtherCinemas, publishCinemas } from '#server/cinemas/cinemas.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { OpenDatabase } from '#server/platform/database/database.ts'
import type { Modules } from '#server/api/api.ts'

/** Keys of an operator's file contain no colon. */
const prefix = 'demo:'

export async function giveCinemas(
  {
    jobDatabase: { db },
    clock,
  }: Pick<AppContext, 'clock'> & {
    readonly jobDatabase: Pick<OpenDatabase, 'db'>
  },
  { pictures }: Pick<Modules, 'pictures'>,
): Promise<void> {
  // An operator who tries the demo with their own cinemas keeps them.
  if (await hasOtherCinemas(db, prefix)) return
  const ready = []
  for (const { svg, showings, ...cinema } of demoCinemas(clock.nowMs()))
    ready.push({
      ...cinema,
      key: prefix + cinema.key,
      image: await pictures.keepDrawing(svg()),
      // The poster of the title in the catalogue is shown, where there is one.
      showings: showings.map((showing) => ({ ...showing, poster: null })),
    })
  await publishCinemas(db, ready)
}
