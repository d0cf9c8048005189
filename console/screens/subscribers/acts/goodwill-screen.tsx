import { useState } from 'react'
import { type ShownTemplate, consoleSubscriberActs as acts } from '#contract/console/subscriber-acts.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useForm } from '#console/session/use-form.ts'
import { useText } from '#console/session/text.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { TextField } from '#console/ui/field.tsx'
import { FramedList } from '#console/ui/framed-list.tsx'
import { Badge, Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { useSubscribersText } from '#console/screens/subscribers/words/subscribers-text.ts'
import { moneyIn } from '#console/i18n/money.ts'
import { wholeOf } from './act-form.tsx'
import { useActsText } from './acts-text.ts'
import styles from './acts.module.css'

/** `/subscribers/goodwill`: ready gifts for the call centre. */
export function GoodwillScreen() {
  const t = useActsText()
  const subscribers = useSubscribersText()
  const { data, error, refetch } = useCall(acts.templates, {})
  const [open, setOpen] = useState<ShownTemplate | 'new'>()
  return (
    <Page
      title={t('templates')}
      text={t('templatesText')}
      above={<BackLink href="/subscribers" text={subscribers('back')} />}
      acts={<Button onPress={() => setOpen('new')}>{t('templateAdd')}</Button>}
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={3} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : data.templates.length === 0 ? (
        <Empty text={t('templateNone')} />
      ) : (
        <FramedList label={t('templates')}>
          {data.templates.map((one) => (
            <Row key={one.template_id} template={one} onChange={() => setOpen(one)} />
          ))}
        </FramedList>
      )}
      {open === undefined ? null : (
        <TemplateForm template={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />
      )}
    </Page>
  )
}

function Row({ template, onChange }: { readonly template: ShownTemplate; readonly onChange: () => void }) {
  const t = useActsText()
  const language = useLanguage()
  const { name, amount, days, is_active: isActive } = template
  return (
    <li>
      <span className={styles['template']}>
        <span>
          {name[language]}{' '}
          <Badge tone={isActive ? 'good' : 'plain'}>{t(isActive ? 'active' : 'inactive')}</Badge>
        </span>
        <small>{amount > 0 ? moneyIn(language, amount) : t('dayCount', { count: days })}</small>
      </span>
      <Button look="quiet" aria-label={`${t('templateChange')}: ${name[language]}`} onPress={onChange}>
        {t('templateChange')}
      </Button>
    </li>
  )
}

interface TemplateFormProps {
  readonly template: ShownTemplate | undefined
  readonly onClose: () => void
}

function TemplateForm({ template, onClose }: TemplateFormProps) {
  const t = useActsText()
  const base = useText()
  const [gift, setGift] = useState<'sum' | 'days'>((template?.days ?? 0) > 0 ? 'days' : 'sum')
  const [state, setState] = useState<'active' | 'inactive'>(
    template === undefined || template.is_active ? 'active' : 'inactive',
  )
  const initial = {
    ...{
      name_ru: template?.name.ru ?? '',
      name_uz: template?.name.uz ?? '',
      name_en: template?.name.en ?? '',
    },
    amount: String((template?.amount ?? 0) || (template?.days ?? 0) || ''),
  }
  const form = useForm(acts.saveTemplate, initial, {
    toInput: ({ amount, ...names }) => ({
      ...names,
      template_id: template?.template_id ?? 0,
      amount: gift === 'sum' ? wholeOf(amount) : 0,
      days: gift === 'days' ? wholeOf(amount) : 0,
      is_active: state === 'active' ? 1 : 0,
    }),
    changes: [acts.templates, acts.desk],
    onDone: onClose,
  })
  return (
    <Dialog title={t(template === undefined ? 'templateAdd' : 'templateChange')} isOpen onClose={onClose}>
      <form className={styles['form']} onSubmit={form.submit}>
        <TextField field={form.field('name_ru')} label={t('nameRu')} isFocused />
        <TextField field={form.field('name_uz')} label={t('nameUz')} />
        <TextField field={form.field('name_en')} label={t('nameEn')} />
        <Picker
          label={t('gift')}
          value={gift}
          choices={(['sum', 'days'] as const).map((value) => ({ value, label: t(`gift.${value}`) }))}
          onChange={setGift}
        />
        <TextField
          field={form.field('amount')}
          label={t(gift === 'sum' ? 'amount' : 'days')}
          inputMode="numeric"
        />
        <Picker
          label={t('shown')}
          value={state}
          choices={(['active', 'inactive'] as const).map((value) => ({ value, label: t(value) }))}
          onChange={setState}
        />
        {form.problem === undefined ? null : (
          <p className={styles['problem']} role="alert">
            {form.problem}
          </p>
        )}
        <DialogButtons>
          <Button onPress={onClose}>{base('common.cancel')}</Button>
          <Button type="submit" look="primary" isPending={form.isBusy}>
            {t('save')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
