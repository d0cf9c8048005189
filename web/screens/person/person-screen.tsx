/** `/personFilms/{aid}`: a person and the titles they took part in (CAT-08). */
import { useState } from 'react'
import { films, type Person } from '#contract/films/films.ts'
import { pathOf } from '#contract/form/pages.ts'
import { useParams } from '#web/router/router.ts'
import { Films, FromTheBeginning } from '#web/features/films/films.tsx'
import { useListText } from '#web/features/films/list-text.ts'
import { useFilmList } from '#web/features/films/use-film-list.ts'
import { useFirstPage } from '#web/features/films/use-first-page.ts'
import { useSearchText } from '#web/features/search/search-text.ts'
import { useCall } from '#web/session/requests/api.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import { Portrait } from '#web/ui/cards/portrait.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { EmptyCard, RetryCard } from '#web/ui/cards/state-card.tsx'
import styles from './person-screen.module.css'

export function PersonScreen() {
  const t = useSearchText()
  const aid = Number(useParams()['provider'])
  const state = useCall(films.actor, { aid })
  const person = state.kind === 'ok' ? state.data.actor : null
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
      <PersonFilms aid={aid} />
    </div>
  )
}

function PersonFilms({ aid }: { readonly aid: number }) {
  const t = useListText()
  const { firstPage, begin } = useFirstPage()
  const list = useFilmList({ question: { person: aid }, withFacets: false, firstPage })
  return (
    <>
      {firstPage > 1 && <FromTheBeginning onClick={begin} />}
      <Films
        films={list}
        nothing={
          <EmptyCard title={t('noFilms')}>
            <ButtonLink to={pathOf('newMovies')}>{t('movies')}</ButtonLink>
          </EmptyCard>
        }
      />
    </>
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
        {person.about !== '' && <About text={person.about} />}
      </div>
    </header>
  )
}

/** A longer text is collapsed to four lines; a shorter one fits on any screen. */
const long = 220

function About({ text }: { readonly text: string }) {
  const t = useListText()
  const [isWhole, setIsWhole] = useState(false)
  const isLong = text.length > long
  return (
    <div className={styles.about}>
      <p className={classes(isLong && !isWhole && styles.folded)}>{text}</p>
      {isLong && (
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {t(isWhole ? 'foldText' : 'wholeText')}
        </button>
      )}
    </div>
  )
}
