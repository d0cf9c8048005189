import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { consoleStaff } from '#contract/console/staff.ts'
import { AuditTimeline } from '#console/audit-entries/audit-timeline.tsx'
import { formatDate, formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { languageNames, useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { useRoleText } from '#console/session/text.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { useClosedReason, useMemberActs } from './member-acts.tsx'
import { MemberDialogs } from './member-dialogs.tsx'
import { FactorWords, SeenWords, StateBadge } from './member-facts.tsx'
import { useActEntries } from './member-menu.tsx'
import type { Member } from './staff-filter.ts'
import { useStaffText } from './staff-text.ts'
import styles from './staff.module.css'

/** `/staff/12`: one member, what they may, who changed it. */
export function MemberScreen({ staffId }: { readonly staffId: number }) {
  const t = useStaffText()
  const { data, error, refetch } = useCall(consoleStaff.list, {})
  const member = data?.staff.find(({ staff_id: id }) => id === staffId)
  const above = <BackLink href="/staff" text={t('back')} />
  return (
    <Page title={member?.name ?? t('title')} above={above} isNarrow>
      {member !== undefined ? (
        <>
          <Access member={member} />
          <History member={member} />
        </>
      ) : error !== null ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton lines={6} />
      ) : (
        <Empty text={t('notFound')} />
      )}
    </Page>
  )
}

function Access({ member }: { readonly member: Member }) {
  const t = useStaffText()
  const roleText = useRoleText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const acts = useMemberActs(member)
  const entries = useActEntries(member, acts)
  const closed = useClosedReason(member)
  const change =
    member.last_changed_at === 0
      ? t('noChange')
      : t('lastChangeBy', {
          moment: formatMoment(member.last_changed_at, language, nowSec),
          name: member.last_changed_by,
        })
  return (
    <Section title={t('access')} acts={<StateBadge member={member} />}>
      <dl className={styles['facts']}>
        <Fact name={t('memberLogin')}>{member.login}</Fact>
        <Fact name={t('columnRole')}>{roleText(`role.${member.role}`)}</Fact>
        <Fact name={t('columnFactor')}>
          <FactorWords member={member} />
        </Fact>
        <Fact name={t('columnSeen')}>
          <SeenWords member={member} />
        </Fact>
        <Fact name={t('memberLanguage')}>{languageNames[member.language]}</Fact>
        <Fact name={t('memberCreated')}>{formatDate(member.created_at, language, nowSec)}</Fact>
        <Fact name={t('lastChange')}>{change}</Fact>
      </dl>
      {closed === undefined ? (
        <div className={styles['acts']}>
          {entries.map(({ id, label, icon, isDangerous = false, onAct }) => (
            <Button
              key={id}
              look={isDangerous ? 'danger' : 'plain'}
              {...(icon === undefined ? {} : { icon })}
              onPress={onAct}
            >
              {label}
            </Button>
          ))}
        </div>
      ) : closed === 'noRight' ? null : (
        <p className={styles['lead']}>{t(closed)}</p>
      )}
      <MemberDialogs member={member} acts={acts} />
    </Section>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function History({ member }: { readonly member: Member }) {
  const t = useStaffText()
  const may = useMay()
  if (!may('audit', 'view')) return null
  return (
    <Section
      title={t('history')}
      text={t('historyChanges')}
      acts={
        <Link href={`/audit?staff=${member.staff_id}`} className={styles['more'] ?? ''}>
          {t('historyAll')}
        </Link>
      }
    >
      <AuditTimeline filter={{ section: 'staff', subject: `staff ${member.staff_id}` }} pageSize={20} />
    </Section>
  )
}
