import { textOn } from '#contract/form/colours.ts'
import { tariffIcons } from '#contract/form/tariff-look.ts'
import type { ShownTariff } from '#contract/console/tariffs.ts'
import styles from './tariff-look.module.css'

/** The picture or the icon of a tariff on its colour; nothing for one that has neither. The name stands beside it. */
export function TariffSign({ icon, image, colour }: Pick<ShownTariff, 'icon' | 'image' | 'colour'>) {
  if (image !== '') return <img className={styles['sign']} src={image} alt="" loading="lazy" />
  if (icon === '') return null
  const look = colour === '' ? {} : { background: colour, color: textOn(colour) }
  return (
    <span className={styles['sign']} style={look} aria-hidden="true">
      <IconDrawing icon={icon} />
    </span>
  )
}

export function IconDrawing({ icon }: { readonly icon: keyof typeof tariffIcons }) {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" className={styles['drawing']}>
      <path d={tariffIcons[icon]} />
    </svg>
  )
}
