import type { Db } from '#server/platform/database.ts'
import type { ChannelRecord, GuideOutcome, RawProgramme } from '#server/television/television.ts'
import { loadChannels, publishGuide } from '#server/television/television.ts'
import type { ImportReport, Refusal } from './report.ts'
import { failedReport } from './report.ts'
import { matchChannels, programmeOf } from './xmltv/guide-of-xmltv.ts'
import type { XmltvChannel, XmltvProgramme } from './xmltv/read-xmltv.ts'
import { readXmltv } from './xmltv/read-xmltv.ts'

export interface ImportGuideOptions {
  /** How the guide is called in the report. */
  readonly name: string
  readonly source: AsyncIterable<Uint8Array>
  /** Minutes east of UTC of times that name no zone. The DTD says UTC. */
  readonly zoneOffsetMin: number
  /** Moves the whole guide; for trying one that is of another week. */
  readonly shiftDays: number
  readonly nowMs: number
}

const dayMs = 86_400_000
/** Programmes further away than this are of no use to anybody. */
const backMs = 15 * dayMs
const aheadMs = 60 * dayMs

/** Takes a guide for the channels we have. Broken XML changes nothing. */
export async function importGuide(db: Db, options: ImportGuideOptions): Promise<ImportReport> {
  const title = `Guide from ${options.name}`
  const guide = await readXmltv(options.source)
  if (guide.kind === 'refused') return failedReport(title, guide.why)
  const channels = new Map((await loadChannels(db)).map((channel) => [channel.cid, channel]))
  const listed = withUnlisted(guide.channels, guide.programmes)
  const matches = matchChannels(
    listed,
    [...channels.values()].map(({ cid, tvgId, tvgName, name }) => ({
      cid,
      tvgId,
      tvgName,
      names: [name.ru, name.uz],
    })),
  )
  const taken = takeProgrammes(guide.programmes, matches, channels, options)
  const outcomes = await publishGuide(db, taken.delivery)
  const sum = (of: (outcome: GuideOutcome) => number) =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0)
  const unmatched = listed.filter(({ id }) => !matches.has(id)).length
  return {
    title,
    sums: [
      ['new', sum(({ added }) => added)],
      ['changed', sum(({ changed }) => changed)],
      ['unchanged', sum(({ unchanged }) => unchanged)],
      ['removed', sum(({ removed }) => removed)],
      ['of channels we do not have', taken.foreign],
      ['too long ago or too far ahead', taken.faraway],
    ],
    refused: taken.refused,
    notes: [
      `${matches.size} of its ${listed.length} channels are ours (${outcomes.length} of our ${channels.size} channels got programmes)` +
        (unmatched > 0 ? `; ${unmatched} are not in our list.` : '.'),
      ...repairNotes(outcomes),
      ...emptyHints(matches.size, channels.size, taken, options.nowMs),
    ],
    failed: false,
  }
}

interface Taken {
  readonly delivery: Map<number, RawProgramme[]>
  readonly refused: Refusal[]
  foreign: number
  faraway: number
  /** The earliest beginning that was too far away. */
  farawayBeginMs?: number
}

function takeProgrammes(
  programmes: readonly XmltvProgramme[],
  matches: ReadonlyMap<string, readonly number[]>,
  channels: ReadonlyMap<number, ChannelRecord>,
  options: ImportGuideOptions,
): Taken {
  const taken: Taken = { delivery: new Map(), refused: [], foreign: 0, faraway: 0 }
  for (const programme of programmes) {
    const cids = matches.get(programme.channel)
    if (cids === undefined) {
      taken.foreign += 1
      continue
    }
    for (const cid of cids) {
      const shiftMin = (channels.get(cid)?.guideShiftMin ?? 0) + options.shiftDays * 1440
      const read = programmeOf(programme, { zoneOffsetMin: options.zoneOffsetMin, shiftMin })
      if ('why' in read) {
        const what = programme.titles[0]?.text ?? programme.channel
        taken.refused.push({ where: `line ${programme.line}`, what, why: read.why })
        break
      }
      if (read.beginMs < options.nowMs - backMs || read.beginMs > options.nowMs + aheadMs) {
        taken.faraway += 1
        taken.farawayBeginMs = Math.min(taken.farawayBeginMs ?? read.beginMs, read.beginMs)
        break
      }
      const own = taken.delivery.get(cid) ?? []
      own.push(read)
      taken.delivery.set(cid, own)
    }
  }
  return taken
}

function repairNotes(outcomes: readonly GuideOutcome[]): string[] {
  const sums = { duplicates: 0, endsInferred: 0, overlapsCut: 0, tooLongCut: 0, outOfOrder: 0 }
  for (const { repairs } of outcomes) {
    for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += repairs[name]
  }
  const words: Record<keyof typeof sums, string> = {
    duplicates: 'given twice',
    endsInferred: 'without an end (the next beginning was taken)',
    overlapsCut: 'overlapping the next (cut)',
    tooLongCut: 'longer than a day (cut)',
    outOfOrder: 'out of order (sorted)',
  }
  const repaired = (Object.keys(sums) as (keyof typeof sums)[])
    .filter((name) => sums[name] > 0)
    .map((name) => `${sums[name]} ${words[name]}`)
  return repaired.length === 0 ? [] : [`Repaired: ${repaired.join(', ')}.`]
}

function emptyHints(matched: number, ours: number, taken: Taken, nowMs: number): string[] {
  if (ours === 0) return ['There is no channel yet: import channels first.']
  if (matched === 0) {
    return ['None of its channels is ours. A channel is matched by tvg-id, then tvg-name, then name.']
  }
  if (taken.delivery.size > 0 || taken.farawayBeginMs === undefined) return []
  const days = Math.round((nowMs - taken.farawayBeginMs) / dayMs)
  return [
    `The whole guide is of another time (it begins ${new Date(taken.farawayBeginMs).toISOString().slice(0, 10)}), and nothing was ` +
      `changed. To try it today all the same: --shift-days ${days}`,
  ]
}

/** Guides need not list their channels: a programme's channel id is enough. */
function withUnlisted(
  channels: readonly XmltvChannel[],
  programmes: readonly XmltvProgramme[],
): readonly XmltvChannel[] {
  const known = new Set(channels.map(({ id }) => id))
  const unlisted = new Set(programmes.map(({ channel }) => channel).filter((id) => !known.has(id)))
  return [...channels, ...[...unlisted].map((id) => ({ id, names: [] }))]
}
