import { useState } from 'react'
import { consoleFilms } from '#contract/console/films.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { CallError } from '#console/session/call-error.ts'
import { useMay } from '#console/session/session.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { FormBody } from '#console/ui/field.tsx'
import { ConflictDialog } from '#console/changes/conflict-dialog.tsx'
import { Preview } from '#console/screens/content/preview.tsx'
import { useFilmEditorText } from './film-editor-text.ts'
import { FilmPictures, type FilmImages } from './film-pictures.tsx'
import { FilmFacts, FilmPeople, FilmTexts } from './film-parts.tsx'
import { TrailerField } from './trailer-field.tsx'
import { WindowsField } from './windows-field.tsx'
import { FilmPreview } from './film-preview.tsx'
import { FilmSitePage } from './film-site-page.tsx'
import type { TakenFrame } from './taken-frame.ts'
import { type Film, type FilmValues, inputOf, valuesOf } from './film-values.ts'
import styles from './films.module.css'

interface FilmFormProps {
  readonly film: Film
  /** As it is stored now: another person may have changed it. */
  readonly latest: Film
  /** The frame of a file that was taken last; it becomes a picture of the form. */
  readonly frame: TakenFrame | undefined
  readonly onTouch: () => void
  readonly onRenew: () => void
}

/** The form of a film, with what viewers will see of it. */
export function FilmForm({ film, latest, frame, onTouch, onRenew }: FilmFormProps) {
  const t = useFilmEditorText()
  const common = useText()
  const mayEdit = useMay()('films', 'edit')
  const { confirm, send, refresh } = useSending('films')
  const [conflict, setConflict] = useState<string>()
  const [isOverwriting, setIsOverwriting] = useState(false)
  const [images, setImages] = useState<FilmImages>({
    poster: film.poster_image,
    backdrop: film.backdrop_image,
  })
  const form = useForm<typeof consoleFilms.save, FilmValues>(consoleFilms.save, valuesOf(film), {
    toInput: (values) => inputOf(film, values, film.version),
    failureFields: {
      film_nameless: 'name_ru',
      period_wrong: 'windows',
      windows_overlap: 'windows',
      trailer_wrong: 'trailer',
    },
    onDone: ({ change_id: changeId }) => {
      if (changeId > 0) confirm(changeId, common('common.saved'))
      onRenew()
      void refresh()
    },
    onFailed: (error) => {
      if (!(error instanceof CallError) || error.failure !== 'changed_since') return
      void showConflict(error.message)
    },
  })
  const [applied, setApplied] = useState<TakenFrame>()
  if (frame !== undefined && frame !== applied) {
    setApplied(frame)
    form.set(frame.name, frame.picture)
    setImages({ ...images, [frame.name]: frame.image })
  }
  const showConflict = async (message: string) => {
    await refresh()
    setConflict(message)
  }
  const saveMine = () => {
    setIsOverwriting(true)
    const mine = inputOf(film, form.values, latest.version)
    void send(consoleFilms.save, mine, () => common('common.saved')).then((isTaken) => {
      setIsOverwriting(false)
      if (isTaken) onRenew()
    })
  }
  return (
    <>
      <form
        className={styles['editor']}
        onSubmit={form.submit}
        onChange={onTouch}
        onClick={onTouch}
        noValidate
      >
        <FormBody problem={form.problem}>
          <FilmTexts form={form} />
          <FilmFacts form={form} film={film} />
          <WindowsField field={form.field('windows')} hint={t('windowsHint')} />
          <FilmPeople form={form} film={film} />
          <TrailerField form={form} film={film} />
          <FilmPictures form={form} images={images} onImages={setImages} />
        </FormBody>
        {mayEdit ? (
          <div className={styles['formActs']}>
            <Button type="submit" look="primary" isPending={form.isBusy}>
              {common('common.save')}
            </Button>
          </div>
        ) : null}
        <FilmLook film={film} values={form.values} images={images} />
        {conflict === undefined ? null : (
          <ConflictDialog
            message={conflict}
            theirs={shownValues(latest)}
            mine={shownMine(form.values)}
            isBusy={isOverwriting}
            onTakeTheirs={onRenew}
            onSaveMine={saveMine}
            onClose={() => setConflict(undefined)}
          />
        )}
      </form>
      <FilmSitePage film={film} values={form.values} />
    </>
  )
}

interface FilmLookProps {
  readonly film: Film
  readonly values: FilmValues
  readonly images: FilmImages
}

function FilmLook({ film, values, images }: FilmLookProps) {
  return (
    <Preview>
      {(language, device) => (
        <FilmPreview film={film} values={values} images={images} language={language} device={device} />
      )}
    </Preview>
  )
}

function shownValues(film: Film) {
  return shownMine(valuesOf(film))
}

/** Flags and numbers of lists say nothing by themselves: what differs in them is seen in the form. */
function shownMine({ actors, directors, ...values }: FilmValues): Readonly<Record<string, string>> {
  return { ...values, credits: [...directors.split('\n'), ...actors.split('\n')].filter(Boolean).join(', ') }
}
