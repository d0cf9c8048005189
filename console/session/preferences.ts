/** How this browser shows the console: language, light or dark, single-letter keys. */
import { type StaffLanguage, staffLanguages } from '#contract/console/staff-fields.ts'
import { storedValue, useStored } from './stored-value.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The names of languages, each in itself. */
export const languageNames: Readonly<Record<StaffLanguage, string>> = {
  ru: 'Русский',
  uz: 'Oʻzbekcha',
  en: 'English',
}

export const languageChoice = storedValue('ekran.console.language', staffLanguages, languageOfBrowser)
export const themeChoice = storedValue('ekran.console.theme', themes, () => 'system')
/** WCAG 2.1.4: keys of a single letter can be turned off. */
export const letterKeys = storedValue('ekran.console.letterKeys', ['on', 'off'], () => 'on')

/** The language of the console in this browser. */
export function useLanguage(): StaffLanguage {
  return useStored(languageChoice)
}

/** The choice between light and dark. */
export function useTheme(): Theme {
  return useStored(themeChoice)
}

function languageOfBrowser(): StaffLanguage {
  for (const tag of navigator.languages) {
    const language = staffLanguages.find((name) => tag.toLowerCase().split('-', 1)[0] === name)
    if (language !== undefined) return language
  }
  return 'ru'
}

/** Keeps `<html lang>` and its theme as chosen. */
export function followPreferences(): void {
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    const root = document.documentElement
    const theme = themeChoice.get()
    root.lang = languageChoice.get()
    root.dataset['theme'] = theme === 'system' ? (systemIsDark.matches ? 'dark' : 'light') : theme
  }
  apply()
  languageChoice.subscribe(apply)
  themeChoice.subscribe(apply)
  systemIsDark.addEventListener('change', apply)
}

/** Whether keys of a single letter work. */
export function useLetterKeys(): boolean {
  return useStored(letterKeys) === 'on'
}
