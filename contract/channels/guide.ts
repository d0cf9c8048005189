/** The guide of many channels at once, in tiles that everybody is given alike: what a grid of programmes is made of. */
import * as z from 'zod/mini'
import { guideDaysAhead, guideDaysBack, largestId } from '#contract/form/constants.ts'
import { endpoint } from '#contract/form/endpoint.ts'
import { answeredFlag, items, middlewareInput, unixSec } from '#contract/form/fields.ts'

/** Seconds a tile covers. Tiles begin at multiples of it in unix time, so that the same question has one address. */
export const guideTileSec = 21_600
/** A tile holds at most so many channels. */
export const guideTileChannels = 25
/** Tiles are given so many seconds back and ahead: a day more than the guide covers, for its days begin at midnight. */
export const guideReachBackSec = (guideDaysBack + 1) * 86_400
export const guideReachAheadSec = (guideDaysAhead + 1) * 86_400

/** A programme as a cell of a grid needs it; its description comes with `program/list`. Times are unix seconds. */
export const TileProgramme = z.object({
  pid: z.int(),
  begin_time: z.int(),
  end_time: z.int(),
  title: z.string(),
  sub_title: z.string(),
  season: z.nullable(z.int()),
  episode: z.nullable(z.int()),
  /** One of television's genre codes, or 0. */
  genre: z.int(),
  age_rating: z.string(),
  /** 1 when `program/list` would give it an address: begun, inside the archive, and something of it is recorded. */
  is_watchable: answeredFlag,
})
export type TileProgramme = z.output<typeof TileProgramme>

function idsInOrder(ids: readonly number[]) {
  return ids.every((id, index) => id >= 1 && id <= largestId && id > (ids[index - 1] ?? 0))
}

/** `101,102,205`: ids separated by commas, each larger than the one before it. */
function cidList() {
  return z.pipe(
    z.string().check(z.maxLength(300), z.regex(/^\d{1,10}(?:,\d{1,10})*$/)),
    z.pipe(
      z.transform((text: string) => text.split(',').map(Number)),
      z.array(z.int()).check(z.maxLength(guideTileChannels), z.refine(idsInOrder)),
    ),
  )
}

export const guide = {
  tile: endpoint({
    path: '/middleware/noauth/guide/tile',
    summary:
      'Six hours of the guide of at most 25 channels (cids in ascending order; from: a multiple of 21600), the same for everybody; unknown channels, and outside the national network those not in the world list, are left out',
    input: middlewareInput({
      from: z.pipe(unixSec(), z.int().check(z.multipleOf(guideTileSec))),
      cids: cidList(),
    }),
    output: z.object({
      from: z.int(),
      to: z.int(),
      channels: items(z.object({ cid: z.int(), programs: items(TileProgramme) })),
    }),
    failures: ['outside_guide'],
    cache: { sec: 30 },
  }),
}
