import { Link } from 'wouter'
import { Icon } from '#console/ui/icons.tsx'
import { useChannelsText } from './channels-text.ts'
import styles from './channels.module.css'

export function BackToChannels() {
  const t = useChannelsText()
  return (
    <Link href="/channels" className={styles['back']}>
      <Icon name="back" size={16} />
      {t('channelBack')}
    </Link>
  )
}
