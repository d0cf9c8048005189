import type { FilmDetail } from '#contract/films.ts'
import { Picture } from '#web/ui/picture.tsx'
import { Rail } from '#web/ui/rail.tsx'
import { useMovieText } from './movie-text.ts'
import styles from './cast.module.css'

export function Cast({ people }: { readonly people: FilmDetail['actors'] }) {
  const t = useMovieText()
  if (people.length === 0) return null
  return (
    <Rail title={t('cast')} kind="person">
      {people.map((person) => (
        <figure className={styles.person} key={person.aid}>
          <span className={styles.photo}>
            {person.photo === null || person.photo === '' ? (
              <span className={styles.letters} aria-hidden="true">
                {lettersOf(person.name)}
              </span>
            ) : (
              <Picture src={person.photo} alt="" sizes="140px" from={80} to={320} />
            )}
          </span>
          <figcaption>
            <span className={styles.name}>{person.name}</span>
            <span className={styles.role}>{person.role}</span>
          </figcaption>
        </figure>
      ))}
    </Rail>
  )
}

const lettersOf = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => word[0] ?? '')
    .join('')
    .slice(0, 2)
