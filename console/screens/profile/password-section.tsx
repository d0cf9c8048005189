import { consoleOwn } from '#contract/console/own.ts'
import { useForm } from '#console/session/use-form.ts'
import { useLoggedIn } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Section } from '#console/ui/page.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useProfileText } from './profile-text.ts'

/** Changes the own password. */
export function PasswordSection() {
  const t = useProfileText()
  const { staff } = useLoggedIn()
  const form = useForm(
    consoleOwn.changePassword,
    { password: '', new_password: '' },
    {
      changes: [consoleOwn.sessions],
      failureFields: { wrong_password: 'password', weak_password: 'new_password' },
      onDone: ({ ended_sessions: count }) => {
        form.reset()
        showToast(t('passwordChanged', { count }))
      },
    },
  )
  return (
    <Section title={t('password')} text={t('passwordText')}>
      <form onSubmit={form.submit} noValidate>
        <FormBody problem={form.problem}>
          <input
            className="spoken"
            autoComplete="username"
            value={staff.login}
            readOnly
            tabIndex={-1}
            aria-hidden="true"
          />
          <TextField
            field={form.field('password')}
            label={t('passwordNow')}
            type="password"
            autoComplete="current-password"
          />
          <TextField
            field={form.field('new_password')}
            label={t('passwordNew')}
            hint={t('passwordHint')}
            type="password"
            autoComplete="new-password"
          />
          <div>
            <Button type="submit" isPending={form.isBusy}>
              {t('passwordSubmit')}
            </Button>
          </div>
        </FormBody>
      </form>
    </Section>
  )
}
