import { type Signed, audienceOf, sign, verdictOn } from './grant.ts'
import { type LimitReason, limitOn, reportOf } from './profile-verdict.ts'
import type { WatchReport } from '#server/profile-limits/profile-limits.ts'
import type { EdgeParameters, PlaybackStreamRequest, PlaybackClient, PlaybackDeps } from './deps.ts'
import { silentUrlOf } from './silent-url.ts'
import { type RefusedFor, refuse, refuseBlackout, refuseFor } from './refusals.ts'
import {
  type FileRecord,
  type Snapshot,
  type TitleRecord,
  fileWindowEndMs,
} from '#server/catalogue/catalogue.ts'
import { titleFiles } from '#server/blackouts/blackouts.ts'
import { titleItem } from '#server/entitlement/entitlement.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'

type Asset = NonNullable<ReturnType<PlaybackDeps['engine']['describeAsset']>>
type TitleRefusal = RefusedFor<
  | 'title_not_found'
  | 'not_available_now'
  | 'title_outside_region'
  | 'login_needed'
  | 'not_subscribed'
  | 'account_suspended'
  | 'tariff_paused'
  | 'blacked_out'
  | LimitReason
>

/** An address with the stored facts of the file it plays. */
export type PlayedTitle =
  | (Extract<Signed, { kind: 'signed' }> & {
      readonly asset: Asset
      /** Of a trailer that is not encrypted: its smallest H.264 video as one MP4. */
      readonly silentUrl?: string | undefined
    })
  | Exclude<Signed, { kind: 'signed' }>
  | TitleRefusal

/** The address that plays a film, an episode or a trailer. Without `vfid`: the film, or the first episode. */
export async function playTitle(
  deps: PlaybackDeps,
  caller: PlaybackClient,
  request: FileRequest,
  stream: PlaybackStreamRequest,
): Promise<PlayedTitle> {
  const right = await rightTo(deps, caller, request, { use: 'archive', report: reportOf(stream) })
  if (right.kind !== 'right') return right
  const { file, asset, rightUntilMs, maxStreams } = right
  const granted = {
    playable: { kind: 'film', assetId: file.assetId } as const,
    // A trailer is not counted: it is available to every client.
    item: file.kind === 'trailer' ? undefined : `film:${request.vid}:${file.vfid}`,
    rightUntilMs,
    maxStreams,
  }
  const signed = await sign(deps, caller, granted, stream)
  if (signed.kind !== 'signed') return signed
  if (file.kind !== 'trailer') return { ...signed, asset }
  // A trailer has neither an intro nor credits: what looks like one belongs to the film it advertises.
  return { ...signed, asset: { ...asset, markers: [] }, silentUrl: silentUrlOf(signed.address, asset.video) }
}

/**
 * The right to download a film or an episode: `rightUntilMs` as in playback. `addressFor` signs an address that does
 * not count as a stream and serves the film encrypted for one holder: letters, digits, `_` and `-`.
 */
export async function titleForDownload(deps: PlaybackDeps, caller: PlaybackClient, request: FileRequest) {
  const right = await rightTo(deps, caller, request, { use: 'download', report: 'download' })
  if (right.kind !== 'right') return right
  const { file, asset, rightUntilMs, maxStreams } = right
  // A trailer cannot be downloaded.
  if (file.kind === 'trailer') return refuse('title_not_found')
  const addressFor = async (holder: string, edges: EdgeParameters = {}) => {
    const playable = { kind: 'download', assetId: file.assetId, holder } as const
    const uncounted = { formerId: undefined, beats: false, warm: false, ...edges }
    const signed = await sign(
      deps,
      caller,
      { playable, item: undefined, rightUntilMs, maxStreams },
      uncounted,
    )
    invariant(signed.kind === 'signed', 'an address that counts as no stream was refused')
    return signed.address
  }
  return { kind: 'granted' as const, asset, rightUntilMs, addressFor }
}
export type TitleForDownload = Awaited<ReturnType<typeof titleForDownload>>

export interface FileRequest {
  readonly vid: number
  readonly vfid: number | undefined
}

