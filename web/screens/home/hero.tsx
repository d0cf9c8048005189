import { useState } from 'react'
import type * as z from 'zod/mini'
import { site, type Banner } from '#contract/site/site.ts'
import { useText } from '#web/session/text.ts'
import { useCall } from '#web/session/requests/api.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import styles from './hero.module.css'

type Slide = z.output<typeof Banner>
const maxSlides = 3

/** At most three banners, changed only by the viewer: nothing on this page moves automatically. */
export function Hero() {
  const state = useCall(site.banners, {})
  if (state.kind === 'loading')
    return (
      <div className={styles.hero}>
        <Skeleton className={styles.waiting} />
      </div>
    )
  const slides = state.kind === 'ok' ? state.data.slice(0, maxSlides) : []
  return slides.length === 0 ? <div className={styles.none} /> : <Slides slides={slides} />
}

function Slides({ slides }: { readonly slides: readonly Slide[] }) {
  const t = useText()
  const [chosen, setChosen] = useState(0)
  const [seen, setSeen] = useState<readonly number[]>([0])
  const slide = slides[chosen] ?? slides[0]
  if (slide === undefined) return null
  const choose = (index: number) => {
    setChosen(index)
    setSeen([...seen, index])
  }
  return (
    <section className={styles.hero} aria-label={t('home.banners')}>
      {slides.map((item, index) => (
        <div key={item.id} className={classes(styles.picture, index === chosen && styles.shown)}>
          {seen.includes(index) && (
            <Picture
              src={item.image}
              alt=""
              // On a phone the picture is as high as the banner, and three times as wide as the screen.
              sizes="(max-width: 899px) 300vw, 100vw"
              from={480}
              to={1920}
              eager={index === 0 ? 'high' : true}
            />
          )}
        </div>
      ))}
      <div className={styles.words} key={slide.id}>
        <h2 className={styles.title}>{slide.title}</h2>
        <p className={styles.text}>{slide.text}</p>
        {slide.href !== '' && (
          <ButtonLink to={slide.href} variant="primary" size="l" icon="play">
            {slide.button}
          </ButtonLink>
        )}
      </div>
      {slides.length > 1 && <Choice slides={slides} chosen={chosen} onChoose={choose} />}
    </section>
  )
}

interface ChoiceProps {
  readonly slides: readonly Slide[]
  readonly chosen: number
  readonly onChoose: (index: number) => void
}

function Choice({ slides, chosen, onChoose }: ChoiceProps) {
  const t = useText()
  return (
    <div className={styles.choice} data-row="">
      {slides.map((item, index) => (
        <button
          key={item.id}
          type="button"
          className={styles.thumb}
          aria-pressed={index === chosen}
          aria-label={t('home.banner', { number: index + 1, count: slides.length, title: item.title })}
          onClick={() => onChoose(index)}
        >
          <span className={styles.thumbPicture}>
            <Picture src={item.image} alt="" sizes="148px" to={320} eager />
          </span>
        </button>
      ))}
    </div>
  )
}
