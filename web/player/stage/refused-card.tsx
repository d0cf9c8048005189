/** The step that a rejection requires: to log in, to pay, to stop another stream. Loaded with the first rejection. */
import { Suspense, type ReactNode } from 'react'
import { missingSums } from '#contract/channels/channels.ts'
import type { FailureCode } from '#contract/form/failures.ts'
import { blackoutDetails } from '#contract/playback/blackouts.ts'
import type { PlaybackProblem } from '#player/core/state/playback-state.ts'
import { Gate, type GateKind } from '#web/payment/gate.tsx'
import { isOfProfile } from '#web/profiles/profile-refusals.ts'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import { useBlackoutEnd } from './blackout-end.ts'
import { StreamsCard } from './streams-card.tsx'

const gates: Partial<Record<FailureCode, GateKind>> = {
  login_needed: 'login',
  guest_streams_full: 'login',
  not_authorized: 'login',
  not_subscribed: 'subscribe',
  account_suspended: 'suspended',
  tariff_paused: 'paused',
  account_blocked: 'blocked',
  outside_region: 'region',
  not_available_now: 'unavailable',
}

/** Most profiles have no limit. */
const ProfileGate = lazyOrNothing(() =>
  import('#web/profiles/profile-gate.tsx').then((file) => file.ProfileGate),
)

export interface RefusedCardProps {
  readonly problem: Extract<PlaybackProblem, { readonly kind: 'refused' }>
  /** Opens the source again: what was missing is there. */
  readonly onRetry: () => void
  /** For a rejection without a step of its own. */
  readonly children: ReactNode
}

export function RefusedCard({ problem, onRetry, children }: RefusedCardProps) {
  const { failure, message, details } = problem
  if (failure === 'too_many_streams')
    return <StreamsCard message={message} details={details} onFree={onRetry} />
  if (isOfProfile(failure))
    return (
      <Suspense fallback={null}>
        <ProfileGate failure={failure} message={message} />
      </Suspense>
    )
  if (failure === 'blacked_out') return <BlackoutCard message={message} details={details} />
  const gate = gates[failure]
  if (gate === undefined) return children
  const knows = ['account_suspended', 'account_blocked', 'guest_streams_full'].includes(failure)
  return (
    <Gate
      kind={gate}
      message={knows ? message : undefined}
      price={missingSums(details) || null}
      onPaid={onRetry}
    />
  )
}

interface BlackoutCardProps {
  readonly message: string
  readonly details: unknown
}

function BlackoutCard({ message, details }: BlackoutCardProps) {
  return <Gate kind="unavailable" title={message} message={useBlackoutEnd(blackoutDetails(details))} />
}
