import { consoleFilms } from '#contract/console/films.ts'
import { PictureField } from '#console/pictures/picture-field.tsx'
import type { ConsoleForm } from '#console/session/use-form.ts'
import { useFilmsText } from './films-text.ts'
import type { FilmValues } from './film-values.ts'
import styles from './films.module.css'

/** Addresses of the chosen pictures; '' for none. */
export interface FilmImages {
  readonly poster: string
  readonly backdrop: string
}

/** As the site shows them. */
const aspects = { poster: 2 / 3, backdrop: 16 / 9 } as const

interface FilmPicturesProps {
  readonly form: ConsoleForm<FilmValues>
  readonly images: FilmImages
  readonly onImages: (images: FilmImages) => void
}

export function FilmPictures({ form, images, onImages }: FilmPicturesProps) {
  const t = useFilmsText()
  return (
    <div className={styles['columns']}>
      {(['poster', 'backdrop'] as const).map((name) => (
        <fieldset key={name} className={styles['language']}>
          <legend>{t(name)}</legend>
          <PictureField
            endpoint={consoleFilms.picture}
            image={images[name]}
            hint={t(`${name}Hint`)}
            aspect={aspects[name]}
            onChange={(uploaded) => {
              form.set(name, uploaded.picture)
              onImages({ ...images, [name]: uploaded.image })
            }}
          />
        </fieldset>
      ))}
    </div>
  )
}
