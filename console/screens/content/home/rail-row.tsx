import { Link } from 'wouter'
import { railLanguages, railPlatforms } from '#contract/site/home.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useBrandNames } from '#console/screens/content/brands-field.tsx'
import { useContentText } from '#console/screens/content/content-text.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { Badge } from '#console/ui/page.tsx'
import { useHomeText } from './home-text.ts'
import { type Home, type Rail, contentName, useRailName } from './rail-values.ts'
import styles from './home.module.css'

/** A rail in the list: its name, what it contains, and where, when and to whom it is shown. */
export function RailRow({ rail, home }: { readonly rail: Rail; readonly home: Home }) {
  const t = useHomeText()
  const content = useContentText()
  const brandNames = useBrandNames()
  const language = useLanguage()
  const name = useRailName(home.choices)(rail)
  const period = usePeriod(rail)
  const about = [t(`kind.${rail.kind}`), contentName(rail, home.choices, language)].filter(
    (text) => text !== '' && text !== name,
  )
  const missing = railLanguages.filter(
    (one) => rail[`title_${one}`] === '' && rail.title_ru !== rail.title_uz,
  )
  return (
    <>
      <Link href={`/home/${rail.id}`}>{name}</Link>
      <div className={styles['badges']}>
        {about.length === 0 ? null : <small>{about.join(' · ')}</small>}
        {rail.is_hidden ? <Badge>{t('isHidden')}</Badge> : null}
        {rail.is_empty ? <Badge tone="warn">{t('isEmpty')}</Badge> : null}
        {rail.state === 'on' ? null : (
          <Badge tone={rail.state === 'planned' ? 'own' : 'plain'}>{t(`state.${rail.state}`)}</Badge>
        )}
        {period === '' ? null : <small>{period}</small>}
        {rail.platforms.length === railPlatforms.length ? null : (
          <Badge>{rail.platforms.map((one) => t(`platform.${one}`)).join(', ')}</Badge>
        )}
        {rail.languages.length === railLanguages.length ? null : (
          <Badge>{rail.languages.map((one) => t(`language.${one}`)).join(', ')}</Badge>
        )}
        {rail.audience === 'everybody' ? null : <Badge>{t(`audience.${rail.audience}`)}</Badge>}
        {rail.brands.length === 0 ? null : (
          <Badge>{content('brandsOnly', { names: brandNames(rail.brands) })}</Badge>
        )}
        {missing.map((one) => (
          <Badge key={one} tone="warn">
            {t(`missingIn.${one}`)}
          </Badge>
        ))}
      </div>
    </>
  )
}

function usePeriod({ shown_from: from, shown_until: until }: Rail): string {
  const t = useContentText()
  const language = useLanguage()
  const nowSec = useNowSec()
  return [
    ...(from === null ? [] : [t('from', { moment: formatMoment(from, language, nowSec) })]),
    ...(until === null ? [] : [t('until', { moment: formatMoment(until, language, nowSec) })]),
  ].join(' ')
}
