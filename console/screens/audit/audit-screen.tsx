import { useSearchParams } from 'wouter'
import { consoleStaff } from '#contract/console/staff.ts'
import { sections } from '#contract/form/permissions.ts'
import { useAuditText } from '#console/audit-entries/audit-text.ts'
import { AuditTimeline } from '#console/audit-entries/audit-timeline.tsx'
import { type KindNames, shownSubject, typedSubject } from '#console/audit-entries/subject-words.ts'
import { useNowSec } from '#console/session/now.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { useRoleText } from '#console/session/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Page } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { SearchInput } from '#console/ui/search-input.tsx'
import { filterOf, type Period, periods, readAuditQuery } from './audit-query.ts'
import styles from './audit.module.css'

const periodNames = {
  '': 'periodAll',
  today: 'periodToday',
  week: 'periodWeek',
  month: 'periodMonth',
  own: 'periodOwn',
} as const

/** `/audit`, with its filters in the address. */
export function AuditScreen() {
  const t = useAuditText()
  const [query] = useSearchParams()
  const nowSec = useNowSec()
  const filter = filterOf(readAuditQuery(query), nowSec)
  return (
    <Page title={t('title')} text={t('text')}>
      <Filters />
      <div className={styles['log']}>
        <AuditTimeline filter={filter} pageSize={50} />
      </div>
    </Page>
  )
}

function Filters() {
  const t = useAuditText()
  const roleText = useRoleText()
  const [address, setAddress] = useSearchParams()
  const query = readAuditQuery(address)
  const nameOf: KindNames = (key) => t(key)
  const set = (name: string, value: string) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return (
    <search className={styles['filters']}>
      <SearchInput
        label={t('subject')}
        hint={t('subjectHint')}
        value={shownSubject(query.subject, nameOf)}
        onChange={(value) => set('subject', typedSubject(value, nameOf))}
      />
      <PersonPicker staffId={query.staffId} onChange={(value) => set('staff', value)} />
      <Picker
        isCompact
        label={t('section')}
        value={query.section}
        choices={[
          { value: '', label: t('anySection') },
          ...sections.map((name) => ({ value: name, label: roleText(`section.${name}`) })),
        ]}
        onChange={(value) => set('section', value)}
      />
      <Picker<Period>
        isCompact
        label={t('period')}
        value={query.period}
        choices={periods.map((name) => ({ value: name, label: t(periodNames[name]) }))}
        onChange={(value) => set('period', value)}
      />
      {address.size === 0 ? null : (
        <Button look="quiet" onPress={() => setAddress(new URLSearchParams(), { replace: true })}>
          {t('clear')}
        </Button>
      )}
      {query.period === 'own' ? (
        <div className={styles['days']}>
          <Day label={t('from')} day={query.from} onChange={(value) => set('from', value)} />
          <Day label={t('to')} day={query.to} onChange={(value) => set('to', value)} />
        </div>
      ) : null}
    </search>
  )
}

interface PersonPickerProps {
  readonly staffId: string
  readonly onChange: (staffId: string) => void
}

function PersonPicker({ staffId, onChange }: PersonPickerProps) {
  const t = useAuditText()
  const mayList = useMay()('staff', 'view')
  const staff = useCall(consoleStaff.list, {}, { isEnabled: mayList }).data?.staff ?? []
  const choices = staff.map(({ staff_id: id, name, login }) => ({
    value: String(id),
    label: name,
    about: login,
  }))
  const isListed = staffId === '' || choices.some(({ value }) => value === staffId)
  return (
    <Picker<string>
      isCompact
      label={t('person')}
      value={staffId}
      choices={[
        { value: '', label: t('anyPerson') },
        ...choices,
        ...(isListed ? [] : [{ value: staffId, label: shownSubject(`staff ${staffId}`, (key) => t(key)) }]),
      ]}
      onChange={onChange}
    />
  )
}

interface DayProps {
  readonly label: string
  readonly day: string
  readonly onChange: (day: string) => void
}

function Day({ label, day, onChange }: DayProps) {
  return (
    <label className={styles['day']}>
      <span>{label}</span>
      <input type="date" value={day} onChange={({ target }) => onChange(target.value)} />
    </label>
  )
}
