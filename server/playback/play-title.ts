import { denied, sign, verdictOn } from './grant.ts'
import type { Asker, PlaybackNeeds } from './needs.ts'
import type { OutcomeOf } from '#contract/endpoint.ts'
import { answer, refuse } from '#contract/endpoint.ts'
import type { films } from '#contract/films.ts'
import type { FileRecord, TitleRecord } from '#server/catalogue/catalogue.ts'
import { titleItem } from '#server/entitlement/entitlement.ts'
import { invariant } from '#server/platform/invariant.ts'

/** The address that plays a film, an episode or a trailer. Without `vfid`: the film, or the first episode. */
export async function playTitle(
  needs: PlaybackNeeds,
  asker: Asker,
  asked: { readonly vid: number; readonly vfid: number | undefined },
): Promise<OutcomeOf<typeof films.url>> {
  const snapshot = needs.catalogue.now()
  const title = snapshot.title(asked.vid)
  if (title === undefined) return refuse('title_not_found')
  const file = asked.vfid === undefined ? mainFile(title) : ownFile(title, asked.vfid)
  if (file === undefined) return refuse(asked.vfid === undefined ? 'not_available_now' : 'title_not_found')
  const item = file.kind === 'trailer' ? ({ kind: 'trailer' } as const) : titleItem(title)
  const verdict = await verdictOn(needs, asker, item)
  if (verdict.kind === 'refused') {
    const { failure } = verdict
    invariant(failure !== 'outside_region', 'a title was refused for its region')
    return denied(needs, asker, failure)
  }
  const asset = needs.engine.describeAsset(file.assetId)
  if (asset === undefined) return refuse('not_available_now')
  return answer({
    ...sign(needs, asker, { kind: 'film', assetId: file.assetId }, verdict.untilMs),
    duration_sec: asset.durationMs / 1000,
    markers: (asset.markers ?? []).map((marker) => ({
      kind: marker.kind,
      begin_sec: marker.beginMs / 1000,
      end_sec: marker.endMs / 1000,
    })),
  })
}

function mainFile(title: TitleRecord): FileRecord | undefined {
  return (
    title.files.find((file) => file.kind === 'film') ??
    title.seasons.flatMap((season) => season.episodes.map((episode) => episode.file))[0]
  )
}

/** The file only if it is this title's: the right is asked for the title, so a foreign file must not slip in. */
function ownFile(title: TitleRecord, vfid: number): FileRecord | undefined {
  const ofEpisodes = title.seasons.flatMap((season) => season.episodes.map((episode) => episode.file))
  return [...title.files, ...ofEpisodes].find((file) => file.vfid === vfid)
}
