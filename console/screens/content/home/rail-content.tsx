import { Link } from 'wouter'
import { listOrders } from '#contract/films/films.ts'
import { countries } from '#contract/form/countries.ts'
import { railFilmKinds } from '#contract/site/home.ts'
import { useLanguage } from '#console/session/preferences.ts'
import type { ConsoleForm } from '#console/session/use-form.ts'
import { TextField } from '#console/ui/field.tsx'
import { Section } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { ChannelsField } from './channels-field.tsx'
import { useHomeText } from './home-text.ts'
import { type Choices, type RailValues, namedIn } from './rail-values.ts'
import styles from './home.module.css'

interface RailContentProps {
  readonly form: ConsoleForm<RailValues>
  readonly choices: Choices
}

/** What a rail of the editor's choice contains; others need nothing. */
export function RailContentFields({ form, choices }: RailContentProps) {
  const t = useHomeText()
  const fields = fieldsOfKind[form.values.kind]
  if (fields === undefined) return null
  const Fields = fields
  return (
    <Section title={t('contentTitle')}>
      <Fields form={form} choices={choices} />
    </Section>
  )
}

const fieldsOfKind: Readonly<Record<string, typeof CollectionField>> = {
  collection: CollectionField,
  films: FilmsFields,
  channel_category: CategoryField,
  channels: ChannelsField,
}

type Named = Choices['genres'][number]

/** A choice of the list by its number; `none` stands for no choice. */
function useChoicesOf(all: readonly Named[], none: string) {
  const language = useLanguage()
  return [
    { value: '', label: none },
    ...all.map((one) => ({ value: String(one.id), label: namedIn(language, one) })),
  ]
}

function CollectionField({ form, choices }: RailContentProps) {
  const t = useHomeText()
  const list = useChoicesOf(choices.collections, t('choose'))
  const { collection_id: id } = form.values
  if (choices.collections.length === 0)
    return (
      <p>
        {t('noCollections')} <Link href="/collections/new">{t('collections.add')}</Link>
      </p>
    )
  return (
    <div className={styles['form']}>
      <Picker<string>
        label={t('collection')}
        value={id}
        choices={list}
        onChange={(value) => form.set('collection_id', value)}
      />
      {id === '' ? null : <Link href={`/collections/${id}`}>{t('collectionEdit')}</Link>}
    </div>
  )
}

function CategoryField({ form, choices }: RailContentProps) {
  const t = useHomeText()
  return (
    <Picker<string>
      label={t('category')}
      value={form.values.category_id}
      choices={useChoicesOf(choices.categories, t('choose'))}
      onChange={(value) => form.set('category_id', value)}
    />
  )
}

function FilmsFields({ form, choices }: RailContentProps) {
  const t = useHomeText()
  const language = useLanguage()
  const genres = useChoicesOf(choices.genres, t('any'))
  return (
    <div className={styles['fields']}>
      <Picker<string>
        label={t('films')}
        value={form.values.film_kind}
        choices={(['', ...railFilmKinds] as const).map((value) => ({ value, label: t(`films.${value}`) }))}
        onChange={(value) => form.set('film_kind', value)}
      />
      <Picker<string>
        label={t('genre')}
        value={form.values.genre_id}
        choices={genres}
        onChange={(value) => form.set('genre_id', value)}
      />
      <Picker<string>
        label={t('country')}
        value={form.values.country}
        choices={[
          { value: '', label: t('anyCountry') },
          ...countries.map(({ code, ru, uz }) => ({ value: code, label: language === 'uz' ? uz : ru })),
        ]}
        onChange={(value) => form.set('country', value)}
      />
      <Picker<string>
        label={t('order')}
        value={form.values.order}
        choices={listOrders.map((value) => ({ value, label: t(`order.${value}`) }))}
        onChange={(value) => form.set('order', value)}
      />
      <TextField
        field={form.field('year_from')}
        label={t('yearFrom')}
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField field={form.field('year_to')} label={t('yearTo')} inputMode="numeric" autoComplete="off" />
      <TextField
        field={form.field('rating')}
        label={t('rating')}
        hint={t('ratingHint')}
        inputMode="numeric"
        autoComplete="off"
      />
    </div>
  )
}
