/** Requests of profiles with limits: handled within them, and checked once more before they are answered. */
import * as z from 'zod/mini'
import { reject } from '#contract/form/endpoint.ts'
import type { LimitedRequests } from '#server/platform/http/endpoints/limited-requests.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import type { ProfileLimits } from '#server/profile-limits/profile-limits.ts'
import { pruned, pruneResponse } from './prune-response.ts'

/**
 * Handlers read a catalogue and a television that are within the limit. What names content from elsewhere, stored words
 * for example, is taken out of the response here. A response that cannot do without it becomes that of something that does not exist.
 */
export function limitedRequests(limits: Pick<ProfileLimits, 'hiddenFrom' | 'within'>): LimitedRequests {
  return async (viewer, { name, endpoint }, run) => {
    const outcome = await limits.within(viewer, run)
    const hidden = limits.hiddenFrom(viewer)
    if (outcome.kind === 'refused' || hidden === undefined) return outcome
    const data = pruneResponse(outcome.data, hidden)
    if (data === outcome.data) return outcome
    if (data !== pruned && z.safeParse(endpoint.output, data).success) return { ...outcome, data }
    const missing = endpoint.failures.find((failure) => failure.endsWith('not_found'))
    invariant(missing !== undefined, `${name} answered with what is above the limit of a profile`)
    return reject(missing)
  }
}
