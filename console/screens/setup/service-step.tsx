import { useState } from 'react'
import { consoleService } from '#contract/console/service.ts'
import { textOn } from '#contract/form/colours.ts'
import { shownPhone } from '#contract/form/phone.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { PictureField } from '#console/pictures/picture-field.tsx'
import { CallError } from '#console/session/call-error.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay, useSessionRefresh } from '#console/session/session.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Failed, Skeleton } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { ColourField } from './colour-field.tsx'
import { useSetupText } from './setup-text.ts'
import styles from './setup.module.css'

type Service = ResponseOf<typeof consoleService.show>

/** Name, logo, colours, phone and language of the service. */
export function ServiceStep() {
  const { data, error, refetch } = useCall(consoleService.show, {})
  if (data === undefined)
    return error === null ? <Skeleton lines={6} /> : <Failed error={error} onRetry={() => void refetch()} />
  return <ServiceEditor latest={data} />
}

/** The form takes a newer version only when nothing typed would be lost. */
function ServiceEditor({ latest }: { readonly latest: Service }) {
  const [service, setService] = useState(latest)
  const [takesNext, setTakesNext] = useState(false)
  if (takesNext && latest.version !== service.version) {
    setTakesNext(false)
    setService(latest)
  }
  return <ServiceForm key={service.version} service={service} onRenew={() => setTakesNext(true)} />
}

interface ServiceFormProps {
  readonly service: Service
  readonly onRenew: () => void
}

function ServiceForm({ service, onRenew }: ServiceFormProps) {
  const t = useSetupText()
  const common = useText()
  const mayEdit = useMay()('settings', 'edit')
  const { confirm, refresh } = useSending('settings')
  const refreshSession = useSessionRefresh()
  const { version, image: firstImage, built_in_phone: phone, ...fields } = service
  const [image, setImage] = useState(firstImage)
  const [isOutdated, setIsOutdated] = useState(false)
  const form = useForm<typeof consoleService.save, typeof fields>(consoleService.save, fields, {
    toInput: (values) => ({ ...values, version }),
    failureFields: { accent_contrast: 'accent', action_contrast: 'action' },
    onDone: ({ change_id: changeId }) => {
      if (changeId > 0) confirm(changeId, common('common.saved'))
      onRenew()
      void refresh()
      // The header and the title name the service.
      void refreshSession()
    },
    onFailed: (error) => {
      if (!(error instanceof CallError) || error.failure !== 'changed_since') return
      setIsOutdated(true)
      void refresh()
    },
  })
  const typedPhone = shownPhone(form.values.support_phone) ?? ''
  return (
    <form className={styles['form']} onSubmit={form.submit} noValidate>
      <FormBody problem={form.problem}>
        <div className={styles['pairs']}>
          <TextField field={form.field('name_ru')} label={t('nameRu')} hint={t('nameHint')} />
          <TextField field={form.field('name_uz')} label={t('nameUz')} hint={t('nameHint')} />
          <ColourField
            {...{ field: form.field('accent'), kind: 'accent', builtIn: builtIn.accent }}
            label={t('accent')}
            hint={t('accentHint')}
          />
          <ColourField
            {...{ field: form.field('action'), kind: 'action', builtIn: builtIn.action }}
            label={t('action')}
            hint={t('actionHint')}
          />
          <TextField
            field={form.field('support_phone')}
            label={t('phone')}
            hint={typedPhone === '' ? t('phoneHint', { phone }) : t('phoneShown', { phone: typedPhone })}
            autoComplete="off"
          />
          <Picker<'ru' | 'uz'>
            label={t('language')}
            value={form.values.default_language === 'uz' ? 'uz' : 'ru'}
            choices={(['ru', 'uz'] as const).map((value) => ({ value, label: t(`language.${value}`) }))}
            onChange={(value) => form.set('default_language', value)}
          />
        </div>
        <PictureField
          endpoint={consoleService.picture}
          image={image}
          isShown={false}
          hint={t('logo')}
          onChange={(uploaded) => {
            form.set('picture', uploaded.picture)
            setImage(uploaded.image)
          }}
        />
        <Preview values={form.values} image={image} />
        <p className={styles['zone']}>{t('zone')}</p>
      </FormBody>
      {mayEdit ? (
        <div className={styles['acts']}>
          {isOutdated ? <Button onPress={onRenew}>{t('takeTheirs')}</Button> : null}
          <Button type="submit" look="primary" isPending={form.isBusy}>
            {common('common.save')}
          </Button>
        </div>
      ) : null}
    </form>
  )
}

const builtIn = { accent: '#3ad0c3', action: '#ffb454' }

interface PreviewProps {
  readonly values: Pick<Service, 'name_ru' | 'name_uz' | 'accent' | 'action'>
  readonly image: string
}

/** The header and the main button on the site's dark page. */
function Preview({ values, image }: PreviewProps) {
  const t = useSetupText()
  const colourOf = (kind: 'accent' | 'action') =>
    /^#[0-9a-f]{6}$/i.test(values[kind]) ? values[kind] : builtIn[kind]
  const name = values.name_ru || values.name_uz || 'Ekran'
  return (
    <figure className={styles['preview']}>
      <figcaption>{t('preview')}</figcaption>
      <div>
        {image === '' ? <strong>{name}</strong> : <img src={image} alt={name} />}
        <span style={{ color: colourOf('accent') }}>{name}</span>
        <span
          className={styles['button']}
          style={{ background: colourOf('action'), color: textOn(colourOf('action')) }}
        >
          {t('go.watch')}
        </span>
      </div>
    </figure>
  )
}
