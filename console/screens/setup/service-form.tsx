/** The form of a service: what it is called and looks like, whom viewers ask, and on which sites it is. */
import { useState } from 'react'
import { consoleService } from '#contract/console/service.ts'
import { shownPhone } from '#contract/form/phone.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { PictureField } from '#console/pictures/picture-field.tsx'
import { CallError } from '#console/session/call-error.ts'
import { useMay, useSessionRefresh } from '#console/session/session.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { TextArea } from '#console/ui/text-area.tsx'
import { ColourField } from './colour-field.tsx'
import { FontField } from './font-field.tsx'
import { ServicePreview, builtInColours } from './service-preview.tsx'
import { useSetupText } from './setup-text.ts'
import styles from './setup.module.css'

export type Service = ResponseOf<typeof consoleService.show>

interface EditorProps {
  readonly latest: Service
  /** False: only what a first run asks. */
  readonly isWhole: boolean
  /** The id of what was added. */
  readonly onAdded?: (serviceId: number) => void
}

/** The form takes a newer version only when nothing typed would be lost. */
export function ServiceEditor({ latest, ...rest }: EditorProps) {
  const [service, setService] = useState(latest)
  const [takesNext, setTakesNext] = useState(false)
  if (takesNext && latest.version !== service.version) {
    setTakesNext(false)
    setService(latest)
  }
  return <ServiceForm key={service.version} service={service} onRenew={() => setTakesNext(true)} {...rest} />
}

interface ServiceFormProps extends Omit<EditorProps, 'latest'> {
  readonly service: Service
  readonly onRenew: () => void
}

