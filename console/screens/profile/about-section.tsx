import { useState } from 'react'
import { consoleAudit } from '#contract/console/audit.ts'
import { consoleEntry } from '#contract/console/entry.ts'
import { consoleOwn } from '#contract/console/own.ts'
import { consoleStaff } from '#contract/console/staff.ts'
import { type StaffLanguage, staffLanguages } from '#contract/console/staff-fields.ts'
import {
  languageChoice,
  languageNames,
  themeChoice,
  themes,
  useLanguage,
  useTheme,
} from '#console/session/preferences.ts'
import { useLoggedIn } from '#console/session/session.ts'
import { useRoleText, useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Badge, Section } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useProfileText } from './profile-text.ts'
import styles from './profile.module.css'

/** Name, language, appearance. The appearance is this browser's and applies at once. */
export function AboutSection() {
  const t = useProfileText()
  const base = useText()
  const roleText = useRoleText()
  const { staff } = useLoggedIn()
  const theme = useTheme()
  const shownLanguage = useLanguage()
  const [chosen, setLanguage] = useState<StaffLanguage>()
  const language = chosen ?? shownLanguage
  const form = useForm(
    consoleOwn.changeProfile,
    { name: staff.name },
    {
      changes: [consoleEntry.session, consoleStaff.list, consoleAudit.list],
      toInput: ({ name }) => ({ name, language }),
      onDone: () => {
        languageChoice.set(language)
        setLanguage(undefined)
        showToast(base('common.saved'))
      },
    },
  )
  return (
    <Section title={t('about')} acts={<Badge tone="own">{roleText(`role.${staff.role}`)}</Badge>}>
      <form onSubmit={form.submit} noValidate>
        <FormBody problem={form.problem}>
          <TextField field={form.field('name')} label={t('name')} autoComplete="name" />
          <p className={styles['fact']}>
            <span>{t('login')}</span>
            <span>{staff.login}</span>
          </p>
          <div className={styles['pair']}>
            <Picker
              label={t('language')}
              value={language}
              onChange={setLanguage}
              choices={staffLanguages.map((value) => ({ value, label: languageNames[value] }))}
            />
            <Picker
              label={t('theme')}
              value={theme}
              onChange={themeChoice.set}
              choices={themes.map((value) => ({ value, label: base(`theme.${value}`) }))}
            />
          </div>
          <div>
            <Button type="submit" look="primary" isPending={form.isBusy}>
              {base('common.save')}
            </Button>
          </div>
        </FormBody>
      </form>
    </Section>
  )
}
