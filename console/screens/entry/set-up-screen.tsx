import { consoleEntry } from '#contract/console/entry.ts'
import { useIdentityText } from '#console/identity/identity-text.ts'
import styles from '#console/identity/identity.module.css'
import { languageChoice } from '#console/session/preferences.ts'
import { useForm } from '#console/session/use-form.ts'
import { EntryFrame } from '#console/shell/entry-frame.tsx'
import { Button } from '#console/ui/button.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'

/** Creates the first owner of a console without anybody. Their second factor is set up next, as at a first login. */
export function SetUpScreen() {
  const t = useIdentityText()
  const form = useForm(
    consoleEntry.setUp,
    { operator_password: '', name: '', login: '', password: '' },
    {
      isGuarded: false,
      changes: [consoleEntry.session],
      toInput: (values) => ({ ...values, language: languageChoice.get() }),
      failureFields: { wrong_operator_password: 'operator_password', weak_password: 'password' },
    },
  )
  return (
    <EntryFrame title={t('setUp.title')}>
      <p className={styles['hint']}>{t('setUp.text')}</p>
      <form onSubmit={form.submit} noValidate>
        <FormBody problem={form.problem}>
          <TextField
            field={form.field('operator_password')}
            label={t('setUp.operatorPassword')}
            hint={t('setUp.operatorHint')}
            type="password"
            autoComplete="off"
            isFocused
          />
          <TextField
            field={form.field('name')}
            label={t('setUp.name')}
            hint={t('setUp.nameHint')}
            autoComplete="name"
          />
          <TextField
            field={form.field('login')}
            label={t('login.login')}
            hint={t('setUp.loginHint')}
            autoComplete="username"
          />
          <TextField
            field={form.field('password')}
            label={t('setUp.newPassword')}
            hint={t('setUp.passwordHint')}
            type="password"
            autoComplete="new-password"
          />
          <Button type="submit" look="primary" isWide isPending={form.isBusy}>
            {t('setUp.submit')}
          </Button>
        </FormBody>
      </form>
    </EntryFrame>
  )
}
