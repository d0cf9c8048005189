import { useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { consoleCampaigns } from '#contract/console/campaigns.ts'
import { everybody } from '#contract/console/segment-rules.ts'
import { consoleSegments } from '#contract/console/segments.ts'
import { consoleTemplates } from '#contract/console/templates.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useEditedVersion } from '#console/changes/use-edited-version.ts'
import { localMoment, secOfMoment } from '#console/i18n/moments.ts'
import { useAct, useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { type ConsoleForm, useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Section } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { showFailure, showToast } from '#console/ui/toast.tsx'
import { mediaChoices, mediaOf } from './campaign-words.ts'
import { useMessagesText } from './messages-text.ts'
import { SegmentCount } from './segment-count.tsx'
import { StartDialog } from './start-dialog.tsx'
import styles from './messages.module.css'

type Campaign = ResponseOf<typeof consoleCampaigns.card>
type Values = Readonly<
  Record<
    'name' | 'message_template_id' | 'segment_id' | 'media' | 'starts_at' | 'day_hours' | 'budget',
    string
  >
>

const nothing = { campaign_id: 0, version: 0 }

function valuesOf(campaign: Campaign | undefined): Values {
  const { message_template_id: templateId = 0, segment_id: segmentId = 0, budget = null } = campaign ?? {}
  const idOf = (id: number) => (id === 0 ? '' : String(id))
  return {
    ...{ name: campaign?.name ?? '', message_template_id: idOf(templateId), segment_id: idOf(segmentId) },
    ...{ media: campaign?.media.join(',') ?? 'push,app', budget: budget === null ? '' : String(budget) },
    // A moment that is over means at once.
    starts_at: campaign === undefined || campaign.starts_at === 0 ? '' : localMoment(campaign.starts_at),
    day_hours: (campaign?.day_hours ?? true) ? '1' : '',
  }
}

/** A draft, or a new campaign. Starting it saves it first. */
export function CampaignForm({ campaign }: { readonly campaign: Campaign | undefined }) {
  const t = useMessagesText()
  const mayAct = useMay()('messages', 'act')
  const [, go] = useLocation()
  const [edited, onRenew] = useEditedVersion(campaign ?? nothing)
  const [starting, setStarting] = useState<{ readonly id: number; readonly version: number }>()
  const startsNext = useRef(false)
  const id = edited.campaign_id
  const segments = useCall(consoleSegments.list, {}).data?.segments ?? []
  const [address] = useSearchParams()
  const values = valuesOf(campaign)
  const initial = id === 0 ? { ...values, segment_id: address.get('segment') ?? '' } : values
  const form = useForm<typeof consoleCampaigns.save, Values>(consoleCampaigns.save, initial, {
    changes: [consoleCampaigns.list, consoleCampaigns.card],
    toInput: (values) => ({
      ...{ campaign_id: id === 0 ? null : id, version: edited.version, name: values.name },
      ...{ message_template_id: values.message_template_id, media: mediaOf(values.media) },
      segment_id: values.segment_id === '' ? null : values.segment_id,
      starts_at: values.starts_at === '' ? 0 : (secOfMoment(values.starts_at) ?? values.starts_at),
      ...{ day_hours: values.day_hours !== '', budget: values.budget.trim() === '' ? null : values.budget },
    }),
    onDone: ({ campaign_id: saved, version }) => {
      onRenew()
      if (startsNext.current) setStarting({ id: saved, version })
      else showToast(t('saved'))
      if (!startsNext.current && id === 0) go(`/messages/${saved}`)
    },
  })
  const { segment_id: segmentId } = form.values
  const rules =
    segmentId === '' ? everybody : segments.find((one) => String(one.segment_id) === segmentId)?.rules
  return (
    <div className={styles['columns']}>
      <form
        onSubmit={(event) => {
          startsNext.current = false
          form.submit(event)
        }}
        noValidate
      >
        <FormBody problem={form.problem}>
          <Fields form={form} segments={segments} />
          {mayAct ? (
            <div className={styles['row']}>
              <Button type="submit" isPending={form.isBusy}>
                {t('save')}
              </Button>
              <Button
                look="primary"
                isDisabled={form.isBusy || rules === undefined}
                onPress={() => {
                  startsNext.current = true
                  form.submit()
                }}
              >
                {t('start')}
              </Button>
            </div>
          ) : null}
        </FormBody>
      </form>
      <div className={styles['column']}>
        <Section title={t('segment')}>
          <SegmentCount rules={rules} />
        </Section>
        {mayAct && id !== 0 ? <RemoveDraft id={id} /> : null}
      </div>
      {starting === undefined || rules === undefined ? null : (
        <StartDialog
          campaignId={starting.id}
          version={starting.version}
          rules={rules}
          onClose={() => {
            setStarting(undefined)
            if (id === 0) go(`/messages/${starting.id}`)
          }}
        />
      )}
    </div>
  )
}

interface FieldsProps {
  readonly form: ConsoleForm<Values>
  readonly segments: ResponseOf<typeof consoleSegments.list>['segments']
}

function Fields({ form, segments }: FieldsProps) {
  const t = useMessagesText()
  const templates = useCall(consoleTemplates.list, {}).data?.templates ?? []
  return (
    <>
      <TextField field={form.field('name')} label={t('name')} />
      <Picker<string>
        label={t('template')}
        value={form.values.message_template_id}
        choices={[
          { value: '', label: t('chooseTemplate') },
          ...templates.map((one) => ({
            ...{ value: String(one.message_template_id), label: one.name, about: t(`kind.${one.kind}`) },
          })),
        ]}
        onChange={(value) => {
          form.set('message_template_id', value)
          const chosen = templates.find((one) => String(one.message_template_id) === value)
          // A campaign is mostly called as its text is.
          if (form.values.name.trim() === '' && chosen !== undefined) form.set('name', chosen.name)
        }}
      />
      {form.field('message_template_id').problem === undefined ? null : (
        <p role="alert">{t('chooseTemplate')}</p>
      )}
      <Picker<string>
        label={t('segment')}
        value={form.values.segment_id}
        choices={[
          { value: '', label: t('everybody') },
          ...segments.map((one) => ({ value: String(one.segment_id), label: one.name })),
        ]}
        onChange={(value) => form.set('segment_id', value)}
      />
      <Picker<string>
        label={t('media')}
        value={form.values.media}
        choices={mediaChoices.map((value) => ({ value, label: t(`media.${value}`) }))}
        onChange={(value) => form.set('media', value)}
      />
      <p className={styles['quiet']}>{t('mediaText')}</p>
      <div className={styles['pair']}>
        <TextField
          field={form.field('starts_at')}
          label={t('startsAt')}
          hint={t('startsAtHint')}
          type="datetime-local"
        />
        <TextField
          field={form.field('budget')}
          label={t('budget')}
          hint={t('budgetHint')}
          inputMode="numeric"
        />
      </div>
      <label className={styles['toggle']}>
        <input
          type="checkbox"
          checked={form.values.day_hours !== ''}
          onChange={({ target }) => form.set('day_hours', target.checked ? '1' : '')}
        />
        <span>{t('dayHours')}</span>
      </label>
    </>
  )
}

function RemoveDraft({ id }: { readonly id: number }) {
  const t = useMessagesText()
  const [, go] = useLocation()
  const { mutate, isPending } = useAct(consoleCampaigns.remove, {
    changes: [consoleCampaigns.list],
    onDone: () => {
      showToast(t('removed'))
      go('/messages')
    },
    onFailed: showFailure,
  })
  return (
    <div>
      <Button look="danger" isPending={isPending} onPress={() => mutate({ campaign_id: id })}>
        {t('removeDraft')}
      </Button>
    </div>
  )
}
