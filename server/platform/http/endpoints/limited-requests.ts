/** Requests of viewers whose profile has limits. */
import type { Outcome } from '#contract/form/endpoint.ts'
import type { FailureCode } from '#contract/form/failures.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'
import type { BoundEndpoint } from './bind-endpoints.ts'

type AnyOutcome = Outcome<unknown, FailureCode>

/** Handles a request of such a viewer: `run` is its handler. The outcome has nothing above the limits. */
export type LimitedRequests = (
  viewer: Viewer,
  bound: BoundEndpoint,
  run: () => Promise<AnyOutcome>,
) => Promise<AnyOutcome>

/** Runs a handler within the limits of the viewer that sent the request. Without `limited` no viewer with limits is served at all. */
export function runWithin(
  limited: LimitedRequests | undefined,
  viewer: Viewer | undefined,
  bound: BoundEndpoint,
  run: () => Promise<AnyOutcome>,
): Promise<AnyOutcome> {
  if (viewer?.profile?.limit === undefined) return run()
  invariant(limited !== undefined, 'a profile with limits sends requests, and nothing enforces them')
  return limited(viewer, bound, run)
}
