import { useRoleText } from '#console/session/text.ts'
import { FactorWords, SeenWords, StateBadge } from './member-facts.tsx'
import { MemberMenu } from './member-menu.tsx'
import { NameCell } from './member-table.tsx'
import type { Member } from './staff-filter.ts'
import { useStaffText } from './staff-text.ts'
import styles from './staff.module.css'

/** The members as cards, for narrow windows. */
export function MemberCards({ members }: { readonly members: readonly Member[] }) {
  const t = useStaffText()
  const roleText = useRoleText()
  return (
    <ul className={styles['cards']}>
      {members.map((member) => (
        <li key={member.staff_id} className={styles['card']}>
          <div className={styles['cardTop']}>
            <NameCell member={member} />
            <MemberMenu member={member} />
          </div>
          <dl className={styles['cardFacts']}>
            <div>
              <dt>{t('columnRole')}</dt>
              <dd>{roleText(`role.${member.role}`)}</dd>
            </div>
            <div>
              <dt>{t('columnState')}</dt>
              <dd>
                <StateBadge member={member} />
              </dd>
            </div>
            <div>
              <dt>{t('columnFactor')}</dt>
              <dd>
                <FactorWords member={member} />
              </dd>
            </div>
            <div>
              <dt>{t('columnSeen')}</dt>
              <dd>
                <SeenWords member={member} />
              </dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  )
}
