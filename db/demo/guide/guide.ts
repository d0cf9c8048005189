/** The guide of the demo: any moment of any channel, the same at every call and on every machine. */
import { randomFrom, seedOf, whole, type Random } from '#db/demo/painting/random.ts'
import type { DemoChannel } from '#db/demo/channels.ts'
import { fillers, shows, type Show } from './shows.ts'
import { demoTitles } from '#db/demo/catalogue/titles.ts'

export interface DemoProgramme {
  readonly beginMs: number
  readonly endMs: number
  readonly title_ru: string
  readonly title_uz: string
  readonly description_ru: string
  readonly description_uz: string
  /** A television genre: 1 to 8 without 7. */
  readonly categoryId: number
  readonly ageRating: string
  /** What a linear channel plays; a recorded one has none. */
  readonly assetId?: string
}

const minuteMs = 60_000
const dayMs = 86_400_000
/** Tashkent keeps UTC+5 all year; its days start with this offset from those of UTC. */
const offsetMs = 5 * 3_600_000
/**
 * The fixed boundaries of a day, in minutes: a programme ends at each of them, so that the news at eight starts at
 * eight.
 */
const jointMinutes = [0, 180, 360, 540, 720, 900, 1080, 1200, 1320, 1440] as const
/** Cinema channels have fewer: a film is not cut. */
const cinemaJoints = [0, 360, 720, 1140, 1440] as const
const shortestMin = 15
const longestMin = 120

let films: readonly Show[] | undefined
let serials: readonly Show[] | undefined

/** Cinema channels show the catalogue's own titles. */
function catalogueShows(kind: 'cinema' | 'series'): readonly Show[] {
  const pick = (isSeries: boolean): Show[] =>
    demoTitles()
      .filter((title) => title.isSeries === isSeries)
      .map((title) => {
        const long = isSeries ? 45 : Math.min(longestMin, Math.max(60, Math.ceil(title.durationMin / 5) * 5))
        const parts = title.isKids
          ? 'md'
          : title.ageRating === '18+'
            ? 'n'
            : title.ageRating === '16+'
              ? 'ne'
              : 'nmde'
        return {
          ru: title.name_ru,
          uz: title.name_uz,
          about_ru: title.description_ru,
          about_uz: title.description_uz,
          shortestMin: isSeries ? 40 : long,
          longestMin: isSeries ? 60 : long,
          parts,
          ...(isSeries ? {} : { assetId: title.assetId }),
        }
      })
  films ??= pick(false)
  serials ??= pick(true)
  return kind === 'cinema' ? films : serials
}

function partOf(minute: number): string {
  return minute < 360 ? 'n' : minute < 720 ? 'm' : minute < 1080 ? 'd' : 'e'
}

/** The length of the next programme, so that the rest before the boundary can still be filled. */
function lengthOf(r: Random, show: Show, left: number): number {
  const wished = whole(r, Math.ceil(show.shortestMin / 5), Math.floor(show.longestMin / 5)) * 5
  const length = Math.min(wished, left, longestMin)
  const rest = left - length
  if (rest === 0 || rest >= shortestMin) return length
  return left <= longestMin ? left : left - shortestMin
}

function nextShow(
  r: Random,
  pool: readonly Show[],
  minute: number,
  left: number,
  last: readonly Show[],
): Show {
  const part = partOf(minute)
  const fits = pool.filter((one) => one.parts.includes(part) && !last.includes(one))
  const snug = fits.filter((one) => one.shortestMin <= left)
  const fresh = fillers.filter((one) => !last.includes(one))
  // Where every filler was shown a moment ago, one of them is repeated: a channel never stops.
  const among = snug.length > 0 ? snug : fresh.length > 0 ? fresh : fillers
  const chosen = among[Math.floor(r() * among.length)]
  if (chosen === undefined) throw new Error('a channel has nothing to show')
  return chosen
}

function dayOf(channel: DemoChannel, day: number): DemoProgramme[] {
  const r = randomFrom(seedOf(`guide ${channel.cid} ${day}`))
  const pool =
    channel.character === 'cinema' || channel.character === 'series'
      ? catalogueShows(channel.character)
      : shows[channel.character]
  const midnight = day * dayMs - offsetMs
  const programmes: DemoProgramme[] = []
  let last: Show[] = []
  const joints = channel.character === 'cinema' ? cinemaJoints : jointMinutes
  for (let i = 0; i + 1 < joints.length; i += 1) {
    const end = joints[i + 1] ?? 1440
    let minute: number = joints[i] ?? 0
    while (minute < end) {
      const show = nextShow(r, pool, minute, end - minute, last)
      const length = lengthOf(r, show, end - minute)
      const turn = channel.assetIds[Math.floor(r() * channel.assetIds.length)]
      const asset = show.assetId ?? turn
      programmes.push({
        beginMs: midnight + minute * minuteMs,
        endMs: midnight + (minute + length) * minuteMs,
        title_ru: show.ru,
        title_uz: show.uz,
        description_ru: show.about_ru,
        description_uz: show.about_uz,
        categoryId: channel.categoryId,
        ageRating: channel.character === 'kids' ? '0+' : '12+',
        ...(channel.kind === 'linear' && asset !== undefined ? { assetId: asset } : {}),
      })
      minute += length
      last = [...last, show].slice(-Math.min(12, Math.ceil(pool.length / 4)))
    }
  }
  return programmes
}

/**
 * The programmes that overlap the window from `fromMs` to `toMs` (unix milliseconds, the end not included), in order,
 * each starting where the previous one ends, 15 to 120 whole minutes each. At most 60 days per call.
 */
export function demoGuide(channel: DemoChannel, fromMs: number, toMs: number): DemoProgramme[] {
  const first = Math.floor((fromMs + offsetMs) / dayMs)
  const last = Math.min(first + 60, Math.floor((toMs - 1 + offsetMs) / dayMs))
  const programmes: DemoProgramme[] = []
  for (let day = first; day <= last; day += 1) programmes.push(...dayOf(channel, day))
  return programmes.filter((one) => one.endMs > fromMs && one.beginMs < toMs)
}
