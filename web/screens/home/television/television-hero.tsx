/**
 * The top of a television's home page: it stays while the rails scroll below it, and describes the focused card once
 * the focus has rested. While no card has the focus, it shows a banner.
 */
import { useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { site, type Banner } from '#contract/site/site.ts'
import {
  noFocusedCard,
  useFocusedCard,
  type TelevisionCard,
} from '#web/features/card-menu/television-card.ts'
import { useRemoteText } from '#web/features/card-menu/remote-text.ts'
import { useCall } from '#web/session/requests/api.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import { useDetails, type Details } from './card-details.ts'
import styles from './television-hero.module.css'

/** A focus that moves on within this time changes nothing here. */
const restMs = 300

export function TelevisionHero() {
  const t = useRemoteText()
  const card = useRestedCard()
  const details = useDetails(card)
  const banners = useCall(site.banners, {})
  const banner = banners.kind === 'ok' ? banners.data[0] : undefined
  return (
    <section className={styles.hero} data-pinned="" onFocus={noFocusedCard}>
      {banner !== undefined && <BannerWords banner={banner} isHidden={details !== null} />}
      {details !== null && <Words details={details} hint={t('hint')} />}
    </section>
  )
}

function useRestedCard(): TelevisionCard | null {
  const focused = useFocusedCard()
  const [rested, setRested] = useState<TelevisionCard | null>(null)
  useEffect(() => {
    const timer = setTimeout(setRested, restMs, focused)
    return () => clearTimeout(timer)
  }, [focused])
  useEffect(() => noFocusedCard, [])
  return rested
}

function Words({ details, hint }: { readonly details: Details; readonly hint: string }) {
  const { title, facts, text, picture } = details
  return (
    <div className={styles.layer} role="status" data-details="">
      {picture !== '' && <Screenshot src={picture} />}
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        <p className={styles.facts}>{facts.filter(Boolean).join(' · ')}</p>
        <p className={styles.text}>{text}</p>
        <p className={styles.hint}>{hint}</p>
      </div>
    </div>
  )
}

interface BannerWordsProps {
  readonly banner: z.output<typeof Banner>
  readonly isHidden: boolean
}

/** While hidden it can still take the focus, by going up from the first rail. */
function BannerWords({ banner, isHidden }: BannerWordsProps) {
  return (
    <div className={classes(styles.layer, isHidden && styles.hidden)}>
      <Screenshot src={banner.image} />
      <div className={styles.words}>
        <h2 className={styles.title}>{banner.title}</h2>
        <p className={styles.text}>{banner.text}</p>
        {banner.href !== '' && (
          <ButtonLink to={banner.href} variant="primary" size="l" icon="play">
            {banner.button}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

/** Half of the width and of the resolution: an old television decodes it while the focus moves. */
function Screenshot({ src }: { readonly src: string }) {
  return (
    <div className={styles.picture}>
      <Picture src={src} alt="" sizes="640px" from={320} to={640} eager />
    </div>
  )
}