async function rightTo(
  deps: PlaybackDeps,
  caller: PlaybackClient,
  request: FileRequest,
  { use, report }: { readonly use: 'archive' | 'download'; readonly report: WatchReport },
) {
  const listed = listedFile(deps, caller, request)
  if (listed.kind === 'refused') return listed
  const { title, file } = listed
  const limit = await limitOn(deps, caller, { kind: 'title', vid: title.vid }, report)
  if (limit.kind === 'refused') return limit
  const item = file.kind === 'trailer' ? ({ kind: 'trailer' } as const) : titleItem(title)
  const verdict = await verdictOn(deps, caller, item)
  if (verdict.kind === 'refused') {
    const refusal = await refuseFor(deps, caller, item, verdict.failure)
    invariant(refusal.failure !== 'outside_region', 'a title was refused for its region')
    return refusal
  }
  const opened = openedFile(deps, caller, listed, use)
  if (opened.kind === 'refused') return opened
  return {
    ...{ kind: 'right' as const, file, asset: opened.asset, maxStreams: verdict.maxStreams },
    rightUntilMs: earliest(verdict.untilMs, opened.untilMs, limit.untilMs),
  }
}

interface ListedFile {
  readonly title: TitleRecord
  readonly file: FileRecord
  /** When its window ends; null: never. */
  readonly windowEndMs: number | null
}

/** The file where it is listed here and now, for every client; refused otherwise. */
export function listedFile(
  deps: Pick<PlaybackDeps, 'catalogue' | 'clock'>,
  caller: Pick<PlaybackClient, 'region'>,
  request: FileRequest,
) {
  const snapshot = deps.catalogue.now(caller.region)
  const title = snapshot.title(request.vid)
  const elsewhere = deps.catalogue.now(caller.region === 'inside' ? 'outside' : 'inside')
  if (title === undefined && elsewhere.isListed(request.vid)) return refuse('title_outside_region')
  // Outside its window a title has a detail page, but none of its files can be played.
  if (title === undefined)
    return refuse(snapshot.anyTitle(request.vid) === undefined ? 'title_not_found' : 'not_available_now')
  const file = request.vfid === undefined ? mainFile(title) : ownFile(title, request.vfid)
  if (file === undefined) return refuse(whyNoFile(snapshot, elsewhere, request))
  // The list is made again some moments after a window ends.
  const windowEndMs = fileWindowEndMs(title, file.vfid, deps.clock.nowMs(), caller.region)
  if (windowEndMs === undefined) return refuse('not_available_now')
  return { kind: 'listed' as const, title, file, windowEndMs }
}

/** Its packaged asset, and until when it may be shown to this client; refused under a blackout. */
export function openedFile(
  deps: Pick<PlaybackDeps, 'blackouts' | 'engine'>,
  caller: PlaybackClient,
  { title, file, windowEndMs }: ListedFile,
  use: 'archive' | 'download',
) {
  const isClosed = titleFiles(title).includes(file)
  const closure = isClosed ? deps.blackouts.ofTitle(title.vid, audienceOf(caller), use) : undefined
  if (closure?.now !== undefined) return refuseBlackout(closure.now, true)
  const asset = deps.engine.describeAsset(file.assetId)
  if (asset === undefined) return refuse('not_available_now')
  return { kind: 'opened' as const, asset, untilMs: earliest(windowEndMs, closure?.nextMs) }
}

/** Why a listed title has no such file here: it has none at all, or its season is not open now, or not here. */
function whyNoFile(snapshot: Snapshot, elsewhere: Snapshot, { vid, vfid }: FileRequest) {
  if (vfid === undefined) return 'not_available_now'
  const whole = snapshot.wholeTitle(vid)
  if (whole === undefined || ownFile(whole, vfid) === undefined) return 'title_not_found'
  return elsewhere.isFileListed(vfid) ? 'title_outside_region' : 'not_available_now'
}

/** A ticket and a download expire with the title's window, and where it is blacked out, at the latest. */
function earliest(...moments: readonly (number | null | undefined)[]): number | null {
  const ends = moments.filter((end) => end !== null && end !== undefined)
  return ends.length === 0 ? null : Math.min(...ends)
}

function mainFile(title: TitleRecord): FileRecord | undefined {
  return (
    title.files.find((file) => file.kind === 'film') ??
    title.seasons.flatMap((season) => season.episodes.map((episode) => episode.file))[0]
  )
}

/**
 * Returns the file only if it belongs to this title: the right is checked for the title, so a file of another title
 * must not pass.
 */
function ownFile(title: TitleRecord, vfid: number): FileRecord | undefined {
  const ofEpisodes = title.seasons.flatMap((season) => season.episodes.map((episode) => episode.file))
  return [...title.files, ...ofEpisodes].find((file) => file.vfid === vfid)
}
