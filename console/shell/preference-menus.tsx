import { type StaffLanguage, staffLanguages } from '#contract/console/staff-fields.ts'
import {
  languageChoice,
  languageNames,
  themeChoice,
  themes,
  useLanguage,
  useTheme,
} from '#console/session/preferences.ts'
import { useText } from '#console/session/text.ts'
import { IconButton } from '#console/ui/button.tsx'
import { Menu } from '#console/ui/menu.tsx'

export const themeIcons = { light: 'sun', dark: 'moon', system: 'screen' } as const

/** Chooses the language; `onChosen` may also store it in the account. */
export function LanguageMenu({ onChosen }: { readonly onChosen: (language: StaffLanguage) => void }) {
  const t = useText()
  const current = useLanguage()
  return (
    <Menu
      label={t('shell.language')}
      trigger={<IconButton icon="globe" label={`${t('shell.language')}: ${languageNames[current]}`} />}
      entries={staffLanguages.map((language) => ({
        id: language,
        label: languageNames[language],
        isChosen: language === current,
        onAct: () => {
          languageChoice.set(language)
          onChosen(language)
        },
      }))}
    />
  )
}

/** Chooses light, dark or the system's. */
export function ThemeMenu() {
  const t = useText()
  const current = useTheme()
  return (
    <Menu
      label={t('shell.theme')}
      trigger={
        <IconButton icon={themeIcons[current]} label={`${t('shell.theme')}: ${t(`theme.${current}`)}`} />
      }
      entries={themes.map((theme) => ({
        id: theme,
        label: t(`theme.${theme}`),
        icon: themeIcons[theme],
        isChosen: theme === current,
        onAct: () => themeChoice.set(theme),
      }))}
    />
  )
}
