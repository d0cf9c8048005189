import { useId } from 'react'
import { contrastOf, lackingContrast, lightestSurface } from '#contract/form/colours.ts'
import { formatDecimal, formatNumber } from '#contract/form/money.ts'
import type { FormField } from '#console/session/use-form.ts'
import { TextField } from '#console/ui/field.tsx'
import { Icon } from '#console/ui/icons.tsx'
import { useSetupText } from './setup-text.ts'
import styles from './setup.module.css'

interface ColourFieldProps {
  readonly field: FormField
  readonly kind: 'accent' | 'action'
  readonly label: string
  readonly hint: string
  /** The colour of an empty field. */
  readonly builtIn: string
}

/** A colour, picked or typed, with its contrast on the site's dark pages. */
export function ColourField({ field, kind, label, hint, builtIn }: ColourFieldProps) {
  const t = useSetupText()
  const id = useId()
  const typed = field.value.toLowerCase()
  const isColour = /^#[0-9a-f]{6}$/.test(typed)
  const colour = isColour ? typed : builtIn
  const lacking = lackingContrast(kind, colour)
  const has = formatDecimal(contrastOf(colour, lightestSurface), 1)
  return (
    <div className={styles['colour']}>
      <TextField field={field} label={label} hint={hint} autoComplete="off" />
      <input
        type="color"
        className={styles['swatch']}
        value={colour}
        aria-label={t('pick', { label })}
        aria-describedby={id}
        onChange={({ target }) => field.onChange(target.value)}
      />
      <p id={id} className={styles['contrast']} data-lacking={lacking !== undefined}>
        {isColour || typed === '' ? (
          <>
            <Icon name={lacking === undefined ? 'check' : 'warning'} size={16} />
            {lacking === undefined
              ? t('contrastEnough', { has })
              : t('contrastLacking', { has, needs: formatNumber(lacking.needs) })}
          </>
        ) : null}
      </p>
    </div>
  )
}
