import type { consoleGuide as endpoints } from '#contract/console/guide.ts'
import { type ResponseOf, reject, respond } from '#contract/form/endpoint.ts'
import type { ConsoleCall, ConsoleHandlers } from '#server/console/admission/bind-console.ts'
import { type ContentDeps, authorOf } from '#server/console/changes/record-set.ts'
import {
  type Decided,
  type GuidePair,
  type MatchedChannel,
  confirmMatch,
  forgetDecision,
  listMatching,
  listRejected,
  rejectMatch,
  searchGuideChannels,
} from '#server/imports/imports.ts'
import type { Db } from '#server/platform/database/database.ts'
import { recordGuide } from './record-guide.ts'

export function matchingHandlers(
  deps: ContentDeps,
): ConsoleHandlers<typeof endpoints, 'matching' | 'search' | 'confirm' | 'reject' | 'forget'> {
  const { db } = deps
  return {
    matching: async () => {
      const [channels, rejected] = [await listMatching(db), await listRejected(db)]
      return respond({
        channels: channels.map(presentChannel),
        rejected: rejected.map(({ cid, guideId, staffName, madeAt }) => ({
          ...{ cid, guide_id: guideId, staff_name: staffName, made_at: Math.floor(madeAt.getTime() / 1000) },
        })),
      })
    },
    search: async ({ text }) => {
      const channels = await searchGuideChannels(db, text)
      return respond({
        channels: channels.map(({ guideId, next, ...channel }) => ({
          ...{ ...channel, guide_id: guideId, next: [...next] },
        })),
      })
    },
    confirm: async ({ pairs }, call) => {
      const { decided, refused, lostBy } = await decideAll(deps, call, pairsOf(pairs), 'confirm')
      if (decided === 0) return rejected(await presentRefused(db, refused))
      return respond({
        decided,
        refused: await presentRefused(db, refused),
        lost_by: await namesOf(db, lostBy),
      })
    },
    reject: async ({ pairs }, call) => {
      const { decided } = await decideAll(deps, call, pairsOf(pairs), 'reject')
      return decided === 0 ? reject('channel_not_found') : respond({ decided })
    },
    forget: async ({ pairs }, call) => {
      let decided = 0
      for (const pair of pairsOf(pairs)) {
        if (!(await forgetDecision(db, pair, authorOf(call, deps)))) continue
        decided += 1
        await recordPair(deps, call, 'guide_match_forgotten', pair)
      }
      return respond({ decided })
    },
  }
}

interface RefusedPair {
  readonly pair: GuidePair
  readonly outcome: Exclude<Decided, { kind: 'decided' }>
}

/** Decides pair by pair; one that cannot be is left out. */
async function decideAll(
  deps: ContentDeps,
  call: ConsoleCall,
  pairs: readonly GuidePair[],
  act: 'confirm' | 'reject',
) {
  const decide = act === 'confirm' ? confirmMatch : rejectMatch
  const refused: RefusedPair[] = []
  const lostBy = new Set<number>()
  for (const pair of pairs) {
    const outcome = await decide(deps.db, pair, authorOf(call, deps))
    if (outcome.kind === 'decided') {
      for (const cid of outcome.lostBy) lostBy.add(cid)
      await recordPair(deps, call, act === 'confirm' ? 'guide_match_confirmed' : 'guide_match_rejected', pair)
    } else refused.push({ pair, outcome })
  }
  return { decided: pairs.length - refused.length, refused, lostBy: [...lostBy] }
}

type PresentedPair = ResponseOf<typeof endpoints.confirm>['refused'][number]

/** The channel whose guide a refused one is; '' when no guide has it. */
async function presentRefused(db: Db, refused: readonly RefusedPair[]): Promise<PresentedPair[]> {
  return Promise.all(
    refused.map(async ({ pair: { cid, guideId }, outcome }) => {
      const [holder = ''] = outcome.kind === 'taken' ? await namesOf(db, [outcome.cid]) : []
      return { cid, guide_id: guideId, taken_by: holder }
    }),
  )
}

/** A single refusal in words. */
function rejected([first]: readonly PresentedPair[]) {
  return first === undefined || first.taken_by === ''
    ? reject('guide_channel_not_found')
    : reject('guide_channel_taken', { values: { name: first.taken_by } })
}

/** Numbers and names of channels. */
async function namesOf(db: Db, cids: readonly number[]): Promise<string[]> {
  const rows =
    cids.length === 0
      ? []
      : await db
          .selectFrom('channel')
          .select(['number', 'name_ru'])
          .where('id', 'in', [...cids])
          .orderBy('number')
          .execute()
  return rows.map(({ number, name_ru: name }) => `${number} ${name}`)
}

async function recordPair(
  deps: ContentDeps,
  call: ConsoleCall,
  event: string,
  { cid, guideId }: GuidePair,
): Promise<void> {
  await recordGuide(deps, call, event, {
    subject: `channel ${cid}`,
    before: {},
    after: { guide_id: guideId },
  })
}

function pairsOf(
  pairs: readonly {
    readonly cid: number
    readonly guide_id: string
    readonly source?: string | undefined
  }[],
): readonly GuidePair[] {
  return pairs.map(({ cid, guide_id: guideId, source }) => ({ cid, guideId, source }))
}

function presentChannel({ cid, number, nameRu, nameUz, tvgId, guideUntil, match }: MatchedChannel) {
  return {
    ...{ cid, number, name_ru: nameRu, name_uz: nameUz, tvg_id: tvgId, guide_until: guideUntil },
    match:
      match === null
        ? null
        : {
            source: match.source,
            guide_id: match.guideId,
            guide_name: match.guideName,
            is_applied: match.isApplied,
            matched_by: match.by,
            score: match.score,
            doubt: match.doubt,
            next: [...match.next],
          },
  }
}
