import type { RemoteKey } from '#contract/playback/remote-control.ts'
import { Icon, type IconName } from '#web/ui/controls/icon.tsx'
import { useRemoteText } from './remote-text.ts'
import { useSending } from './use-sending.ts'
import styles from './key-pad.module.css'

const arrows: readonly { readonly key: 'up' | 'left' | 'right' | 'down'; readonly icon: IconName }[] = [
  { key: 'up', icon: 'up' },
  { key: 'left', icon: 'left' },
  { key: 'right', icon: 'right' },
  { key: 'down', icon: 'down' },
]

/** The arrows, OK and Back of a remote control. */
export function KeyPad({ tv }: { readonly tv: number }) {
  const t = useRemoteText()
  const send = useSending(tv)
  const press = (key: RemoteKey) => void send({ kind: 'key', key })
  return (
    <div className={styles.place} role="group" aria-label={t('pad')}>
      <div className={styles.pad}>
        {arrows.map(({ key, icon }) => (
          <button
            key={key}
            type="button"
            className={styles.key}
            data-key={key}
            aria-label={t(key)}
            onClick={() => press(key)}
          >
            <Icon name={icon} size={28} />
          </button>
        ))}
        <button type="button" className={styles.ok} data-first="" onClick={() => press('ok')}>
          {t('ok')}
        </button>
      </div>
      <button type="button" className={styles.back} onClick={() => press('back')}>
        <Icon name="left" size={20} />
        <span>{t('back')}</span>
      </button>
    </div>
  )
}
