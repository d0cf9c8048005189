import { consoleAudit } from '#contract/console/audit.ts'
import { consoleStaff } from '#contract/console/staff.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { isCancelled } from '#console/session/call-error.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useAct, useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { useRoleText } from '#console/session/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Badge, Section } from '#console/ui/page.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useStaffText } from './staff-text.ts'
import styles from './staff.module.css'

/** Links that nobody has used yet; nothing when there are none. */
export function Invitations() {
  const t = useStaffText()
  const roleText = useRoleText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const canAct = useMay()('staff', 'act')
  const links = useCall(consoleStaff.invitations, {}).data?.invitations ?? []
  const revoke = useAct(consoleStaff.revokeInvitation, {
    changes: [consoleStaff.invitations, consoleAudit.list],
    onDone: () => showToast(t('revoked')),
    onFailed: (error) => {
      if (!isCancelled(error)) showToast(error.message, { isProblem: true })
    },
  })
  if (links.length === 0) return null
  return (
    <Section title={t('invitations')}>
      <ul className={styles['links']}>
        {links.map((link) => (
          <li key={link.invitation_id}>
            <div className={styles['linkFacts']}>
              <p>
                <strong>{link.name}</strong>{' '}
                <Badge tone={link.kind === 'invitation' ? 'own' : 'plain'}>
                  {t(link.kind === 'invitation' ? 'invitationKind' : 'newPasswordKind')}
                </Badge>
              </p>
              <p className={styles['login']}>
                {link.login} · {roleText(`role.${link.role}`)} ·{' '}
                {t('invitationUntil', { moment: formatMoment(link.expires_at, language, nowSec) })}
              </p>
              <p className={styles['login']}>{t('invitedBy', { name: link.invited_by })}</p>
            </div>
            {canAct ? (
              <Button
                aria-label={t('revokeNamed', { name: link.name })}
                isPending={revoke.isPending && revoke.variables.invitation_id === link.invitation_id}
                onPress={() => revoke.mutate({ invitation_id: link.invitation_id })}
              >
                {t('revoke')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Section>
  )
}
