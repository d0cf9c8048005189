import type { consolePeople } from '#contract/console/people.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { usePeopleText } from './people-text.ts'
import styles from './editor.module.css'

export type ListedPerson = ResponseOf<typeof consolePeople.list>['people'][number]

export function nameOfPerson(person: Pick<ListedPerson, 'name_ru' | 'name_uz' | 'name_original'>): string {
  return person.name_ru || person.name_uz || person.name_original
}

/** A person with the photo, all names and the number of films. */
export function PersonNames({ person }: { readonly person: ListedPerson }) {
  const t = usePeopleText()
  const [name, ...others] = new Set([person.name_ru, person.name_uz, person.name_original].filter(Boolean))
  return (
    <span className={styles['person']}>
      {person.image === '' ? (
        <span className={styles['noPhoto']} />
      ) : (
        <img src={person.image} alt="" loading="lazy" />
      )}
      <span>
        <strong>{name}</strong>
        <small>{[...others, t('titles', { count: person.titles })].join(' · ')}</small>
      </span>
    </span>
  )
}
