import { type ReactNode, useState } from 'react'
import { Section } from '#console/ui/page.tsx'
import { ViewChips } from '#console/ui/view-chips.tsx'
import type { ContentLanguage } from './both-languages.tsx'
import { classes } from '#console/ui/classes.ts'
import { useContentText } from './content-text.ts'
import styles from './content.module.css'

export type Device = 'desktop' | 'phone' | 'tv'

interface PreviewProps {
  readonly children: (language: ContentLanguage, device: Device) => ReactNode
}

/** What the viewer will see, in one language and on one device at a time. */
export function Preview({ children }: PreviewProps) {
  const t = useContentText()
  const [language, setLanguage] = useState<ContentLanguage>('ru')
  const [device, setDevice] = useState<Device>('desktop')
  return (
    <Section title={t('preview')} text={t('previewText')}>
      <div className={styles['previewChoices']}>
        <ViewChips
          label={t('previewDevice')}
          chosen={device}
          onChoose={setDevice}
          views={(['desktop', 'phone', 'tv'] as const).map((name) => ({ name, text: t(`device.${name}`) }))}
        />
        <ViewChips
          label={t('previewLanguage')}
          chosen={language}
          onChoose={setLanguage}
          views={(['ru', 'uz'] as const).map((name) => ({ name, text: t(`language.${name}`) }))}
        />
      </div>
      <div
        className={classes(
          styles['screen'],
          device === 'phone' && styles['phone'],
          device === 'tv' && styles['tv'],
        )}
        role="region"
        aria-label={t('preview')}
        lang={language}
      >
        {children(language, device)}
      </div>
    </Section>
  )
}
