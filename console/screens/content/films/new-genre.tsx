import { useState } from 'react'
import { consoleFilms } from '#contract/console/films.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { TextField } from '#console/ui/field.tsx'
import { useFilmsText } from './films-text.ts'
import styles from './films.module.css'

interface NewGenreProps {
  /** The genre that was added; the choices of the film are read again by then. */
  readonly onAdded: (genreId: number) => void
}

/** A button that opens a dialog in which a genre is added. */
export function NewGenre({ onAdded }: NewGenreProps) {
  const t = useFilmsText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button look="quiet" icon="add" onPress={() => setIsOpen(true)}>
        {t('genreNew')}
      </Button>
      {isOpen ? <GenreDialog onAdded={onAdded} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

function GenreDialog({ onAdded, onClose }: NewGenreProps & { readonly onClose: () => void }) {
  const t = useFilmsText()
  const common = useText()
  const { confirm, refresh } = useSending('films')
  const form = useForm(
    consoleFilms.addGenre,
    { name_ru: '', name_uz: '' },
    {
      toInput: ({ name_ru: ru, name_uz: uz }) => ({ name_ru: ru.trim(), name_uz: uz.trim() }),
      failureFields: { film_genre_named: 'name_ru' },
      onDone: ({ genre_id: genreId, change_id: changeId }) => {
        confirm(changeId, t('genreAdded', { name: form.values.name_ru.trim() }))
        onClose()
        void refresh().then(() => onAdded(genreId))
      },
    },
  )
  return (
    <Dialog title={t('genreNew')} isOpen onClose={onClose}>
      <form
        className={styles['genreForm']}
        noValidate
        onSubmit={(event) => {
          // The form of the film is above this one, also for events.
          event.stopPropagation()
          form.submit(event)
        }}
      >
        <TextField field={form.field('name_ru')} label={t('genreRu')} autoComplete="off" isFocused />
        <TextField field={form.field('name_uz')} label={t('genreUz')} autoComplete="off" />
        {form.problem === undefined ? null : <p role="alert">{form.problem}</p>}
        <DialogButtons>
          <Button onPress={onClose}>{common('common.cancel')}</Button>
          <Button type="submit" look="primary" isPending={form.isBusy}>
            {t('genreSubmit')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
