import { tashkentOffsetMs } from '#contract/form/constants.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { openTelevision } from '#server/television/television.ts'
import { sourceLines, logoLines, listSchedules, inboxLines, packagingLines } from '#server/imports/imports.ts'

/** A summary of the installation, in lines for the operator. */
export async function statusLines(db: Db, clock: Clock): Promise<readonly string[]> {
  return [
    ...(await televisionLines(db, clock)),
    ...(await logoLines(db)),
    ...(await sourceLines(db, clock)),
    ...(await scheduleLines(db)),
    ...(await catalogueLines(db)),
    ...(await inboxLines(db)),
    ...(await packagingLines(db, clock)),
  ]
}

async function televisionLines(db: Db, clock: Clock): Promise<string[]> {
  const { channels, guide } = (await openTelevision(db, clock)).now()
  const recorded = channels.filter(({ source }) => source.kind === 'recorded')
  const on = recorded.filter(({ isEnabled }) => isEnabled)
  const linear = channels.filter(({ source }) => source.kind === 'linear')
  const withGuide = channels.filter(({ cid }) => guide.all(cid).length > 0)
  const programmes = withGuide.flatMap(({ cid }) => guide.all(cid))
  const begins = programmes.reduce((min, { beginMs }) => Math.min(min, beginMs), Number.POSITIVE_INFINITY)
  const ends = programmes.reduce((max, { endMs }) => Math.max(max, endMs), Number.NEGATIVE_INFINITY)
  const nowOn = channels.filter(({ cid }) => guide.nowAndNext(cid, clock.nowMs()).now !== null)
  return [
    `Channels: ${channels.length} (${recorded.length} from sources, ${on.length} of them switched on; ${linear.length} made of films)`,
    withGuide.length === 0
      ? 'Guide: none yet. Take one with: npm run ekran -- guide add <name> <file or address>'
      : `Guide: ${programmes.length} programmes of ${withGuide.length} channels, ${day(begins)} to ${day(ends)}; ${nowOn.length} channels have something on now`,
  ]
}

/** A day in Tashkent, where the guide's viewers are. */
function day(ms: number) {
  return new Date(ms + tashkentOffsetMs).toISOString().slice(0, 10)
}

async function scheduleLines(db: Db): Promise<string[]> {
  const rows = await listSchedules(db)
  if (rows.length === 0) return []
  const wrong = rows.filter(({ state }) => state !== 'applied')
  return [
    `Channels by a schedule file: ${rows.length}, ${wrong.length} of them with something to put right${wrong.length === 0 ? '' : ' (see: npm run ekran -- linear list)'}`,
    ...wrong.map(
      ({ file, state, problems }) =>
        `  ${file}: ${state}${problems[0] === undefined ? '' : `, ${problems[0]}`}`,
    ),
  ]
}

async function catalogueLines(db: Db): Promise<string[]> {
  const { titles, people } = (await openCatalogue(db)).now().content
  const series = titles.filter(({ isSeries }) => isSeries)
  const episodes = series.flatMap(({ seasons }) => seasons.flatMap((season) => season.episodes))
  return [
    `Films: ${titles.length - series.length}; series: ${series.length} with ${episodes.length} episodes; people: ${people.size}`,
  ]
}
