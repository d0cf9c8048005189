import type { ResponseOf } from '#contract/form/endpoint.ts'
import type { consoleService } from '#contract/console/service.ts'
import { textOn } from '#contract/form/colours.ts'
import { useSetupText } from './setup-text.ts'
import styles from './setup.module.css'

export const builtInColours = { accent: '#3ad0c3', action: '#ffb454' }

interface PreviewProps {
  readonly values: Pick<ResponseOf<typeof consoleService.show>, 'name_ru' | 'name_uz' | 'accent' | 'action'>
  readonly image: string
  /** What stands for a name while there is none. */
  readonly unnamed: string
}

/** The header and the main button on the site's dark page. */
export function ServicePreview({ values, image, unnamed }: PreviewProps) {
  const t = useSetupText()
  const colourOf = (kind: 'accent' | 'action') =>
    /^#[0-9a-f]{6}$/i.test(values[kind]) ? values[kind] : builtInColours[kind]
  const name = values.name_ru || values.name_uz || unnamed
  return (
    <figure className={styles['preview']}>
      <figcaption>{t('preview')}</figcaption>
      <div>
        {image === '' ? <strong>{name}</strong> : <img src={image} alt={name} />}
        <span style={{ color: colourOf('accent') }}>{name}</span>
        <span
          className={styles['button']}
          style={{ background: colourOf('action'), color: textOn(colourOf('action')) }}
        >
          {t('go.watch')}
        </span>
      </div>
    </figure>
  )
}
