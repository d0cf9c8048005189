import type { BannerPlace } from '#contract/console/site-content.ts'
import { classes } from '#console/ui/classes.ts'
import type { ContentLanguage } from './both-languages.tsx'
import type { Device } from './preview.tsx'
import styles from './content.module.css'

interface BannerPreviewProps {
  readonly place: BannerPlace
  readonly values: Readonly<Record<string, string>>
  readonly image: string
  readonly language: ContentLanguage
  readonly device: Device
}

/** A banner as the site draws it: over the first picture of the home page, as a line, or as a dialog. */
export function BannerPreview({ place, values, image, language, device }: BannerPreviewProps) {
  const [title, text, button] = ['title', 'text', 'button'].map((part) => values[`${part}_${language}`] ?? '')
  if (place === 'top')
    return (
      <div className={styles['topLine']}>
        <p>
          <strong>{title}</strong> {text}
        </p>
        <span className={styles['topLink']}>{button || title}</span>
        <span aria-hidden="true">×</span>
      </div>
    )
  return (
    <div className={classes(place === 'home' ? styles['hero'] : styles['promo'], styles[device])}>
      {image === '' ? <div className={styles['noPicture']} /> : <img src={image} alt="" />}
      <div className={styles['words']}>
        <p className={styles['heroTitle']}>{title}</p>
        <p>{text}</p>
        <span className={styles['heroButton']}>{button || (place === 'promo' ? title : '')}</span>
      </div>
    </div>
  )
}
