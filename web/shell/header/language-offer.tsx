import { useEffect } from 'react'
import { session, useLanguage } from '#web/session/session.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import line from './line-banner.module.css'
import styles from './language-offer.module.css'

/**
 * One line for a browser that prefers Uzbek and was given Russian, as everybody is who has chosen nothing (I18N-01).
 * It stands in every page and `index.html` says before the first drawing whether it is seen, so that nothing moves.
 * Either answer is a choice, and is kept as one. Its words are Uzbek: whom they are not for does not see them.
 */
export function LanguageOffer() {
  const language = useLanguage()
  useEffect(() => {
    if (language === 'uz') offerIsAnswered()
  }, [language])
  if (language !== 'ru') return null
  const choose = (chosen: 'ru' | 'uz') => {
    offerIsAnswered()
    session.setLanguage(chosen)
  }
  return (
    <aside className={classes(line.line, styles.offer)} lang="uz" aria-label="Til" data-language-offer="">
      <p className={line.words}>Sahifani oʻzbek tilida koʻrsataylikmi?</p>
      <button type="button" className={line.action} onClick={() => choose('uz')}>
        Oʻzbekcha
      </button>
      <IconButton
        className={line.close}
        icon="close"
        size={20}
        label="Yoʻq, rus tilida qolsin"
        onClick={() => choose('ru')}
      />
    </aside>
  )
}

/** Whoever has chosen a language, here or by the switch, is offered none. */
export function offerIsAnswered(): void {
  delete document.documentElement.dataset['offerUz']
}
