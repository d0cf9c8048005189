import { IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useTvText } from './tv-text.ts'
import styles from './channel-field.module.css'

interface ChannelFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

export function ChannelField({ value, onChange }: ChannelFieldProps) {
  const t = useTvText()
  return (
    <div className={styles.field} role="search">
      <Icon name="search" size={20} className={styles.icon} />
      <input
        className={styles.input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        aria-label={t('search')}
        placeholder={t('search')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onChange('')}
      />
      {value !== '' && (
        <IconButton
          className={styles.clear}
          icon="close"
          size={20}
          label={t('clear')}
          onClick={() => onChange('')}
        />
      )}
    </div>
  )
}
