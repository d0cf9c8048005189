/** `/personFilms/{aid}`: a person and the titles they had a part in (CAT-08). */
import { useParams } from 'react-router'
import { films, type Person } from '#contract/films.ts'
import { pathOf } from '#contract/pages.ts'
import { Films } from '#web/screens/list/films.tsx'
import { useSearchText } from '#web/screens/search/search-text.ts'
import { useCall } from '#web/session/api.ts'
import { useHead } from '#web/shell/page-head.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Portrait } from '#web/ui/portrait.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyCard, RetryCard } from '#web/ui/state-card.tsx'
import styles from './person-screen.module.css'

export function PersonScreen() {
  const t = useSearchText()
  const aid = Number(useParams()['provider'])
  const state = useCall(films.actor, { aid })
  const person = state.kind === 'answer' ? state.data.actor : null
  useHead(person === null ? null : { title: `${person.name} — Ekran`, description: person.about })
  if (state.kind === 'refused' && state.failure === 'person_not_found')
    return (
      <div className={styles.screen}>
        <EmptyCard title={t('missingPerson')}>
          <ButtonLink to={pathOf('search')}>{t('toSearch')}</ButtonLink>
        </EmptyCard>
      </div>
    )
  return (
    <div className={styles.screen}>
      {state.kind === 'refused' || state.kind === 'unreachable' ? (
        <RetryCard onRetry={state.retry} />
      ) : (
        <PersonHead person={person} />
      )}
      <Films input={{ person: aid }} filtered={false} />
    </div>
  )
}

function PersonHead({ person }: { readonly person: Person | null }) {
  const t = useSearchText()
  if (person === null)
    return (
      <header className={styles.head}>
        <Skeleton className={styles.portrait} />
        <div className={styles.words}>
          <Skeleton className={styles.lineName} />
          <Skeleton className={styles.line} />
        </div>
      </header>
    )
  return (
    <header className={styles.head}>
      <Portrait
        className={styles.portrait}
        name={person.name}
        photo={person.photo}
        sizes="(min-width: 900px) 220px, 120px"
      />
      <div className={styles.words}>
        <h1 className={styles.name}>{person.name}</h1>
        {person.original_name !== '' && <p className={styles.original}>{person.original_name}</p>}
        <ul className={styles.roles}>
          {person.roles.map(({ kind, titles }) => (
            <li className={styles.role} key={kind}>
              {t(`role.${kind}`, { count: titles })}
            </li>
          ))}
        </ul>
        {person.about !== '' && <p className={styles.about}>{person.about}</p>}
      </div>
    </header>
  )
}
