import { useMemo } from 'react'
import { Link, useSearchParams } from 'wouter'
import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  sortFn_text,
  tableFeatures,
  useTable,
  type SortingState,
} from '@tanstack/react-table'
import { roles } from '#contract/form/permissions.ts'
import { useLoggedIn } from '#console/session/session.ts'
import { useRoleText } from '#console/session/text.ts'
import { classes } from '#console/ui/classes.ts'
import { Icon } from '#console/ui/icons.tsx'
import { Avatar, Badge } from '#console/ui/page.tsx'
import { FactorWords, SeenWords, StateBadge } from './member-facts.tsx'
import { MemberMenu } from './member-menu.tsx'
import { type Member, withEntry } from './staff-filter.ts'
import { useStaffText } from './staff-text.ts'
import styles from './staff.module.css'

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic, text: sortFn_text },
})
const helper = createColumnHelper<typeof features, Member>()
const columns = helper.columns([
  helper.accessor('name', {
    id: 'name',
    sortFn: 'text',
    cell: ({ row }) => <NameCell member={row.original} />,
  }),
  helper.accessor(({ role }) => roles.indexOf(role), {
    id: 'role',
    sortFn: 'basic',
    cell: ({ row }) => <RoleWords member={row.original} />,
  }),
  helper.accessor(({ is_blocked: isBlocked }) => Number(isBlocked), {
    id: 'state',
    sortFn: 'basic',
    cell: ({ row }) => <StateBadge member={row.original} />,
  }),
  helper.accessor(({ has_totp: hasTotp, passkeys }) => Number(hasTotp) + passkeys, {
    id: 'factor',
    sortFn: 'basic',
    cell: ({ row }) => <FactorWords member={row.original} />,
  }),
  helper.accessor('last_login_at', {
    id: 'seen',
    sortFn: 'basic',
    sortDescFirst: true,
    cell: ({ row }) => <SeenWords member={row.original} />,
  }),
  helper.display({ id: 'acts', cell: ({ row }) => <MemberMenu member={row.original} /> }),
])

const headings = {
  name: 'columnName',
  role: 'columnRole',
  state: 'columnState',
  factor: 'columnFactor',
  seen: 'columnSeen',
} as const
type Sortable = keyof typeof headings

/** The members as a table, sorted by its headings; the order is in the address. */
export function MemberTable({ members }: { readonly members: Member[] }) {
  const t = useStaffText()
  const [query, setQuery] = useSearchParams()
  const sorting = useMemo(() => sortingIn(query), [query])
  const table = useTable({
    features,
    columns,
    data: members,
    state: { sorting },
    enableSortingRemoval: false,
    onSortingChange: (change) => {
      const [first] = typeof change === 'function' ? change(sorting) : change
      const order = first === undefined ? '' : `${first.desc ? '-' : ''}${first.id}`
      setQuery((before) => withEntry(before, 'sort', order), { replace: true })
    },
  })
  return (
    <div className={styles['tableFrame']}>
      <table className={styles['table']}>
        <thead>
          <tr>
            {table.getHeaderGroups()[0]?.headers.map(({ id, column }) =>
              isSortable(id) ? (
                <th key={id} scope="col" aria-sort={ariaSort(column.getIsSorted())}>
                  <button type="button" onClick={column.getToggleSortingHandler()}>
                    {t(headings[id])}
                    <SortIcon sorted={column.getIsSorted()} />
                  </button>
                </th>
              ) : (
                <th key={id} scope="col">
                  <span className="spoken">{t('columnActs')}</span>
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr
              key={row.original.staff_id}
              className={classes(row.original.is_blocked && styles['isBlocked'])}
            >
              {row.getAllCells().map((cell) => (
                <td key={cell.id}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function isSortable(id: string): id is Sortable {
  return Object.hasOwn(headings, id)
}

function sortingIn(query: URLSearchParams): SortingState {
  const order = query.get('sort') ?? 'name'
  const id = order.replace('-', '')
  return [{ id: isSortable(id) ? id : 'name', desc: order.startsWith('-') }]
}

function ariaSort(sorted: false | 'asc' | 'desc') {
  if (sorted === false) return 'none'
  return sorted === 'asc' ? 'ascending' : 'descending'
}

function SortIcon({ sorted }: { readonly sorted: false | 'asc' | 'desc' }) {
  return sorted === false ? null : <Icon name={sorted === 'asc' ? 'up' : 'down'} size={16} />
}

/** The name leads to the member's page. */
export function NameCell({ member }: { readonly member: Member }) {
  const t = useStaffText()
  const { staff } = useLoggedIn()
  return (
    <span className={styles['name']}>
      <Avatar name={member.name} />
      <span className={styles['names']}>
        <span>
          <Link href={`/staff/${member.staff_id}`}>{member.name}</Link>
          {staff.staff_id === member.staff_id ? <Badge tone="own">{t('you')}</Badge> : null}
        </span>
        <span className={styles['login']}>{member.login}</span>
      </span>
    </span>
  )
}

function RoleWords({ member }: { readonly member: Member }) {
  const roleText = useRoleText()
  return <>{roleText(`role.${member.role}`)}</>
}
