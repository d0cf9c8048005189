import { consoleFilms } from '#contract/console/films.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { isNamed, useChangeText } from '#console/changes/change-text.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Section } from '#console/ui/page.tsx'
import { useFilmsText } from './films-text.ts'
import styles from './films.module.css'

/** Fields that imports leave, each with the way to give it back. */
export function FilmLocks({ film: { vid, locked } }: { readonly film: ResponseOf<typeof consoleFilms.one> }) {
  const t = useFilmsText()
  const changeText = useChangeText()
  const mayEdit = useMay()('films', 'edit')
  const { send } = useSending('films')
  if (locked.length === 0) return null
  return (
    <Section title={t('locked')} text={t('lockedText')}>
      <div className={styles['locks']}>
        {locked.map((name) => {
          const key = `field.${name}`
          const field = isNamed(key) ? changeText(key as 'field.number') : name
          return (
            <Button
              key={name}
              isDisabled={!mayEdit}
              onPress={() => void send(consoleFilms.release, { vid, fields: [name] }, () => t('released'))}
            >
              {t('release', { field })}
            </Button>
          )
        })}
      </div>
    </Section>
  )
}
