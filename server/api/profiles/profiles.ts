import { maxProfiles, profiles as endpoints } from '#contract/accounts/profiles.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { FailureCode } from '#contract/form/failures.ts'
import type { ApiContext, Uses } from '#server/api/context/api-context.ts'
import {
  type BoundEndpoint,
  type Handlers,
  type RequestContext,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'
import type { PinRefusal, Saved } from '#server/profiles/profiles.ts'
import { fieldsOf, presentPin, presentProfile } from './present-profiles.ts'

type Deps = Pick<ApiContext, 'profiles'> & Uses<{ clock: 'nowMs' }>

/** Seconds until the next try of a PIN when the queue of hashes is full. */
const busySec = 5

/** The profiles of an account, and its PINs. */
export function profileEndpoints(deps: Deps): readonly BoundEndpoint[] {
  return bindEndpoints('profiles', endpoints, { ...profileHandlers(deps), ...pinHandlers(deps) })
}

function profileHandlers(
  deps: Deps,
): Handlers<typeof endpoints, 'choose' | 'create' | 'list' | 'remove' | 'update'> {
  const { profiles, clock } = deps
  return {
    list: async (_input, { viewer, language }) => {
      const [all, pin] = await Promise.all([profiles.list(viewer.accountId), profiles.pinState(viewer)])
      return respond({
        ...{ current: viewer.profile?.no ?? 0, limit: maxProfiles },
        profiles: all.map((one) => presentProfile(one, language)),
        pin: presentPin(pin),
      })
    },
    choose: async ({ no, pin }, request) => {
      const chosen = await profiles.choose({ ...by(request), no, pin })
      if (chosen.kind === 'chosen') return respond({ current: no })
      return isOfPin(chosen) ? rejectPin(chosen, clock.nowMs()) : reject(chosen.kind)
    },
    create: async (input, request) => {
      const fields = fieldsOf(input)
      const saved = await profiles.create({ ...by(request), fields, max: maxProfiles })
      if (saved.kind === 'saved') return respond(await shownAs(deps, saved, request))
      return rejectSaved(saved.kind)
    },
    update: async ({ no, version, ...input }, request) => {
      const saved = await profiles.update({ ...by(request), no, version, fields: fieldsOf(input) })
      if (saved.kind === 'saved') return respond(await shownAs(deps, saved, request))
      return rejectSaved(saved.kind)
    },
    remove: async ({ no }, request) => {
      const removed = await profiles.remove({ ...by(request), no })
      return removed.kind === 'removed' ? respond({}) : reject(removed.kind)
    },
  }
}

function pinHandlers({
  profiles,
  clock,
}: Deps): Handlers<typeof endpoints, 'open' | 'prove' | 'purchases' | 'setPin'> {
  return {
    prove: async ({ pin }, request) => {
      const proven = await profiles.prove({ ...by(request), pin })
      if (proven.kind === 'proven') return respond({ proven_until: secOf(proven.untilMs) })
      return isOfPin(proven) ? rejectPin(proven, clock.nowMs()) : reject(proven.kind)
    },
    open: async ({ kind, id, pin }, request) => {
      const opened = await profiles.open({ ...by(request), kind, id, pin })
      if (opened.kind === 'proven') return respond({ open_until: secOf(opened.untilMs) })
      return isOfPin(opened) ? rejectPin(opened, clock.nowMs()) : reject(opened.kind)
    },
    setPin: async ({ no, pin, former_pin: formerPin, password }, request) => {
      const outcome = await profiles.setPin({ ...by(request), no, pin, formerPin, password })
      if (outcome.kind === 'set') return respond(presentPin(await profiles.pinState(request.viewer)))
      if (outcome.kind === 'too_many')
        return reject('too_many_requests', { retryAfterSec: outcome.retryAfterSec })
      return isOfPin(outcome) ? rejectPin(outcome, clock.nowMs()) : reject(outcome.kind)
    },
    purchases: async ({ on_purchases: isOn }, request) => {
      const outcome = await profiles.setOnPurchases({ ...by(request), isOn: isOn === 1 })
      if (outcome.kind !== 'set') return reject(outcome.kind)
      return respond(presentPin(await profiles.pinState(request.viewer)))
    },
  }
}

function by({ viewer, clientAddress }: RequestContext<Viewer>) {
  return { viewer, clientAddress }
}

/** A profile that was saved, with the minutes that are left today. */
async function shownAs(
  { profiles }: Deps,
  { profile }: Extract<Saved, { kind: 'saved' }>,
  { viewer, language }: RequestContext<Viewer>,
) {
  const listed = (await profiles.list(viewer.accountId)).find(({ no }) => no === profile.no)
  // Another device may have removed it already.
  return presentProfile(listed ?? { ...profile, minutesLeft: null }, language)
}

function isOfPin(outcome: { readonly kind: string }): outcome is PinRefusal {
  return outcome.kind === 'pin_wrong' || outcome.kind === 'pin_locked' || outcome.kind === 'busy'
}

function rejectPin(refusal: PinRefusal, nowMs: number) {
  switch (refusal.kind) {
    case 'pin_wrong':
      return reject('pin_wrong', { values: { left: refusal.left }, field: 'pin' })
    case 'pin_locked': {
      const retryAfterSec = Math.max(1, Math.ceil((refusal.untilMs - nowMs) / 1000))
      const minutes = Math.ceil(retryAfterSec / 60)
      return reject('pin_locked', { values: { minutes }, retryAfterSec })
    }
    case 'busy':
      return reject('busy', { retryAfterSec: busySec })
  }
}

function rejectSaved<Failure extends FailureCode>(kind: Failure) {
  if (kind === 'profiles_full') return reject(kind, { values: { limit: maxProfiles } })
  return kind === 'profile_name_taken' ? reject(kind, { field: 'name' }) : reject(kind)
}

function secOf(ms: number) {
  return Math.floor(ms / 1000)
}
