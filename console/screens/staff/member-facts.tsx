/** The facts about a member that the table, the cards and the page show alike. */
import { formatAgo } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useText } from '#console/session/text.ts'
import { Badge } from '#console/ui/page.tsx'
import type { Member } from './staff-filter.ts'
import { useStaffText } from './staff-text.ts'
import styles from './staff.module.css'

export function StateBadge({ member }: { readonly member: Member }) {
  const t = useStaffText()
  if (member.is_blocked) return <Badge tone="bad">{t('stateBlocked')}</Badge>
  return <Badge tone="good">{t('stateActive')}</Badge>
}

/** How the member proves the second factor. */
export function FactorWords({ member }: { readonly member: Member }) {
  const t = useStaffText()
  const words = [
    member.has_totp ? t('factorTotp') : '',
    member.passkeys > 0 ? t('factorPasskeys', { count: member.passkeys }) : '',
  ].filter((word) => word !== '')
  return words.length === 0 ? <Badge tone="warn">{t('factorNone')}</Badge> : <>{words.join(', ')}</>
}

/** `5 min ago`, and how many sessions are open. */
export function SeenWords({ member }: { readonly member: Member }) {
  const t = useStaffText()
  const base = useText()
  const language = useLanguage()
  const nowSec = useNowSec()
  if (member.last_login_at === 0) return <>{base('common.never')}</>
  return (
    <>
      {formatAgo(member.last_login_at, language, nowSec)}
      {member.sessions === 0 ? null : (
        <span className={styles['sessions']}>{t('stateOnline', { count: member.sessions })}</span>
      )}
    </>
  )
}
