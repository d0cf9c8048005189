import type { WatchReport, WatchSubject } from '#server/profile-limits/profile-limits.ts'
import type { PlaybackClient, PlaybackDeps, PlaybackStreamRequest } from './deps.ts'
import type { RefusedFor } from './refusals.ts'

/** Why a profile with limits may not watch something. */
export type LimitReason =
  | 'above_age_limit'
  | 'above_age_closed'
  | 'channel_not_chosen'
  | 'watch_hours_over'
  | 'watch_minutes_over'

/** Whether the viewer's profile may watch this now, and until when at most; unix milliseconds, null: as long as wanted. */
export async function limitOn(
  { profileLimits }: Pick<PlaybackDeps, 'profileLimits'>,
  { viewer }: Pick<PlaybackClient, 'viewer'>,
  subject: WatchSubject,
  report: WatchReport,
): Promise<{ readonly kind: 'within'; readonly untilMs: number | null } | RefusedFor<LimitReason>> {
  const verdict = await profileLimits.watchable(viewer, subject, report)
  return verdict.kind === 'within' ? verdict : { ...verdict, kind: 'refused' }
}

/** Who asks for a stream: a player that sends heartbeats is counted by them, and a preloaded address is not watched. */
export function reportOf({ beats, warm }: Pick<PlaybackStreamRequest, 'beats' | 'warm'>): WatchReport {
  return beats || warm ? 'none' : 'address'
}
