import { atServer } from '#web/state/site-address.ts'
import { classes } from '#web/ui/text/class-names.ts'
import styles from './tariff-sign.module.css'

interface TariffSignProps {
  /** Of a tariff (`ShownTariffLook`). */
  readonly look: {
    readonly colour: string
    readonly on_colour: string
    readonly glyph: string
    readonly image: string
  }
  readonly className?: string | undefined
}

/** The picture or the icon of a tariff on its colour; nothing for a tariff that has neither. The name stands beside. */
export function TariffSign({ look: { colour, on_colour, glyph, image }, className }: TariffSignProps) {
  const place = classes(styles.sign, className)
  if (image !== '')
    return <img className={place} src={atServer(image)} alt="" loading="lazy" decoding="async" />
  if (glyph === '') return null
  return (
    <span
      className={place}
      style={colour === '' ? undefined : { background: colour, color: on_colour }}
      aria-hidden="true"
    >
      <svg viewBox="0 0 24 24">
        <path d={glyph} />
      </svg>
    </span>
  )
}
