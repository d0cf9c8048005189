import { consoleTemplates } from '#contract/console/templates.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Section } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useMessagesText } from './messages-text.ts'
import styles from './messages.module.css'

/** Sends a saved template to one subscriber. */
export function TestForm({ templateId }: { readonly templateId: number }) {
  const t = useMessagesText()
  const form = useForm<typeof consoleTemplates.test, { abonement: string; medium: string }>(
    consoleTemplates.test,
    { abonement: '', medium: 'app' },
    {
      toInput: ({ abonement, medium }) => ({
        ...{ message_template_id: templateId, abonement, medium: medium === 'sms' ? 'sms' : 'app' },
      }),
      failureFields: { not_found: 'abonement' },
      onDone: () => showToast(t('tested')),
    },
  )
  return (
    <Section title={t('test')}>
      <form onSubmit={form.submit} noValidate>
        <FormBody problem={form.problem}>
          <div className={styles['pair']}>
            <TextField field={form.field('abonement')} label={t('testTo')} />
            <Picker<string>
              label={t('testMedium')}
              value={form.values.medium}
              choices={[
                { value: 'app', label: t('medium.app') },
                { value: 'sms', label: t('medium.sms') },
              ]}
              onChange={(value) => form.set('medium', value)}
            />
          </div>
          <div>
            <Button type="submit" isPending={form.isBusy}>
              {t('testSend')}
            </Button>
          </div>
        </FormBody>
      </form>
    </Section>
  )
}
