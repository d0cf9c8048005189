import { useId } from 'react'
import { consoleTariffs } from '#contract/console/tariffs.ts'
import { maxTariffDescription, tariffIconNames } from '#contract/form/tariff-look.ts'
import { PictureField } from '#console/pictures/picture-field.tsx'
import { useLanguage } from '#console/session/preferences.ts'
import { Section } from '#console/ui/page.tsx'
import { TextArea } from '#console/ui/text-area.tsx'
import { ColourChoice } from './colour-choice.tsx'
import type { LookProps, TariffDraft } from './tariff-draft.ts'
import { IconDrawing, TariffSign } from './tariff-sign.tsx'
import { nameIn, useTariffsText } from './tariffs-text.ts'
import styles from './tariff-look.module.css'

/** The description, the icon or picture, and the colour, with how viewers see them. */
export function LookSection(props: LookProps) {
  const { draft, mayEdit, problems, onChange } = props
  const t = useTariffsText()
  const id = useId()
  return (
    <Section title={t('lookTitle')} text={t('lookText')}>
      <div className={styles['descriptions']}>
        {(['ru', 'uz'] as const).map((language) => {
          const name = `description_${language}` as const
          const left = maxTariffDescription - draft[name].length
          return (
            <TextArea
              key={name}
              field={{
                ...{ id: `${id}${name}`, name, value: draft[name], problem: problems[name] },
                onChange: (value) => {
                  if (mayEdit) onChange({ [name]: value })
                },
              }}
              label={t(name)}
              hint={t('descriptionHint', { max: maxTariffDescription, left: Math.max(0, left) })}
              lang={language}
            />
          )
        })}
      </div>
      {mayEdit ? (
        <>
          <IconChoice {...props} />
          <PictureField
            endpoint={consoleTariffs.picture}
            image={draft.image}
            hint={t('picture')}
            onChange={({ picture, image }) => onChange({ picture, image, icon: '' })}
          />
          <ColourChoice {...props} />
        </>
      ) : null}
      <LookPreview draft={draft} />
    </Section>
  )
}

function IconChoice({ draft, onChange }: LookProps) {
  const t = useTariffsText()
  const name = useId()
  return (
    <fieldset className={styles['choice']}>
      <legend>{t('icon')}</legend>
      <div className={styles['icons']}>
        {(['', ...tariffIconNames] as const).map((icon) => (
          <label key={icon} title={icon === '' ? t('noIcon') : t(`icon.${icon}`)}>
            <input
              type="radio"
              className="spoken"
              name={name}
              checked={draft.icon === icon && draft.picture === ''}
              onChange={() => onChange({ icon, picture: '', image: '' })}
              aria-label={icon === '' ? t('noIcon') : t(`icon.${icon}`)}
            />
            <span>{icon === '' ? '—' : <IconDrawing icon={icon} />}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** On the ground of each theme. */
function LookPreview({ draft }: { readonly draft: TariffDraft }) {
  const t = useTariffsText()
  const language = useLanguage()
  const colour = /^#[0-9a-f]{6}$/i.test(draft.colour) ? draft.colour : ''
  const words = (language === 'uz' && draft.description_uz) || draft.description_ru
  return (
    <figure className={styles['preview']}>
      <figcaption>{t('lookPreview')}</figcaption>
      <div>
        {(['dark', 'light'] as const).map((theme) => (
          <div key={theme} className={styles['card']} data-ground={theme}>
            <small>{t(theme === 'dark' ? 'themeDark' : 'themeLight')}</small>
            <div className={styles['cardHead']}>
              <TariffSign icon={draft.icon} image={draft.image} colour={colour} />
              <strong>{nameIn(language, draft) || t('unnamed')}</strong>
            </div>
            {words === '' ? null : <p>{words}</p>}
            <span className={styles['stripe']} style={colour === '' ? {} : { background: colour }} />
          </div>
        ))}
      </div>
    </figure>
  )
}
