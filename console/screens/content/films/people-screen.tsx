import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'wouter'
import { consolePeople } from '#contract/console/people.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { call } from '#console/session/call.ts'
import { keyOf, useCall } from '#console/session/queries.ts'
import { TableActs } from '#console/tables/table-acts.tsx'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { SearchInput } from '#console/ui/search-input.tsx'
import { ViewChips } from '#console/ui/view-chips.tsx'
import { Doubles } from './doubles.tsx'
import { usePeopleText } from './people-text.ts'
import { PersonNames } from './person-names.tsx'
import styles from './editor.module.css'

const pageSize = 50

/** `/films/people`: everybody who is named in a film, and those who may be one person. */
export function PeopleScreen() {
  const t = usePeopleText()
  const [search, setSearch] = useSearchParams()
  const isDoubles = search.get('view') === 'doubles'
  return (
    <Page
      title={t('title')}
      text={t('text')}
      above={<BackLink href="/films" text={t('films')} />}
      acts={<TableActs subject="people" section="films" path="/films/people/tables" />}
    >
      <ViewChips
        label={t('views')}
        views={(['all', 'doubles'] as const).map((name) => ({ name, text: t(name) }))}
        chosen={isDoubles ? 'doubles' : 'all'}
        onChoose={(view) => setSearch(view === 'all' ? {} : { view })}
      />
      {isDoubles ? <AllDoubles /> : <Everybody />}
    </Page>
  )
}

function AllDoubles() {
  const { data, error, refetch } = useCall(consolePeople.doubles, {})
  if (data !== undefined) return <Doubles groups={data.groups} />
  return error === null ? <Skeleton lines={8} /> : <Failed error={error} onRetry={() => void refetch()} />
}

function Everybody() {
  const t = usePeopleText()
  const [search, setSearch] = useSearchParams()
  const q = (search.get('q') ?? '').slice(0, 120)
  const page = Math.min(10_000, Math.max(1, Math.trunc(Number(search.get('page') ?? 1)) || 1))
  const input = { q, page, limit: pageSize }
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(consolePeople.list, input),
    queryFn: ({ signal }) => call(consolePeople.list, input, { signal }),
    placeholderData: keepPreviousData,
  })
  const goTo = (next: number) => setSearch({ ...(q === '' ? {} : { q }), page: String(next) })
  return (
    <>
      <div className={styles['search']}>
        <SearchInput
          label={t('search')}
          hint={t('searchHint')}
          value={q}
          onChange={(value) => setSearch(value === '' ? {} : { q: value }, { replace: true })}
        />
      </div>
      {data !== undefined ? (
        <Results people={data} page={page} onPage={goTo} />
      ) : error === null ? (
        <Skeleton lines={8} />
      ) : (
        <Failed error={error} onRetry={() => void refetch()} />
      )}
    </>
  )
}

interface ResultsProps {
  readonly people: ResponseOf<typeof consolePeople.list>
  readonly page: number
  readonly onPage: (page: number) => void
}

function Results({ people: { people, count }, page, onPage }: ResultsProps) {
  const t = usePeopleText()
  const pages = Math.max(1, Math.ceil(count / pageSize))
  if (people.length === 0) return <Empty text={t('nobody')} />
  return (
    <>
      <p role="status">{t('count', { count })}</p>
      <ul className={styles['people']}>
        {people.map((person) => (
          <li key={person.id}>
            <Link href={`/films/people/${person.id}`}>
              <PersonNames person={person} />
            </Link>
          </li>
        ))}
      </ul>
      {pages === 1 ? null : (
        <nav className={styles['pages']} aria-label={t('page', { page, pages })}>
          <Button isDisabled={page === 1} onPress={() => onPage(page - 1)}>
            {t('newer')}
          </Button>
          <p>{t('page', { page, pages })}</p>
          <Button isDisabled={page >= pages} onPress={() => onPage(page + 1)}>
            {t('older')}
          </Button>
        </nav>
      )}
    </>
  )
}
