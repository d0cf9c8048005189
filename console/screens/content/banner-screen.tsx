import { useState } from 'react'
import { useSearch } from 'wouter'
import { bannerPlaces, consoleBanners } from '#contract/console/site-content.ts'
import type { InputOf } from '#contract/form/endpoint.ts'
import { ChangeList } from '#console/changes/change-list.tsx'
import { PictureField } from '#console/pictures/picture-field.tsx'
import { useText } from '#console/session/text.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import type { ConsoleForm } from '#console/session/use-form.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { BannerPreview } from './banner-preview.tsx'
import type { Banner } from './banners-screen.tsx'
import { BothLanguages } from './both-languages.tsx'
import { ConflictDialog } from '#console/changes/conflict-dialog.tsx'
import { BrandsField, brandsOf, useBrandNames } from './brands-field.tsx'
import { bannerParts } from './content-parts.ts'
import { useContentText } from './content-text.ts'
import { localMoment, secOfMoment } from '#console/i18n/moments.ts'
import { pathOfAddress } from './own-address.ts'
import { Preview } from './preview.tsx'
import { useSaving } from './use-saving.ts'
import { useEditedVersion } from '#console/changes/use-edited-version.ts'
import styles from './content.module.css'

/** `/banners/<id>`, and `/banners/new` for a new one. */
export function BannerScreen({ id }: { readonly id: number | null }) {
  const t = useContentText()
  const { data, error, refetch } = useCall(consoleBanners.list, {})
  const asked = new URLSearchParams(useSearch()).get('place')
  const banner = data?.banners.find((one) => one.id === id)
  const above = <BackLink href="/banners" text={t('bannersTitle')} />
  if (data === undefined || (banner === undefined && id !== null))
    return (
      <Page title={t('bannersTitle')} above={above}>
        {data !== undefined ? (
          <Empty text={t('bannerGone')} />
        ) : error === null ? (
          <Skeleton lines={8} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  const place = bannerPlaces.find((one) => one === asked) ?? 'home'
  return (
    <Page title={banner?.title_ru ?? t(`new.${place}`)} above={above}>
      <BannerEditor latest={banner ?? { ...emptyBanner, place }} />
      {id === null ? null : (
        <Section title={t('history')}>
          <ChangeList filter={{ entity: 'banner', entity_id: id }} />
        </Section>
      )}
    </Page>
  )
}

const emptyBanner: Banner = {
  ...{ id: 0, version: 0, state: 'on', place: 'home', picture: '', image: '', href: '/' },
  ...{ title_ru: '', title_uz: '', text_ru: '', text_uz: '', button_ru: '', button_uz: '' },
  ...{ shown_from: null, shown_until: null, brands: [] },
}

function BannerEditor({ latest }: { readonly latest: Banner }) {
  const [banner, onRenew] = useEditedVersion(latest)
  return <BannerForm key={banner.version} banner={banner} latest={latest} onRenew={onRenew} />
}

type Values = Readonly<
  Record<
    | 'place'
    | 'title_ru'
    | 'title_uz'
    | 'text_ru'
    | 'text_uz'
    | 'button_ru'
    | 'button_uz'
    | 'picture'
    | 'href'
    | 'shown_from'
    | 'shown_until'
    | 'brands',
    string
  >
>

function inputOf(id: number, values: Values, version: number): InputOf<typeof consoleBanners.save> {
  return {
    ...values,
    href: pathOfAddress(values.href, location.origin),
    id: id === 0 ? null : id,
    version,
    place: bannerPlaces.find((one) => one === values.place) ?? 'home',
    shown_from: secOfMoment(values.shown_from),
    shown_until: secOfMoment(values.shown_until),
    brands: brandsOf(values.brands),
  }
}

interface BannerFormProps {
  readonly banner: Banner
  readonly latest: Banner
  readonly onRenew: () => void
}

function BannerForm({ banner, latest, onRenew }: BannerFormProps) {
  const common = useText()
  const mayEdit = useMay()('home', 'edit')
  const nameBrands = useBrandNames()
  const { id, version, image: firstImage, state: _, ...fields } = banner
  const [image, setImage] = useState(firstImage)
  const { form, conflict, ...saving } = useSaving<typeof consoleBanners.save, Values>({
    endpoint: consoleBanners.save,
    section: 'home',
    path: '/banners',
    version,
    initial: {
      ...fields,
      shown_from: localMoment(fields.shown_from),
      shown_until: localMoment(fields.shown_until),
      brands: fields.brands.join(','),
    },
    toInput: (values, over) => inputOf(id, values, over),
    failureFields: { link_unknown: 'href', brand_unknown: 'brands', period_wrong: 'shown_until' },
    onSaved: onRenew,
  })
  const { place } = inputOf(id, form.values, version)
  return (
    <form className={styles['editor']} onSubmit={form.submit} noValidate>
      <FormBody problem={form.problem}>
        <BothLanguages form={form} parts={bannerParts} />
        <BannerSettings form={form} image={image} onImage={setImage} />
      </FormBody>
      {mayEdit ? (
        <div className={styles['formActs']}>
          <Button type="submit" look="primary" isPending={form.isBusy}>
            {common('common.save')}
          </Button>
        </div>
      ) : null}
      <Preview>
        {(language, device) => (
          <BannerPreview
            place={place}
            values={form.values}
            image={image}
            language={language}
            device={device}
          />
        )}
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
}: InputOf<typeof consoleBanners.save>) {
  return fields as Readonly<Record<string, string | number | null>>
}

interface BannerSettingsProps {
  readonly form: ConsoleForm<Values>
  readonly image: string
  readonly onImage: (image: string) => void
}

function BannerSettings({ form, image, onImage }: BannerSettingsProps) {
  const t = useContentText()
  return (
    <div className={styles['settings']}>
      <div className={styles['form']}>
        <Picker<string>
          label={t('place')}
          value={form.values.place}
          choices={bannerPlaces.map((value) => ({ value, label: t(`place.${value}`) }))}
          onChange={(value) => form.set('place', value)}
        />
        <TextField field={form.field('href')} label={t('href')} hint={t('hrefHint')} autoComplete="off" />
        <TextField
          field={form.field('shown_from')}
          label={t('shownFrom')}
          hint={t('shownFromHint')}
          type="datetime-local"
        />
        <TextField
          field={form.field('shown_until')}
          label={t('shownUntil')}
          hint={t('shownUntilHint')}
          type="datetime-local"
        />
        <BrandsField field={form.field('brands')} />
      </div>
      {form.values.place === 'top' ? null : (
        <PictureField
          endpoint={consoleBanners.picture}
          image={image}
          hint={t('bannerPictureHint')}
          onChange={(uploaded) => {
            form.set('picture', uploaded.picture)
            onImage(uploaded.image)
          }}
        />
      )}
    </div>
  )
}
