import { useState } from 'react'
import { bannerPlaces, consoleBanners, type BannerPlace } from '#contract/console/site-content.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { IconButton } from '#console/ui/button.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { useBrandNames } from './brands-field.tsx'
import { bannerParts } from './content-parts.ts'
import { missingParts } from './both-languages.tsx'
import { ContentItem, type State, StateChips, useShown } from './content-list.tsx'
import { useContentText } from './content-text.ts'
import styles from './content.module.css'

export type Banner = ResponseOf<typeof consoleBanners.list>['banners'][number]

const states: readonly State[] = ['on', 'planned', 'ended']

/** `/banners`: what stands on the home page, above every page, and in the offer to visitors. */
export function BannersScreen() {
  const t = useContentText()
  const mayEdit = useMay()('home', 'edit')
  const [shown, choose] = useShown(states)
  const { data, error, refetch } = useCall(consoleBanners.list, {})
  if (data === undefined)
    return (
      <Page title={t('bannersTitle')} isNarrow>
        {error === null ? <Skeleton lines={6} /> : <Failed error={error} onRetry={() => void refetch()} />}
      </Page>
    )
  return (
    <Page title={t('bannersTitle')} text={t('bannersText')} isNarrow>
      <div className={styles['lists']}>
        <StateChips states={states} items={data.banners} shown={shown} onChoose={choose} />
        {bannerPlaces.map((place) => (
          <Place
            key={place}
            place={place}
            banners={data.banners.filter((banner) => banner.place === place)}
            isShown={({ state }) => shown === 'all' || state === shown}
            mayEdit={mayEdit}
          />
        ))}
      </div>
    </Page>
  )
}

interface PlaceProps {
  readonly place: BannerPlace
  readonly banners: readonly Banner[]
  readonly isShown: (banner: Banner) => boolean
  readonly mayEdit: boolean
}

function Place({ place, banners, isShown, mayEdit }: PlaceProps) {
  const t = useContentText()
  const rows = banners.filter(isShown)
  return (
    <Section
      title={t(`place.${place}`)}
      text={t(`placeText.${place}`)}
      acts={
        mayEdit ? (
          <LinkButton href={`/banners/new?place=${place}`}>{t(`add.${place}`)}</LinkButton>
        ) : undefined
      }
    >
      {rows.length === 0 ? (
        <Empty text={t(banners.length === 0 ? `none.${place}` : 'nothing')} />
      ) : (
        <ol className={styles['items']} aria-label={t(`place.${place}`)}>
          {rows.map((banner) => (
            <BannerItem key={banner.id} banner={banner} all={banners} mayEdit={mayEdit} />
          ))}
        </ol>
      )}
    </Section>
  )
}

interface BannerItemProps {
  readonly banner: Banner
  /** All of its place, in their order. */
  readonly all: readonly Banner[]
  readonly mayEdit: boolean
}

function BannerItem({ banner, all, mayEdit }: BannerItemProps) {
  const t = useContentText()
  const { send } = useSending('home')
  const [isBusy, setIsBusy] = useState(false)
  const { id, place, title_ru: name } = banner
  const ids = all.map((one) => one.id)
  const at = ids.indexOf(id)
  const run = (act: Promise<boolean>) => {
    setIsBusy(true)
    void act.finally(() => setIsBusy(false))
  }
  const move = (to: number) =>
    run(
      send(consoleBanners.order, { place, ids: ids.toSpliced(at, 1).toSpliced(to, 0, id) }, () =>
        t('ordered'),
      ),
    )
  return (
    <ContentItem
      href={`/banners/${id}`}
      titleRu={name}
      titleUz={banner.title_uz}
      image={banner.image}
      state={banner.state}
      period={usePeriod(banner)}
      missing={(['ru', 'uz'] as const).filter(
        (language) => missingParts(textsOf(banner), bannerParts, language).length > 0,
      )}
      acts={
        mayEdit ? (
          <>
            <IconButton
              icon="up"
              label={t('up', { name })}
              isDisabled={isBusy || at === 0}
              onPress={() => move(at - 1)}
            />
            <IconButton
              icon="down"
              label={t('down', { name })}
              isDisabled={isBusy || at === ids.length - 1}
              onPress={() => move(at + 1)}
            />
            <IconButton
              icon="close"
              label={t('remove', { name })}
              isDisabled={isBusy}
              onPress={() => run(send(consoleBanners.remove, { id }, () => t('removed', { name })))}
            />
          </>
        ) : null
      }
    />
  )
}

function textsOf(banner: Banner): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(banner).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function usePeriod({ shown_from: from, shown_until: until, brands }: Banner): string {
  const t = useContentText()
  const brandNames = useBrandNames()
  const language = useLanguage()
  const nowSec = useNowSec()
  const parts = [
    ...(from === null ? [] : [t('from', { moment: formatMoment(from, language, nowSec) })]),
    ...(until === null ? [] : [t('until', { moment: formatMoment(until, language, nowSec) })]),
  ]
  const period = parts.length === 0 ? t('always') : parts.join(' ')
  return brands.length === 0 ? period : `${period} · ${t('brandsOnly', { names: brandNames(brands) })}`
}
