import { useState } from 'react'
import { consoleNews } from '#contract/console/site-content.ts'
import type { InputOf, ResponseOf } from '#contract/form/endpoint.ts'
import { ChangeList } from '#console/changes/change-list.tsx'
import { PictureField } from '#console/pictures/picture-field.tsx'
import { useNowSec } from '#console/session/now.ts'
import { useText } from '#console/session/text.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { BothLanguages } from './both-languages.tsx'
import { ConflictDialog } from '#console/changes/conflict-dialog.tsx'
import { BrandsField, brandsOf, useBrandNames } from './brands-field.tsx'
import { newsParts } from './content-parts.ts'
import { useContentText } from './content-text.ts'
import { localMoment, secOfMoment } from '#console/i18n/moments.ts'
import { NewsPreview } from './news-preview.tsx'
import { Preview } from './preview.tsx'
import { useSaving } from './use-saving.ts'
import { useEditedVersion } from '#console/changes/use-edited-version.ts'
import styles from './content.module.css'

type News = ResponseOf<typeof consoleNews.one>

/** `/news/<id>`, and `/news/new` for a new one. */
export function NewsItemScreen({ id }: { readonly id: number | null }) {
  const t = useContentText()
  const nowSec = useNowSec()
  const [firstSec] = useState(nowSec)
  const { data, error, refetch } = useCall(consoleNews.one, { id: id ?? 1 }, { isEnabled: id !== null })
  const above = <BackLink href="/news" text={t('newsTitle')} />
  const news = id === null ? { ...emptyNews, published_at: firstSec } : data
  if (news === undefined)
    return (
      <Page title={t('newsTitle')} above={above}>
        {error === null ? <Skeleton lines={8} /> : <Failed error={error} onRetry={() => void refetch()} />}
      </Page>
    )
  return (
    <Page title={id === null ? t('newsNew') : news.title_ru} above={above}>
      <NewsEditor latest={news} />
      {id === null ? null : (
        <Section title={t('history')}>
          <ChangeList filter={{ entity: 'news_item', entity_id: id }} />
        </Section>
      )}
    </Page>
  )
}

const emptyNews: News = {
  ...{ id: 0, version: 0, state: 'on', picture: '', image: '', published_at: 0, brands: [] },
  ...{ title_ru: '', title_uz: '', lead_ru: '', lead_uz: '', body_ru: '', body_uz: '' },
}

function NewsEditor({ latest }: { readonly latest: News }) {
  const [news, onRenew] = useEditedVersion(latest)
  return <NewsForm key={news.version} news={news} latest={latest} onRenew={onRenew} />
}

type Values = Readonly<
  Record<
    | 'title_ru'
    | 'title_uz'
    | 'lead_ru'
    | 'lead_uz'
    | 'body_ru'
    | 'body_uz'
    | 'picture'
    | 'published_at'
    | 'brands',
    string
  >
>

interface NewsFormProps {
  readonly news: News
  readonly latest: News
  readonly onRenew: () => void
}

function NewsForm({ news, latest, onRenew }: NewsFormProps) {
  const t = useContentText()
  const common = useText()
  const mayEdit = useMay()('news', 'edit')
  const nameBrands = useBrandNames()
  const { id, version, image: firstImage, state: _, ...fields } = news
  const [image, setImage] = useState(firstImage)
  const { form, conflict, ...saving } = useSaving<typeof consoleNews.save, Values>({
    endpoint: consoleNews.save,
    section: 'news',
    path: '/news',
    version,
    initial: {
      ...fields,
      published_at: localMoment(fields.published_at),
      brands: fields.brands.join(','),
    },
    failureFields: { brand_unknown: 'brands' },
    toInput: (values, over) => ({
      ...values,
      id: id === 0 ? null : id,
      version: over,
      published_at: secOfMoment(values.published_at) ?? '',
      brands: brandsOf(values.brands),
    }),
    onSaved: onRenew,
  })
  return (
    <form className={styles['editor']} onSubmit={form.submit} noValidate>
      <FormBody problem={form.problem}>
        <BothLanguages form={form} parts={newsParts} />
        <div className={styles['settings']}>
          <TextField
            field={form.field('published_at')}
            label={t('publishedAt')}
            hint={t('publishedAtHint')}
            type="datetime-local"
          />
          <BrandsField field={form.field('brands')} />
          <PictureField
            endpoint={consoleNews.picture}
            image={image}
            hint={t('newsPictureHint')}
            onChange={(uploaded) => {
              form.set('picture', uploaded.picture)
              setImage(uploaded.image)
            }}
          />
        </div>
      </FormBody>
      {mayEdit ? (
        <div className={styles['formActs']}>
          <Button type="submit" look="primary" isPending={form.isBusy}>
            {common('common.save')}
          </Button>
        </div>
      ) : null}
      <Preview>
        {(language) => <NewsPreview values={form.values} image={image} language={language} />}
      </Preview>
      {conflict === undefined ? null : (
        <ConflictDialog
          message={conflict.message}
          theirs={{ ...latest, brands: nameBrands(latest.brands) }}
          mine={{ ...withoutVersion(conflict.mine), brands: nameBrands(brandsOf(form.values.brands)) }}
          isBusy={saving.isOverwriting}
          onTakeTheirs={onRenew}
          onSaveMine={() => saving.saveMine(latest.version)}
          onClose={saving.endConflict}
        />
      )}
    </form>
  )
}

function withoutVersion({
  version: _version,
  id: _id,
  brands: _brands,
  ...fields
}: InputOf<typeof consoleNews.save>) {
  return fields as Readonly<Record<string, string | number | null>>
}
