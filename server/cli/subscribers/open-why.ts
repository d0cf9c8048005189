/** What the question "why can't they watch X?" needs, at the command line: everything in memory, nothing recorded. */
import { openBilling } from '#server/billing/billing.ts'
import { openBlackouts } from '#server/blackouts/blackouts.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import type { CommandTools } from '#server/cli/command/command.ts'
import type { AccountServices } from '#server/cli/command/services.ts'
import { readingEngine } from '#server/cli/films/reading-engine.ts'
import { openEntitlement } from '#server/entitlement/entitlement.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { openProfileLimits } from '#server/profile-limits/profile-limits.ts'
import { readList } from '#server/region/region.ts'
import { openReleases } from '#server/releases/releases.ts'
import { openStreams } from '#server/streams/streams.ts'
import type { WhyDeps } from '#server/subscribers/subscribers.ts'
import { channelConfigs, openTelevision } from '#server/television/television.ts'

/** `stack` closes what was opened. */
export async function openWhy(
  { work, accounts }: AccountServices,
  tools: CommandTools,
  stack: AsyncDisposableStack,
): Promise<WhyDeps> {
  const { db } = work
  const clock = systemClock
  const engine = readingEngine(work, tools)
  stack.defer(() => engine.close())
  const television = await openTelevision(db, clock)
  const catalogue = await openCatalogue(db, clock)
  const billing = openBilling({ db, clock })
  const streams = openStreams({ db, clock, random: systemRandom, log: tools.log, billing, accounts })
  stack.defer(() => streams.close())
  const list = await readList(db)
  await engine.setChannels(channelConfigs(television, () => readyAssets(television, engine)))
  return {
    ...{ db, clock, engine, television, catalogue, billing, accounts, streams },
    blackouts: await openBlackouts({ db, clock, television, catalogue }),
    profileLimits: openProfileLimits({ db, clock, catalogue, television }),
    releases: openReleases({ db, clock }),
    region: {
      audienceOf: (address) =>
        list === undefined || list.table.find(address)?.isInside === true ? 'inside' : 'outside',
    },
    entitlement: openEntitlement({
      billing,
      clock,
      isPlayable: (assetId) => engine.describeAsset(assetId) !== undefined,
    }),
  }
}

/** The packaged files that the guides of linear channels name. */
function readyAssets(
  television: Awaited<ReturnType<typeof openTelevision>>,
  engine: ReturnType<typeof readingEngine>,
) {
  const { channels, guide } = television.now()
  const named = channels
    .filter(({ source }) => source.kind === 'linear')
    .flatMap(({ cid }) => guide.all(cid).flatMap(({ assetId }) => assetId ?? []))
  return [...new Set(named)].flatMap((assetId) => {
    const asset = engine.describeAsset(assetId)
    return asset === undefined ? [] : [{ assetId, readyAtMs: asset.publishedAtMs }]
  })
}
