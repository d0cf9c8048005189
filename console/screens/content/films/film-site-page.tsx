import { useId, useState } from 'react'
import { railLanguages, type RailPlatform, railPlatforms } from '#contract/site/home.ts'
import { consoleFilms } from '#contract/console/films.ts'
import { isNamed, useChangeText } from '#console/changes/change-text.ts'
import { inputProblems } from '#console/session/input-problems.ts'
import { secOfMoment } from '#console/i18n/moments.ts'
import { useContentText } from '#console/screens/content/content-text.ts'
import { SiteFrame } from '#console/screens/content/site-frame.tsx'
import { Button } from '#console/ui/button.tsx'
import { TextField } from '#console/ui/field.tsx'
import { ViewChips } from '#console/ui/view-chips.tsx'
import { type Film, type FilmValues, inputOf } from './film-values.ts'
import styles from '#console/screens/content/content.module.css'

const deviceOf = { web: 'desktop', phone: 'phone', television: 'tv' } as const

interface FilmSitePageProps {
  readonly film: Film
  readonly values: FilmValues
}

/** The page of the film on the site as somebody will see it, from what is typed; opened when it is needed. */
export function FilmSitePage({ film, values }: FilmSitePageProps) {
  const t = useContentText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <div>
        <Button icon={isOpen ? 'close' : 'eye'} onPress={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'siteClose' : 'siteOpen')}
        </Button>
      </div>
      {isOpen ? <Page film={film} values={values} /> : null}
    </>
  )
}

function Page({ film, values }: FilmSitePageProps) {
  const t = useContentText()
  const change = useChangeText()
  const nameOf = (field: string) => {
    const key = `field.${field}`
    return isNamed(key) ? change(key as 'field.countries') : field
  }
  const id = useId()
  const [audience, setAudience] = useState<'guests' | 'subscribers'>('guests')
  const [platform, setPlatform] = useState<RailPlatform>('web')
  const [language, setLanguage] = useState<'ru' | 'uz'>('ru')
  const [when, setWhen] = useState('')
  const at = secOfMoment(when)
  const filled = inputOf(film, values, film.version)
  const problems = inputProblems(consoleFilms.save, filled)
  const { vid, version: _, ...typed } = filled
  const visit = { audience, platform, language, ...(at === null ? {} : { at }) }
  const input = JSON.stringify({ vid, ...visit, film: { ...typed, year: Number(typed.year) } })
  return (
    <>
      <div className={styles['previewChoices']}>
        <ViewChips
          label={t('siteWho')}
          chosen={audience}
          onChoose={setAudience}
          views={[
            { name: 'guests', text: t('siteGuests') },
            { name: 'subscribers', text: t('siteSubscribers') },
          ]}
        />
        <ViewChips
          label={t('previewDevice')}
          chosen={platform}
          onChoose={setPlatform}
          views={railPlatforms.map((name) => ({ name, text: t(`device.${deviceOf[name]}`) }))}
        />
        <ViewChips
          label={t('previewLanguage')}
          chosen={language}
          onChoose={setLanguage}
          views={railLanguages.map((name) => ({ name, text: t(`language.${name}`) }))}
        />
        <TextField
          field={{ id, name: 'when', value: when, problem: undefined, onChange: setWhen }}
          label={t('siteWhen')}
          hint={t('siteWhenHint')}
          type="datetime-local"
        />
      </div>
      {problems.length === 0 ? (
        <SiteFrame page="film" platform={platform} input={input} label={t('siteFrame')} />
      ) : (
        <p role="status">
          {t('siteWrong')} {problems.map(({ field, message }) => `${nameOf(field)} — ${message}`).join('; ')}
        </p>
      )}
    </>
  )
}
