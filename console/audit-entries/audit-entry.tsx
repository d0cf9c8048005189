import { Link } from 'wouter'
import type { consoleAudit } from '#contract/console/audit.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatNumber } from '#contract/form/money.ts'
import { roles, sections } from '#contract/form/permissions.ts'
import { staffLanguages } from '#contract/console/staff-fields.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { languageNames, useLanguage } from '#console/session/preferences.ts'
import { useMay } from '#console/session/session.ts'
import { useRoleText } from '#console/session/text.ts'
import { Badge } from '#console/ui/page.tsx'
import { isNamed, useAuditText } from './audit-text.ts'
import { differencesOf, momentOf } from './differences.ts'
import { shownSubject } from './subject-words.ts'
import styles from './audit-entries.module.css'

export type AuditEvent = ResponseOf<typeof consoleAudit.list>['events'][number]

/** One entry: who, what, when; field by field what it was and is; the rest folded. */
export function AuditEntry({ event }: { readonly event: AuditEvent }) {
  const t = useAuditText()
  const roleText = useRoleText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const moment = formatMoment(Math.floor(event.happened_at_ms / 1000), language, nowSec)
  const section = sections.find((name) => name === event.section)
  return (
    <article className={styles['entry']}>
      <header className={styles['header']}>
        <p>
          <strong>{useEventName(event.event)}</strong>{' '}
          {section === undefined ? null : <Badge>{roleText(`section.${section}`)}</Badge>}
        </p>
        <p className={styles['about']}>
          <Author event={event} />
          {event.subject === '' ? null : (
            <>
              {' · '}
              <Subject subject={event.subject} />
            </>
          )}
          {' · '}
          <time dateTime={new Date(event.happened_at_ms).toISOString()}>{moment}</time>
        </p>
      </header>
      <Differences event={event} />
      <details className={styles['details']}>
        <summary>{t('details')}</summary>
        <Facts event={event} />
      </details>
    </article>
  )
}

function useEventName(event: string): string {
  const t = useAuditText()
  const key = `event.${event}`
  return isNamed(key) ? t(key as 'event.staff_login') : event.replaceAll('_', ' ')
}

function useFieldName(): (field: string) => string {
  const t = useAuditText()
  const nameOf = (part: string) => {
    const key = `field.${part}`
    return isNamed(key) ? t(key as 'field.name') : part.replaceAll('_', ' ')
  }
  return (field) => field.split('.').map(nameOf).join(' · ')
}

function Author({ event }: { readonly event: AuditEvent }) {
  const t = useAuditText()
  const mayOpen = useMay()('staff', 'view')
  const { actor, staff_id: staffId, staff_name: name, account_id: accountId } = event
  switch (actor) {
    case 'staff': {
      const shown = name === '' ? t('somebody') : name
      return staffId !== null && mayOpen ? <Link href={`/staff/${staffId}`}>{shown}</Link> : <>{shown}</>
    }
    case 'operator':
      return <>{t('operator')}</>
    case 'system':
      return <>{t('system')}</>
    case 'viewer':
      return <>{accountId === null ? t('viewerUnknown') : t('viewer', { id: accountId })}</>
  }
}

/** Leads to all entries about the same subject. */
function Subject({ subject }: { readonly subject: string }) {
  const t = useAuditText()
  const shown = shownSubject(subject, (key) => t(key))
  return <Link href={`/audit?subject=${encodeURIComponent(subject)}`}>{shown}</Link>
}

function Differences({ event }: { readonly event: AuditEvent }) {
  const t = useAuditText()
  const nameOf = useFieldName()
  // A field that is empty in something new says nothing.
  const differences = differencesOf(event.before, event.after).filter(
    ({ before, after }) => before !== undefined || after !== '',
  )
  if (differences.length === 0) return null
  return (
    <dl className={styles['differences']}>
      {differences.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{nameOf(field)}</dt>
          <dd>
            {before === undefined ? null : (
              <del>
                <span className="spoken">{t('before')}: </span>
                <Value field={field} value={before} />
              </del>
            )}
            {before === undefined || after === undefined ? null : (
              <span className={styles['arrow']} aria-hidden="true">
                →
              </span>
            )}
            {after === undefined ? null : (
              <ins>
                <span className="spoken">{t('after')}: </span>
                <Value field={field} value={after} />
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A value as a person reads it. */
function Value({ field, value }: { readonly field: string; readonly value: unknown }) {
  const t = useAuditText()
  const roleText = useRoleText()
  const shown = useLanguage()
  const nowSec = useNowSec()
  if (value === null || value === '') return <>{t('nothing')}</>
  if (typeof value === 'boolean') return <>{t(value ? 'yes' : 'no')}</>
  const role = field === 'role' ? roles.find((name) => name === value) : undefined
  if (role !== undefined) return <>{roleText(`role.${role}`)}</>
  const language = field === 'language' ? staffLanguages.find((name) => name === value) : undefined
  if (language !== undefined) return <>{languageNames[language]}</>
  const atSec = momentOf(field, value)
  if (atSec !== undefined) return <>{formatMoment(atSec, shown, nowSec)}</>
  if (typeof value === 'number') return <>{isId(field) ? value : formatNumber(value)}</>
  const key = `value.${String(value)}`
  if (isNamed(key)) return <>{t(key as 'value.goodwill')}</>
  return <>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</>
}

/** Numbers that name something are shown without spaces. */
function isId(field: string): boolean {
  return /(?:^|[._])(?:id|number|act|tariff|version|cid|vid|year)$/.test(field)
}

function Facts({ event }: { readonly event: AuditEvent }) {
  const t = useAuditText()
  const nameOf = useFieldName()
  const facts = [
    [t('address'), event.address],
    [t('device'), event.device],
    ...Object.entries(event.facts).map(([name, value]) => [nameOf(name), value] as const),
  ] as const
  return (
    <dl className={styles['facts']}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === 'boolean' ? t(value ? 'yes' : 'no') : String(value)}</dd>
          </div>
        ))}
      <div>
        <dt>{t('entry', { id: event.event_id })}</dt>
        <dd>
          <code>{event.event}</code>
        </dd>
      </div>
    </dl>
  )
}
