import { useState } from 'react'
import { useLocation } from 'wouter'
import { messageFields } from '#contract/console/message-texts.ts'
import { consoleTemplates, type TemplateRow } from '#contract/console/templates.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { type ConsoleForm, useForm } from '#console/session/use-form.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { TextArea } from '#console/ui/text-area.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { MessagePreview } from './message-preview.tsx'
import { useMessagesText } from './messages-text.ts'
import { TestForm } from './test-form.tsx'
import styles from './messages.module.css'

const newTemplate: TemplateRow = {
  ...{ message_template_id: 0, name: '', kind: 'marketing', version: 0, changed_at: 0 },
  texts: {
    ...{ title_ru: '', title_uz: '', body_ru: '', body_uz: '', sms_ru: '', sms_uz: '', href: '' },
    uz_is_ru: false,
  },
}

/** `/messages/templates/<id>`; null for a new one. */
export function TemplateScreen({ id }: { readonly id: number | null }) {
  const t = useMessagesText()
  const may = useMay()
  const { data, error, refetch } = useCall(consoleTemplates.list, {}, { isEnabled: id !== null })
  const template = id === null ? newTemplate : data?.templates.find((one) => one.message_template_id === id)
  return (
    <Page
      title={template === undefined || id === null ? t('newTemplate') : template.name}
      above={<BackLink href="/messages/templates" text={t('templates')} />}
    >
      {template !== undefined ? (
        <>
          <TemplateForm key={id ?? 0} template={template} />
          {id === null || !may('messages', 'act') ? null : <TestForm templateId={id} />}
        </>
      ) : data !== undefined ? (
        <Empty text={t('noTemplates')} />
      ) : error === null ? (
        <Skeleton lines={8} />
      ) : (
        <Failed error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

type Values = Readonly<
  Record<
    | ('name' | 'kind' | 'title_ru' | 'title_uz' | 'body_ru' | 'body_uz' | 'sms_ru' | 'sms_uz' | 'href')
    | 'uz_is_ru',
    string
  >
>

/** The form's values as the endpoints take texts. */
export function textsOf(values: Omit<Values, 'name' | 'kind'>) {
  const { uz_is_ru: isSame, ...texts } = values
  return { ...texts, uz_is_ru: isSame !== '' }
}

function TemplateForm({ template }: { readonly template: TemplateRow }) {
  const t = useMessagesText()
  const mayEdit = useMay()('messages', 'edit')
  const [, go] = useLocation()
  const [{ message_template_id: id, version }] = useState(template)
  const { uz_is_ru: isSame, ...texts } = template.texts
  const initial: Values = {
    ...{ name: template.name, kind: template.kind, ...texts, uz_is_ru: isSame ? '1' : '' },
  }
  const form = useForm<typeof consoleTemplates.save, Values>(consoleTemplates.save, initial, {
    changes: [consoleTemplates.list],
    toInput: ({ name, kind, ...rest }) => ({
      ...{ message_template_id: id === 0 ? null : id, version, name },
      ...{ kind: kind === 'service' ? 'service' : 'marketing', texts: textsOf(rest) },
    }),
    onDone: () => {
      showToast(t('saved'))
      go('/messages/templates')
    },
  })
  return (
    <div className={styles['columns']}>
      <form onSubmit={form.submit} noValidate>
        <FormBody problem={form.problem}>
          <Fields form={form} />
          {mayEdit ? (
            <div>
              <Button type="submit" look="primary" isPending={form.isBusy}>
                {t('save')}
              </Button>
            </div>
          ) : null}
        </FormBody>
      </form>
      <Section title={t('preview')}>
        {mayEdit ? <MessagePreview texts={textsOf(form.values)} /> : null}
      </Section>
    </div>
  )
}

function Fields({ form }: { readonly form: ConsoleForm<Values> }) {
  const t = useMessagesText()
  const fields = messageFields.map((field) => `{${field}}`).join(' ')
  return (
    <>
      <TextField field={form.field('name')} label={t('name')} />
      <Picker<string>
        label={t('kind')}
        value={form.values.kind}
        choices={[
          { value: 'marketing', label: t('kind.marketing'), about: t('kindMarketingAbout') },
          { value: 'service', label: t('kind.service'), about: t('kindServiceAbout') },
        ]}
        onChange={(value) => form.set('kind', value)}
      />
      <p className={styles['quiet']}>{t('fields', { fields, example: `{name|${t('nobodyNamed')}}` })}</p>
      <TextField field={form.field('title_ru')} label={t('titleRu')} />
      <TextArea field={form.field('body_ru')} label={t('bodyRu')} lang="ru" />
      <TextArea field={form.field('sms_ru')} label={t('smsRu')} hint={t('smsHint')} rows={2} lang="ru" />
      <label className={styles['toggle']}>
        <input
          type="checkbox"
          checked={form.values.uz_is_ru !== ''}
          onChange={({ target }) => form.set('uz_is_ru', target.checked ? '1' : '')}
        />
        <span>{t('uzIsRu')}</span>
      </label>
      <TextField field={form.field('title_uz')} label={t('titleUz')} />
      <TextArea field={form.field('body_uz')} label={t('bodyUz')} lang="uz" />
      <TextArea field={form.field('sms_uz')} label={t('smsUz')} hint={t('smsHint')} rows={2} lang="uz" />
      <TextField field={form.field('href')} label={t('href')} hint={t('hrefHint')} />
    </>
  )
}
