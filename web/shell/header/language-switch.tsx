import { useLocation, useNavigate } from '#web/router/router.ts'
import type { Language } from '#contract/form/failures.ts'
import { matchPage } from '#contract/form/pages.ts'
import { useText } from '#web/session/text.ts'
import { session, useLanguage } from '#web/session/session.ts'
import { offerIsAnswered } from './language-offer.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import pills from '#web/ui/controls/pills.module.css'
import styles from './language-switch.module.css'

const languages = [
  { code: 'ru', short: 'RU', name: 'Русский' },
  { code: 'uz', short: 'UZ', name: 'Oʻzbekcha' },
] as const

/** Both languages are visible; a change applies at once and everywhere (I18N-01). */
export function LanguageSwitch({ long = false }: { readonly long?: boolean }) {
  const t = useText()
  const current = useLanguage()
  const choose = useChooseLanguage()
  return (
    <div className={styles.switch} role="group" aria-label={t('shell.language')} data-row="">
      {languages.map(({ code, short, name }) => (
        <button
          key={code}
          type="button"
          lang={code}
          className={classes(pills.option, styles.choice)}
          aria-pressed={code === current}
          aria-label={long ? undefined : `${short}, ${name}`}
          onClick={() => {
            offerIsAnswered()
            choose(code)
          }}
        >
          {long ? name : short}
        </button>
      ))}
    </div>
  )
}

/** On a page with a language in its address (`/uz/tv`) the address changes too. */
function useChooseLanguage() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (language: Language) => {
    session.setLanguage(language)
    if (matchPage(pathname)?.language == null) return
    const rest = pathname.replace(/^\/(ru|uz)(?=\/|$)/, '')
    void navigate(`/${language}${rest}${search}`, { replace: true, preventScrollReset: true })
  }
}
