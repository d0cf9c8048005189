import { pathOf } from '#contract/form/pages.ts'
import { Link } from '#web/router/router.ts'
import { Icon } from '#web/ui/controls/icon.tsx'
import type { TvView } from './stored-view.ts'
import { useTvText } from './guide/model/tv-text.ts'
import styles from './view-switch.module.css'

interface ViewSwitchProps {
  readonly view: TvView
  readonly onView: (view: TvView) => void
}

/** Switches between the list of channels and the guide, and leads to several channels at once. */
export function ViewSwitch({ view, onView }: ViewSwitchProps) {
  const t = useTvText()
  const views = [
    { value: 'list', icon: 'list', name: t('viewList') },
    { value: 'guide', icon: 'guide', name: t('viewGuide') },
  ] as const
  return (
    <div className={styles.switch} role="group" aria-label={t('view')} data-row="">
      {views.map(({ value, icon, name }) => (
        <button
          key={value}
          type="button"
          className={styles.view}
          aria-pressed={value === view}
          title={name}
          onClick={() => onView(value)}
        >
          <Icon name={icon} size={20} />
          <span className={styles.name}>{name}</span>
        </button>
      ))}
      <Link className={styles.view} to={pathOf('mosaic')} title={t('viewMosaic')}>
        <Icon name="mosaic" size={20} />
        <span className={styles.name}>{t('viewMosaic')}</span>
      </Link>
    </div>
  )
}
