import { Link } from '#web/router/router.ts'
import type { FilmDetail } from '#contract/films/films.ts'
import { pathOf } from '#contract/form/pages.ts'
import { Portrait } from '#web/ui/cards/portrait.tsx'
import { Rail } from '#web/ui/scroll/rail.tsx'
import { useMovieText } from '#web/screens/movie/watching/movie-text.ts'
import styles from './cast.module.css'

export function Cast({ people }: { readonly people: FilmDetail['actors'] }) {
  const t = useMovieText()
  if (people.length === 0) return null
  return (
    <Rail title={t('cast')} kind="person">
      {people.map((person) => (
        <Link className={styles.person} key={person.aid} to={pathOf('person', { provider: person.aid })}>
          <Portrait name={person.name} photo={person.photo} sizes="140px" />
          <span className={styles.name}>{person.name}</span>
          <span className={styles.role}>{person.role}</span>
        </Link>
      ))}
    </Rail>
  )
}
