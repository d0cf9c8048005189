/** The site's own page in a frame, with values that are not saved yet. It has no scripts: nothing happens on it. */
import { useEffect, useId } from 'react'
import { sitePreviewField, sitePreviewRoot } from '#contract/console/site-preview.ts'
import type { RailPlatform } from '#contract/site/home.ts'
import { useContentText } from './content-text.ts'
import styles from './site-frame.module.css'

/** While somebody types, the page is drawn again after so long. */
const pauseMs = 600

interface SiteFrameProps {
  readonly page: 'film' | 'home'
  readonly platform: RailPlatform
  /** What the page is made of, as JSON. */
  readonly input: string
  readonly label: string
}

/** Sent as a form, so that nothing of it is in an address; the frame shows the answer. */
export function SiteFrame({ page, platform, input, label }: SiteFrameProps) {
  const t = useContentText()
  const name = `site-${useId().replaceAll(/\W/g, '')}`
  useEffect(() => {
    const timer = setTimeout(() => send(page, name, input), pauseMs)
    return () => clearTimeout(timer)
  }, [page, name, input])
  return (
    <div className={styles['frame']}>
      <div className={styles['scroll']} role="region" aria-label={label} tabIndex={0}>
        <iframe
          key={platform}
          name={name}
          title={label}
          sandbox="allow-same-origin"
          className={styles[platform]}
        />
      </div>
      <small>{t('siteFrameText')}</small>
    </div>
  )
}

/** Outside of the page: a form cannot be part of another one. */
function send(page: SiteFrameProps['page'], target: string, input: string): void {
  const form = document.createElement('form')
  const field = document.createElement('input')
  Object.assign(field, { type: 'hidden', name: sitePreviewField, value: input })
  Object.assign(form, { method: 'post', action: `${sitePreviewRoot}${page}`, target, hidden: true })
  form.append(field)
  document.body.append(form)
  form.submit()
  form.remove()
}
