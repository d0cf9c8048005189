import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { consoleHome } from '#contract/console/home.ts'
import { consoleService } from '#contract/console/service.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { railLanguages, type RailPlatform, railPlatforms } from '#contract/site/home.ts'
import { secOfMoment } from '#console/i18n/moments.ts'
import { call } from '#console/session/call.ts'
import { keyOf, useCall } from '#console/session/queries.ts'
import { classes } from '#console/ui/classes.ts'
import { TextField } from '#console/ui/field.tsx'
import { Empty, Failed, Section, Skeleton } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { ViewChips } from '#console/ui/view-chips.tsx'
import { useContentText } from '#console/screens/content/content-text.ts'
import { SiteFrame } from '#console/screens/content/site-frame.tsx'
import { useHomeText } from './home-text.ts'
import { siteTitle } from './site-titles.ts'
import styles from './home.module.css'

type Previewed = ResponseOf<typeof consoleHome.preview>['rails'][number]

/** The home page as somebody would see it at a moment: its real rails, with the first items of each. */
export function HomePreview() {
  const t = useHomeText()
  const content = useContentText()
  const id = useId()
  const [audience, setAudience] = useState<'guests' | 'subscribers'>('guests')
  const [platform, setPlatform] = useState<RailPlatform>('web')
  const [language, setLanguage] = useState<'ru' | 'uz'>('ru')
  const [when, setWhen] = useState('')
  const [brand, setBrand] = useState('1')
  const { data: brands = [] } = useCall(consoleService.names, {})
  const at = secOfMoment(when)
  const visit = { audience, platform, language, service_id: Number(brand), ...(at === null ? {} : { at }) }
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(consoleHome.preview, visit),
    queryFn: ({ signal }) => call(consoleHome.preview, visit, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Section title={t('previewTitle')} text={t('previewText')}>
      <div className={styles['choices']}>
        <ViewChips
          label={t('previewWho')}
          chosen={audience}
          onChoose={setAudience}
          views={(['guests', 'subscribers'] as const).map((name) => ({ name, text: t(`who.${name}`) }))}
        />
        <ViewChips
          label={t('previewWhere')}
          chosen={platform}
          onChoose={setPlatform}
          views={railPlatforms.map((name) => ({ name, text: t(`platform.${name}`) }))}
        />
        <ViewChips
          label={t('previewLanguage')}
          chosen={language}
          onChoose={setLanguage}
          views={railLanguages.map((name) => ({ name, text: t(`language.${name}`) }))}
        />
        {brands.length < 2 ? null : (
          <Picker<string>
            label={content('brandOf')}
            value={brand}
            choices={brands.map((one) => ({ value: String(one.id), label: one.name }))}
            onChange={setBrand}
          />
        )}
        <TextField
          field={{ id, name: 'when', value: when, problem: undefined, onChange: setWhen }}
          label={t('previewWhen')}
          hint={t('previewWhenHint')}
          type="datetime-local"
        />
      </div>
      <SiteFrame page="home" platform={platform} input={JSON.stringify(visit)} label={content('siteFrame')} />
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={8} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : data.rails.length === 0 ? (
        <Empty text={t('previewNone')} />
      ) : (
        <ol
          className={classes(styles['screen'], platform === 'phone' && styles['phone'])}
          aria-label={t('previewTitle')}
          lang={language}
        >
          {data.rails.map((rail, index) => (
            <PreviewedRail key={`${rail.id} ${index}`} rail={rail} language={language} />
          ))}
        </ol>
      )}
    </Section>
  )
}

interface PreviewedRailProps {
  readonly rail: Previewed
  readonly language: 'ru' | 'uz'
}

const wide: readonly Previewed['kind'][] = ['live', 'channels', 'channel_category', 'news', 'cinema']

function PreviewedRail({ rail, language }: PreviewedRailProps) {
  const t = useHomeText()
  const { kind, items } = rail
  return (
    <li>
      <p className={styles['railTitle']}>{rail.title || siteTitle(rail, language)}</p>
      {rail.is_personal ? <p className={styles['personal']}>{t('personal')}</p> : null}
      {items.length === 0 ? null : (
        <ul className={classes(styles['cards'], wide.includes(kind) && styles['wide'])}>
          {items.map(({ name, image }, index) => (
            <li key={`${name} ${index}`}>
              {image === '' ? (
                <span className={styles['noPicture']} />
              ) : (
                <img src={image} alt="" loading="lazy" />
              )}
              <span>{name}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
