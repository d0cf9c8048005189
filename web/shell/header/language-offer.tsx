import { useEffect } from 'react'
import { closeNag, takeNag } from '#web/session/nags.ts'
import { session, useLanguage } from '#web/session/session.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import line from './line-banner.module.css'
import styles from './language-offer.module.css'

/**
 * One line for a browser that prefers Uzbek but shows Russian, the default until a language is chosen (I18N-01). It
 * is in every page, and `index.html` decides before the first paint whether it is visible, so that nothing moves.
 * Either answer counts as the choice of a language. The text is in Uzbek, because it is only for readers of Uzbek.
 */
export function LanguageOffer() {
  const language = useLanguage()
  useEffect(() => {
    if (language === 'uz') offerIsAnswered()
  }, [language])
  useEffect(() => {
    const { dataset } = document.documentElement
    // A television does not show it.
    if (!('offerUz' in dataset) || 'tv' in dataset) return
    const end = takeNag('language')
    // Something else has the one place, or a picture has just begun: it is offered at the next visit.
    if (end === null) delete dataset['offerUz']
    return end ?? undefined
  }, [])
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

/** After a choice of language, here or in the language switch, the offer is not shown again. */
export function offerIsAnswered(): void {
  const { dataset } = document.documentElement
  if (!('offerUz' in dataset)) return
  delete dataset['offerUz']
  // The banner, which gave way to it, comes on the next page.
  dataset['nagClosed'] = ''
  closeNag('language')
}
