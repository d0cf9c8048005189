import { useLocation, useSearchParams } from 'wouter'
import { consoleStaff } from '#contract/console/staff.ts'
import { roles } from '#contract/form/permissions.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { useRoleText } from '#console/session/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { SearchInput } from '#console/ui/search-input.tsx'
import { useNarrow } from '#console/ui/use-narrow.ts'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberCards } from './member-cards.tsx'
import { MemberTable } from './member-table.tsx'
import { filterStaff, type Member, readStaffFilter, withEntry } from './staff-filter.ts'
import { useStaffText } from './staff-text.ts'
import styles from './staff.module.css'

/** `/staff`, and with the invitation's dialog `/staff/invite`. */
export function StaffScreen({ isInviting }: { readonly isInviting: boolean }) {
  const t = useStaffText()
  const [, navigate] = useLocation()
  const may = useMay()
  const { data, error, refetch } = useCall(consoleStaff.list, {})
  const canAct = may('staff', 'act')
  return (
    <Page
      title={t('title')}
      text={t('text')}
      acts={
        canAct ? (
          <Button look="primary" icon="add" onPress={() => navigate('/staff/invite')}>
            {t('invite')}
          </Button>
        ) : undefined
      }
    >
      {error !== null && data === undefined ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton lines={5} />
      ) : (
        <Members members={data.staff} />
      )}
      <Invitations />
      <InviteDialog isOpen={isInviting && canAct} onClose={() => navigate('/staff')} />
    </Page>
  )
}

function Members({ members }: { readonly members: readonly Member[] }) {
  const t = useStaffText()
  const [query, setQuery] = useSearchParams()
  const isNarrow = useNarrow()
  const shown = filterStaff(members, readStaffFilter(query))
  const List = isNarrow ? MemberCards : MemberTable
  return (
    <div className={styles['members']}>
      <Filter />
      {shown.length === 0 ? (
        <Empty
          text={t('nobody')}
          act={<Button onPress={() => setQuery(new URLSearchParams())}>{t('clearFilter')}</Button>}
        />
      ) : (
        <>
          <List members={shown} />
          <p className={styles['count']} role="status">
            {t('count', { count: shown.length })}
          </p>
        </>
      )}
    </div>
  )
}

function Filter() {
  const t = useStaffText()
  const roleText = useRoleText()
  const [query, setQuery] = useSearchParams()
  const { text, role, state } = readStaffFilter(query)
  const set = (name: string, value: string) =>
    setQuery((before) => withEntry(before, name, value), { replace: true })
  return (
    <search className={styles['filter']}>
      <SearchInput label={t('filter')} value={text} onChange={(value) => set('q', value)} />
      <Picker
        isCompact
        label={t('filterRole')}
        value={role}
        choices={[
          { value: '', label: t('anyRole') },
          ...roles.map((name) => ({ value: name, label: roleText(`role.${name}`) })),
        ]}
        onChange={(value) => set('role', value)}
      />
      <Picker
        isCompact
        label={t('filterState')}
        value={state}
        choices={[
          { value: '', label: t('anyState') },
          { value: 'active', label: t('stateActive') },
          { value: 'blocked', label: t('stateBlocked') },
        ]}
        onChange={(value) => set('state', value)}
      />
    </search>
  )
}
