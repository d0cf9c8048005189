import { letterKeys, useLetterKeys } from '#console/session/preferences.ts'
import { useText } from '#console/session/text.ts'
import { Dialog } from '#console/ui/dialog.tsx'
import { usePages } from './pages.ts'
import styles from './shortcuts-dialog.module.css'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
/** The key that goes with K, as this system writes it. */
export const commandKey = isMac ? '⌘' : 'Ctrl'

interface ShortcutsDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The list of keys, and a switch for those of a single letter. */
export function ShortcutsDialog({ isOpen, onClose }: ShortcutsDialogProps) {
  const t = useText()
  const pages = usePages()
  const isOn = useLetterKeys()
  const rows: readonly (readonly [string, readonly string[]])[] = [
    [t('shortcuts.palette'), [commandKey, 'K']],
    ...pages.flatMap(({ name, key }) =>
      key === undefined ? [] : [[t('shortcuts.goTo', { page: t(name) }), ['G', key.slice(3)]] as const],
    ),
    [t('shortcuts.filter'), ['/']],
    [t('shortcuts.help'), ['?']],
    [t('shortcuts.close'), ['Esc']],
  ]
  return (
    <Dialog title={t('shortcuts.title')} isOpen={isOpen} onClose={onClose}>
      <dl className={styles['list']}>
        {rows.map(([label, keys]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <label className={styles['switch']}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => letterKeys.set(target.checked ? 'on' : 'off')}
        />
        <span>
          <span>{t('shortcuts.single')}</span>
          <span className={styles['hint']}>{t('shortcuts.singleHint')}</span>
        </span>
      </label>
    </Dialog>
  )
}
