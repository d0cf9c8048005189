import { consoleReports } from '#contract/console/reports.ts'
import { useAct, useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Section, Skeleton } from '#console/ui/page.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useReportsText } from './reports-text.ts'
import styles from './reports.module.css'

/** Who gets the summary of the week on Mondays. */
export function WeeklySection() {
  const t = useReportsText()
  const may = useMay()
  const { data } = useCall(consoleReports.weekly, {})
  const save = useAct(consoleReports.saveWeekly, {
    changes: [consoleReports.weekly],
    onDone: () => showToast(t('saved')),
    onFailed: (error) => showToast(error.message, { isProblem: true }),
  })
  return (
    <Section
      title={t('weekly')}
      text={data?.targets.length === 0 ? t('weeklyNone') : t('weeklyText')}
      acts={may('health', 'view') ? <LinkButton href="/alarms/rules">{t('weeklyRules')}</LinkButton> : null}
    >
      {data === undefined ? (
        <Skeleton lines={1} />
      ) : data.targets.length === 0 ? null : (
        <ul className={styles['rows']}>
          {data.targets.map(({ target_id: targetId, name, kind, is_on: isOn }) => (
            <li key={targetId}>
              <label className={styles['check']}>
                <input
                  type="checkbox"
                  checked={isOn}
                  disabled={!may('reports', 'edit') || save.isPending}
                  onChange={({ target }) => save.mutate({ target_id: targetId, is_on: target.checked })}
                />
                <span>
                  {name} <span className={styles['quiet']}>{t(`kind.${kind}`)}</span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
