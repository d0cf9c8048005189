import { formatDate } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import type { ContentLanguage } from './both-languages.tsx'
import { secOfMoment } from '#console/i18n/moments.ts'
import styles from './content.module.css'

interface NewsPreviewProps {
  readonly values: Readonly<Record<string, string>>
  readonly image: string
  readonly language: ContentLanguage
}

/** A news item as its page on the site shows it: a blank line begins a paragraph. */
export function NewsPreview({ values, image, language }: NewsPreviewProps) {
  const nowSec = useNowSec()
  const publishedAt = secOfMoment(values['published_at'] ?? '')
  const paragraphs = (values[`body_${language}`] ?? '')
    .split(/\n\s*\n/)
    .map((text) => text.trim())
    .filter(Boolean)
  return (
    <div className={styles['newsPage']}>
      {image === '' ? null : <img src={image} alt="" />}
      <p className={styles['heroTitle']}>{values[`title_${language}`]}</p>
      <small>{publishedAt === null ? '' : formatDate(publishedAt, language, nowSec)}</small>
      <p className={styles['newsLead']}>{values[`lead_${language}`]}</p>
      {paragraphs.map((text, place) => (
        <p key={place}>{text}</p>
      ))}
    </div>
  )
}
