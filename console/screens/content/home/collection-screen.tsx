import { useState } from 'react'
import { consoleCollections } from '#contract/console/collections.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { ChangeList } from '#console/changes/change-list.tsx'
import { BothLanguages, type LanguagePart } from '#console/screens/content/both-languages.tsx'
import { ConflictDialog } from '#console/changes/conflict-dialog.tsx'
import { useContentText } from '#console/screens/content/content-text.ts'
import { useSaving } from '#console/screens/content/use-saving.ts'
import { CallError } from '#console/session/call-error.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { useText } from '#console/session/text.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { FormBody } from '#console/ui/field.tsx'
import { Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { type CollectionFilm, FilmsField } from './films-field.tsx'
import { useHomeText } from './home-text.ts'
import { namedIn } from './rail-values.ts'
import styles from './home.module.css'
import { useEditedVersion } from '#console/changes/use-edited-version.ts'

type Collection = ResponseOf<typeof consoleCollections.one>

/** `/collections/<id>`, and `/collections/new` for a new one. */
export function CollectionScreen({ id }: { readonly id: number | null }) {
  const t = useHomeText()
  const language = useLanguage()
  const content = useContentText()
  const { data, error, refetch } = useCall(
    consoleCollections.one,
    { id: id ?? 1 },
    { isEnabled: id !== null },
  )
  const above = <BackLink href="/collections" text={t('collections.title')} />
  const isGone = error instanceof CallError && error.failure === 'collection_not_found'
  const collection = id === null ? emptyCollection : data
  if (collection === undefined || isGone)
    return (
      <Page title={t('collections.title')} above={above}>
        {isGone ? (
          <Empty text={t('collections.gone')} />
        ) : error === null ? (
          <Skeleton lines={8} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  return (
    <Page title={id === null ? t('collections.new') : namedIn(language, collection)} above={above} isNarrow>
      <CollectionEditor latest={collection} />
      {id === null ? null : (
        <Section title={content('history')}>
          <ChangeList filter={{ entity: 'collection', entity_id: id }} />
        </Section>
      )}
    </Page>
  )
}

const emptyCollection: Collection = {
  ...{ id: 0, version: 0, name_ru: '', name_uz: '', description_ru: '', description_uz: '' },
  ...{ is_hidden: false, vids: [], films: [] },
}

function CollectionEditor({ latest }: { readonly latest: Collection }) {
  const [collection, onRenew] = useEditedVersion(latest)
  return <CollectionForm key={collection.version} collection={collection} latest={latest} onRenew={onRenew} />
}

const parts: readonly LanguagePart[] = [
  { part: 'name', rows: 1, isRequired: true },
  { part: 'description', rows: 3 },
]

type Values = Readonly<
  Record<'name_ru' | 'name_uz' | 'description_ru' | 'description_uz' | 'is_hidden' | 'vids', string>
>

function valuesOf(collection: Collection): Values {
  const { name_ru, name_uz, description_ru, description_uz } = collection
  return {
    ...{ name_ru, name_uz, description_ru, description_uz },
    is_hidden: collection.is_hidden ? 'yes' : 'no',
    vids: collection.vids.join(','),
  }
}

interface CollectionFormProps {
  readonly collection: Collection
  readonly latest: Collection
  readonly onRenew: () => void
}

function CollectionForm({ collection, latest, onRenew }: CollectionFormProps) {
  const t = useHomeText()
  const common = useText()
  const mayEdit = useMay()('home', 'edit')
  const shownOf = useShownCollection()
  const [films, setFilms] = useState<readonly CollectionFilm[]>(collection.films)
  const { id, version } = collection
  const { form, conflict, ...saving } = useSaving<typeof consoleCollections.save, Values>({
    endpoint: consoleCollections.save,
    section: 'home',
    path: '/collections',
    version,
    isNew: id === 0,
    initial: valuesOf(collection),
    toInput: (values, over) => ({
      ...values,
      id: id === 0 ? null : id,
      version: over,
      is_hidden: values.is_hidden === 'yes',
      vids: values.vids.split(',').filter(Boolean).map(Number),
    }),
    onSaved: onRenew,
  })
  const choose = (chosen: readonly CollectionFilm[]) => {
    setFilms(chosen)
    form.set('vids', chosen.map(({ vid }) => vid).join(','))
  }
  return (
    <form className={styles['editor']} onSubmit={form.submit} noValidate>
      <FormBody problem={form.problem}>
        <BothLanguages form={form} parts={parts} />
        <label className={styles['check']}>
          <input
            type="checkbox"
            checked={form.values.is_hidden === 'yes'}
            onChange={({ target }) => form.set('is_hidden', target.checked ? 'yes' : 'no')}
          />
          {t('hidden')}
        </label>
        <Section title={t('filmsTitle')} text={t('filmsText')}>
          <FilmsField films={films} mayEdit={mayEdit} onChange={choose} />
        </Section>
      </FormBody>
      {mayEdit ? (
        <div className={styles['formActs']}>
          <Button type="submit" look="primary" isPending={form.isBusy}>
            {common('common.save')}
          </Button>
        </div>
      ) : null}
      {conflict === undefined ? null : (
        <ConflictDialog
          message={conflict.message}
          theirs={shownOf(valuesOf(latest), latest.films)}
          mine={shownOf(form.values, films)}
          isBusy={saving.isOverwriting}
          onTakeTheirs={onRenew}
          onSaveMine={() => saving.saveMine(latest.version)}
          onClose={saving.endConflict}
        />
      )}
    </form>
  )
}

/** The values of a collection in words, for who must choose between two of them. */
function useShownCollection() {
  const t = useHomeText()
  const language = useLanguage()
  return (values: Values, films: readonly CollectionFilm[]): Readonly<Record<string, string>> => ({
    ...values,
    is_hidden: t(values.is_hidden as 'yes' | 'no'),
    vids: films.map((film) => namedIn(language, film)).join(', '),
  })
}
