/** A page for grown-ups, opened in a child's profile (PROF-02). */
import { pathOf } from '#contract/form/pages.ts'
import { useHere } from '#web/session/way-back.ts'
import { EmptyCard } from '#web/ui/cards/state-card.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { useProfilesText } from './profiles-text.ts'
import styles from './closed-to-child.module.css'

export function ClosedToChild() {
  const t = useProfilesText()
  const from = useHere()
  return (
    <div className={styles.page}>
      <EmptyCard title={t('closedTitle')} text={t('closedText')}>
        <ButtonLink variant="primary" to={pathOf('profiles')} state={{ from }}>
          {t('change')}
        </ButtonLink>
      </EmptyCard>
    </div>
  )
}
