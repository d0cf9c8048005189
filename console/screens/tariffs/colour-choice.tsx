import { useId } from 'react'
import { tariffColourProblem, tariffColours } from '#contract/form/tariff-look.ts'
import { Button } from '#console/ui/button.tsx'
import { TextField } from '#console/ui/field.tsx'
import { Icon } from '#console/ui/icons.tsx'
import type { LookProps } from './tariff-draft.ts'
import { useTariffsText } from './tariffs-text.ts'
import styles from './tariff-look.module.css'

/** A colour out of those that are seen in both themes, or another one, which is checked as it is typed. */
export function ColourChoice({ draft, problems, onChange }: LookProps) {
  const t = useTariffsText()
  const name = useId()
  const typed = draft.colour.toLowerCase()
  const isColour = /^#[0-9a-f]{6}$/.test(typed)
  return (
    <fieldset className={styles['choice']}>
      <legend>{t('colour')}</legend>
      <div className={styles['colours']}>
        {['', ...tariffColours].map((colour) => (
          <label key={colour} title={colour || t('noColour')}>
            <input
              type="radio"
              className="spoken"
              name={name}
              checked={typed === colour}
              onChange={() => onChange({ colour })}
              aria-label={colour === '' ? t('noColour') : t('colourOf', { colour })}
            />
            <span style={colour === '' ? {} : { background: colour }}>{colour === '' ? '—' : null}</span>
          </label>
        ))}
      </div>
      <div className={styles['typed']}>
        <TextField
          field={{
            ...{ id: `${name}typed`, name: 'colour', value: draft.colour, problem: problems['colour'] },
            onChange: (colour) => onChange({ colour: colour.trim() }),
          }}
          label={t('ownColour')}
          hint={t('colourHint')}
          autoComplete="off"
        />
        <input
          type="color"
          value={isColour ? typed : (tariffColours[0] ?? '')}
          aria-label={t('pickColour')}
          onChange={({ target }) => onChange({ colour: target.value })}
        />
      </div>
      {isColour ? <Contrast colour={typed} onTake={(colour) => onChange({ colour })} /> : null}
    </fieldset>
  )
}

interface ContrastProps {
  readonly colour: string
  readonly onTake: (colour: string) => void
}

/** Whether the colour is seen in both themes; otherwise in which it is lost, and a shade to take. */
function Contrast({ colour, onTake }: ContrastProps) {
  const t = useTariffsText()
  const problem = tariffColourProblem(colour)
  if (problem === undefined)
    return (
      <p className={styles['contrast']}>
        <Icon name="check" size={16} />
        {t('colourSeen')}
      </p>
    )
  const { theme, has, needs, instead } = problem
  const values = { has: has.toFixed(1), needs: String(needs) }
  return (
    <div className={styles['contrast']} data-lost="">
      <Icon name="warning" size={16} />
      <span>{theme === 'dark' ? t('colourDark', values) : t('colourLight', values)}</span>
      <Button onPress={() => onTake(instead)}>
        <span className={styles['dot']} style={{ background: instead }} />
        {t('takeColour', { colour: instead })}
      </Button>
    </div>
  )
}
