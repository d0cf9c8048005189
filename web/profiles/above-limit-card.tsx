/** A page about something above the age limit of this profile (PROF-02). */
import { EmptyCard } from '#web/ui/cards/state-card.tsx'
import type { AboveLimit } from './open-above-limit.ts'
import { ProfileActions } from './profile-actions.tsx'
import { useProfilesText } from './profiles-text.ts'

interface AboveLimitProps {
  readonly what: AboveLimit
  /** The server's words: from which age. */
  readonly message: string
}

export function AboveLimitCard({ what, message }: AboveLimitProps) {
  const t = useProfilesText()
  return (
    <EmptyCard title={t('aboveTitle')} text={message}>
      <ProfileActions what={what} />
    </EmptyCard>
  )
}
