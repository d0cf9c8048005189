import { Section } from '#console/ui/page.tsx'
import type { Listed } from './services-data.ts'
import { useServicesText, withUnit } from './services-text.ts'
import styles from './services.module.css'

type Other = Listed['others'][number]

/** What only the environment has, and a restart takes up. */
export function OtherSettings({ others }: Pick<Listed, 'others'>) {
  const t = useServicesText()
  return (
    <Section title={t('others')} text={t('othersText')}>
      <dl className={styles['others']}>
        {others.map((other) => (
          <div key={other.name}>
            <dt>
              <code>{other.name}</code>
            </dt>
            <dd>
              <span>{valueOf(other, t)}</span>
              <small>
                {t(`other.${other.origin}`)} · {t(`reason.${other.reason}`)}
              </small>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

function valueOf({ value, unit, is_secret: isSecret, origin }: Other, t: ReturnType<typeof useServicesText>) {
  if (isSecret) return t(origin === 'environment' ? 'hiddenSet' : 'hiddenNone')
  if (value === '') return t('hiddenNone')
  return withUnit(t, value, unit)
}
