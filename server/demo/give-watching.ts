/** The viewing history of the demo's viewers, added once: after that it is theirs. */
import { demoCrowd, demoHistory, type DemoWatched } from '#db/demo/watching.ts'
import type { TitleRecord } from '#server/catalogue/catalogue.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Modules } from '#server/api/api.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { firstProfileOf } from '#server/platform/primitives/viewer.ts'
import { openViewing } from '#server/viewing/viewing.ts'
import type { DemoAccountIds } from './give-accounts.ts'

const hourMs = 3_600_000
/** Past every end: a title watched to its end stops there. */
const toItsEndSec = 864_000

export async function giveWatching(
  context: AppContext,
  modules: Modules,
  ids: DemoAccountIds,
): Promise<void> {
  const subscriber = ids.get('subscribed')
  if (subscriber === undefined) return
  if ((await modules.viewing.recentWatching(firstProfileOf(subscriber), 1)).length > 0) return
  const give = giver(context, modules)
  await give(subscriber, demoHistory())
  for (const { abonement, name_ru: name, watched } of demoCrowd()) {
    const password = Buffer.from(context.random(24)).toString('base64url')
    const { accountId } = await modules.accounts.upsertAccount({ abonement, phone: null, name, password })
    await give(accountId, watched)
  }
}

/** Writes the viewing history through the viewing module, with its clock set to when each title was watched. */
function giver({ clock, jobDatabase: { db } }: AppContext, { catalogue, television, engine }: Modules) {
  const nowMs = clock.nowMs()
  const past = manualClock(nowMs)
  const viewing = openViewing({
    db,
    clock: past,
    catalogue,
    television,
    assetOf: (assetId) => engine.describeAsset(assetId),
  })
  return async (accountId: number, watched: readonly DemoWatched[]) => {
    const key = firstProfileOf(accountId)
    for (const { vid: demoVid, episode, hoursAgo, stoppedSec, rating } of watched.toReversed()) {
      const title = catalogue.now().titleByKey(`demo:${demoVid}`)
      const vfid = title === undefined ? undefined : fileOf(title, episode)
      if (title === undefined || vfid === undefined) continue
      past.setMs(nowMs - hoursAgo * hourMs)
      await viewing.savePosition(key, title.vid, vfid, stoppedSec ?? toItsEndSec)
      if (rating !== undefined) await viewing.rate(key, title.vid, rating)
    }
  }
}

function fileOf({ files, seasons }: TitleRecord, episode: number): number | undefined {
  const episodes = seasons.flatMap((season) => season.episodes)
  return (episodes[episode]?.file ?? files.find(({ kind }) => kind === 'film'))?.vfid
}