function ServiceForm({ service, isWhole, onRenew, onAdded }: ServiceFormProps) {
  const t = useSetupText()
  const common = useText()
  const mayEdit = useMay()('settings', 'edit')
  const [isOutdated, setIsOutdated] = useState(false)
  const { form, image, setImage, iconImage, setIconImage } = useServiceForm(service, {
    onRenew,
    onAdded,
    onOutdated: () => setIsOutdated(true),
  })
  return (
    <form className={styles['form']} onSubmit={form.submit} noValidate>
      <FormBody problem={form.problem}>
        {isWhole && service.service_id !== 1 ? (
          <TextArea field={form.field('hosts')} label={t('hosts')} hint={t('hostsHint')} rows={2} />
        ) : null}
        <LookFields form={form} service={service} />
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
        <ServicePreview
          values={form.values}
          image={image}
          unnamed={service.service_id === 1 ? 'Ekran' : '…'}
        />
        {isWhole ? (
          <>
            <h3 className={styles['group']}>{t('groupIcon')}</h3>
            <div className={styles['pairs']}>
              <TextField field={form.field('short_name')} label={t('shortName')} hint={t('shortNameHint')} />
            </div>
            <PictureField
              endpoint={consoleService.iconPicture}
              image={iconImage}
              hint={t('icon')}
              onChange={(uploaded) => {
                form.set('icon', uploaded.picture)
                setIconImage(uploaded.image)
              }}
            />
            <FontFields form={form} service={service} />
            <ContactFields form={form} service={service} />
          </>
        ) : null}
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

type Values = Omit<
  Service,
  | 'service_id'
  | 'version'
  | 'image'
  | 'icon_image'
  | 'font_file'
  | 'font_bold_file'
  | 'built_in'
  | 'default_language'
> & { readonly default_language: '' | 'ru' | 'uz' }

interface ServiceFormOptions {
  readonly onRenew: () => void
  readonly onAdded: ((serviceId: number) => void) | undefined
  readonly onOutdated: () => void
}

function useServiceForm(service: Service, { onRenew, onAdded, onOutdated }: ServiceFormOptions) {
  const common = useText()
  const { confirm, refresh } = useSending('settings')
  const refreshSession = useSessionRefresh()
  const {
    service_id: id,
    version,
    image: firstImage,
    icon_image: firstIcon,
    built_in: _,
    font_file: _font,
    font_bold_file: _bold,
    ...fields
  } = service
  const [image, setImage] = useState(firstImage)
  const [iconImage, setIconImage] = useState(firstIcon)
  const form = useForm<typeof consoleService.save, Values>(consoleService.save, fields, {
    toInput: (values) => ({ ...values, service_id: id, version }),
    failureFields: {
      ...{ accent_contrast: 'accent', action_contrast: 'action', host_taken: 'hosts' },
      ...{ brand_needs_host: 'hosts', brand_needs_name: 'name_ru' },
    },
    onDone: ({ change_id: changeId, id: savedId }) => {
      if (changeId > 0) confirm(changeId, common('common.saved'))
      if (id === 0) onAdded?.(savedId)
      onRenew()
      void refresh()
      // The header and the title name the service.
      void refreshSession()
    },
    onFailed: (error) => {
      if (!(error instanceof CallError) || error.failure !== 'changed_since') return
      onOutdated()
      void refresh()
    },
  })
  return { form, image, setImage, iconImage, setIconImage }
}

interface FieldsProps {
  readonly form: ReturnType<typeof useServiceForm>['form']
  readonly service: Service
}

function LookFields({ form, service }: FieldsProps) {
  const t = useSetupText()
  const phone = service.built_in.support_phone
  const typedPhone = shownPhone(form.values.support_phone) ?? ''
  const nameHint = service.service_id === 1 ? t('nameHint') : t('nameOneHint')
  return (
    <div className={styles['pairs']}>
      <TextField field={form.field('name_ru')} label={t('nameRu')} hint={nameHint} />
      <TextField field={form.field('name_uz')} label={t('nameUz')} hint={nameHint} />
      <ColourField
        {...{ field: form.field('accent'), kind: 'accent', builtIn: builtInColours.accent }}
        label={t('accent')}
        hint={t('accentHint')}
      />
      <ColourField
        {...{ field: form.field('action'), kind: 'action', builtIn: builtInColours.action }}
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
  )
}

/** A variable font needs no second file. */
function FontFields({ form, service }: FieldsProps) {
  const t = useSetupText()
  const [font, setFont] = useState(service.font_file)
  const [bold, setBold] = useState(service.font_bold_file)
  const isVariable = font !== null && font.weight_from !== font.weight_to
  return (
    <>
      <h3 className={styles['group']}>{t('groupFont')}</h3>
      <FontField
        label={t('font')}
        hint={t('fontHint')}
        font={font}
        onChange={(version, file) => {
          form.set('font', version)
          setFont(file)
          if (file !== null && file.weight_from === file.weight_to) return
          form.set('font_bold', '')
          setBold(null)
        }}
      />
      {font === null || isVariable ? null : (
        <FontField
          label={t('fontBold')}
          hint={t('fontBoldHint')}
          isBold
          font={bold}
          onChange={(version, file) => {
            form.set('font_bold', version)
            setBold(file)
          }}
        />
      )}
    </>
  )
}

function ContactFields({ form, service: { built_in: builtIn } }: FieldsProps) {
  const t = useSetupText()
  const hintOf = (name: keyof typeof builtIn) =>
    builtIn[name] === '' ? t('emptyNone') : t('phoneHint', { phone: builtIn[name] })
  return (
    <>
      <h3 className={styles['group']}>{t('groupSupport')}</h3>
      <div className={styles['pairs']}>
        <TextField
          field={form.field('support_email')}
          label={t('email')}
          hint={hintOf('support_email')}
          autoComplete="off"
        />
        <TextField
          field={form.field('support_telegram')}
          label="Telegram"
          hint={hintOf('support_telegram')}
          autoComplete="off"
        />
        <TextField field={form.field('hours_ru')} label={t('hoursRu')} hint={hintOf('hours_ru')} />
        <TextField field={form.field('hours_uz')} label={t('hoursUz')} hint={hintOf('hours_uz')} />
      </div>
      <h3 className={styles['group']}>{t('groupCompany')}</h3>
      <div className={styles['pairs']}>
        <TextField
          field={form.field('company')}
          label={t('company')}
          hint={builtIn.company === '' ? t('companyHint') : hintOf('company')}
        />
        <TextField field={form.field('address_ru')} label={t('addressRu')} hint={hintOf('address_ru')} />
        <TextField field={form.field('address_uz')} label={t('addressUz')} hint={hintOf('address_uz')} />
      </div>
    </>
  )
}
