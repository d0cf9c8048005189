/** Over a player: this profile may not watch it, or not now, or is gone (PROF-02). */
import type { FailureCode } from '#contract/form/failures.ts'
import { Gate } from '#web/payment/gate.tsx'
import type { AboveLimit } from './open-above-limit.ts'
import { ProfileActions } from './profile-actions.tsx'
import { isOpenedByPin } from './profile-refusals.ts'
import { useProfilesText } from './profiles-text.ts'

export interface ProfileGateProps {
  readonly failure: FailureCode
  /** The server's words. */
  readonly message: string
  /** What a PIN opens; undefined where the page cannot say. */
  readonly what?: AboveLimit | undefined
  readonly onOpened?: (() => void) | undefined
}

/** What else than the profile itself is in the way: the hour, the minutes of the day, or that the profile is gone. */
const titles: Partial<Record<FailureCode, 'goneTitle' | 'hoursTitle' | 'minutesTitle'>> = {
  profile_not_found: 'goneTitle',
  watch_hours_over: 'hoursTitle',
  watch_minutes_over: 'minutesTitle',
}

export function ProfileGate({ failure, message, what, onOpened }: ProfileGateProps) {
  const t = useProfilesText()
  const isGone = failure === 'profile_not_found'
  return (
    <Gate
      kind="unavailable"
      title={t(titles[failure] ?? 'aboveTitle')}
      message={message}
      actions={
        <ProfileActions
          what={isOpenedByPin(failure) ? what : undefined}
          onOpened={onOpened}
          isGone={isGone}
        />
      }
    />
  )
}
