/** The guide of many channels at once, in tiles that are the same for all clients: the data of a programme grid. */
import * as z from 'zod/mini'
import { guideDaysAhead, guideDaysBack, largestId } from '#contract/form/constants.ts'
import { endpoint } from '#contract/form/endpoint.ts'
import { answeredFlag, items, middlewareInput, unixSec } from '#contract/form/fields.ts'

/** Seconds a tile covers. Tiles begin at multiples of it in unix time, so that equal requests have one URL. */
export const guideTileSec = 21_600
/** Maximum number of channels in a tile. */
export const guideTileChannels = 25
/** Tiles are available this many seconds back and ahead: a day more than the guide, whose days begin at midnight. */
export const guideReachBackSec = (guideDaysBack + 1) * 86_400
export const guideReachAheadSec = (guideDaysAhead + 1) * 86_400

/** A programme in a grid cell; its description is in `program/list`. Times are unix seconds. */
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
  /** 1 when `program/list` would give it an address: started, inside the archive, and at least partly recorded. */
  is_watchable: answeredFlag,
  /** 1 when it is above the limit of the viewer's profile, and the account's PIN opens it. */
  is_locked: z.optional(answeredFlag),
})
export type TileProgramme = z.output<typeof TileProgramme>

function idsInOrder(ids: readonly number[]) {
  return ids.every((id, index) => id >= 1 && id <= largestId && id > (ids[index - 1] ?? 0))
}

/** `101,102,205`: at most so many ids separated by commas, in ascending order. */
export function cidList(maxChannels: number) {
  return z.pipe(
    z.string().check(z.maxLength(12 * maxChannels), z.regex(/^\d{1,10}(?:,\d{1,10})*$/)),
    z.pipe(
      z.transform((text: string) => text.split(',').map(Number)),
      z.array(z.int()).check(z.maxLength(maxChannels), z.refine(idsInOrder)),
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
      cids: cidList(guideTileChannels),
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
