import { consoleChanges } from '#contract/console/changes.ts'
import { consoleOutsideServices } from '#contract/console/outside-services.ts'
import { useUndo } from '#console/changes/use-undo.ts'
import { type FormField, useForm } from '#console/session/use-form.ts'
import { useText } from '#console/session/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { type Field, type Service, subjectOf } from './services-data.ts'
import { fieldHint, fieldLabel, type ServicesText, useServicesText } from './services-text.ts'
import { TestPart } from './test-part.tsx'
import styles from './services.module.css'

interface ServiceDialogProps {
  readonly service: Service
  readonly onClose: () => void
}

type Values = Readonly<Record<string, string>>

/** The fields of a service, what the change will do, and a test with what is typed. */
export function ServiceDialog({ service, onClose }: ServiceDialogProps) {
  const t = useServicesText()
  const common = useText()
  const undo = useUndo()
  const { service: id, version, fields } = service
  const subject = subjectOf(id)
  const name = t(`s.${id}`)
  const initial: Values = Object.fromEntries(
    fields.map((field) => [field.name, field.value || (field.choices.length > 0 ? field.default : '')]),
  )
  const form = useForm(consoleOutsideServices.save, initial, {
    changes: [consoleOutsideServices.list, consoleChanges.list],
    toInput: (texts) => ({ service: id, version, texts }),
    onDone: ({ change_id: changeId }) => {
      showToast(
        t('saved', { name }),
        changeId === 0 ? {} : { onUndo: () => void undo(changeId, 'services', name) },
      )
      onClose()
    },
  })
  const named = (message: string) => withLabels(message, service, t)
  const changes = changesOf(service, initial, form.values, t)
  return (
    <Dialog title={name} isOpen onClose={onClose} isWide>
      <form onSubmit={form.submit} noValidate autoComplete="off">
        <FormBody problem={form.problem === undefined ? undefined : named(form.problem)}>
          <div className={styles['fields']}>
            {fields.map((field) => (
              <ServiceField
                key={field.name}
                {...{ service, field }}
                control={labelled(form.field(field.name), named)}
              />
            ))}
          </div>
          <section className={styles['will']} aria-label={t('will')}>
            <h3>{t('will')}</h3>
            {changes.length === 0 ? (
              <p>{t('noChange')}</p>
            ) : (
              <>
                <p>{t(`effect.${id}`)}</p>
                <ul>
                  {changes.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </>
            )}
          </section>
          {subject === undefined ? null : <TestPart {...{ subject, named }} texts={form.values} />}
        </FormBody>
        <DialogButtons>
          <Button onPress={onClose}>{common('common.cancel')}</Button>
          <Button type="submit" look="primary" isPending={form.isBusy} isDisabled={changes.length === 0}>
            {t('save')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

function labelled(control: FormField, named: (message: string) => string): FormField {
  return { ...control, problem: control.problem === undefined ? undefined : named(control.problem) }
}

interface FieldProps {
  readonly service: Service
  readonly field: Field
  readonly control: FormField
}

function ServiceField({ service, field, control }: FieldProps) {
  const t = useServicesText()
  const label = fieldLabel(t, service.service, field.name)
  const about = fieldHint(t, service.service, field.name)
  if (field.choices.length > 0)
    return (
      <div className={styles['choice']}>
        <Picker<string>
          label={label}
          value={control.value}
          choices={field.choices.map((value) => ({ value, label: value === '' ? t('choose') : value }))}
          onChange={control.onChange}
        />
        {about === undefined ? null : <small>{about}</small>}
      </div>
    )
  const hints = field.is_secret
    ? [about, t(field.has_secret ? 'secretStored' : 'secretNone')]
    : [
        about,
        field.is_required ? t('required') : undefined,
        field.default === '' ? undefined : t('standard', { value: field.default }),
      ]
  const hint = hints.filter((one) => one !== undefined).join('. ')
  return (
    <TextField
      field={control}
      label={label}
      {...(hint === '' ? {} : { hint })}
      type={field.is_secret ? 'password' : 'text'}
      autoComplete={field.is_secret ? 'new-password' : 'off'}
    />
  )
}

/** One line for each field that is another one than before; of a secret only that. */
function changesOf({ service, fields }: Service, initial: Values, values: Values, t: ServicesText) {
  return fields.flatMap(({ name, is_secret: isSecret }) => {
    const [from, to] = [initial[name] ?? '', (values[name] ?? '').trim()]
    if (from === to) return []
    const label = fieldLabel(t, service, name)
    if (isSecret) return [t('secretNew', { label })]
    return [t('fromTo', { label, from: from || t('empty'), to: to || t('empty') })]
  })
}

/** A failure names a field as the server does: here by its label. */
function withLabels(message: string, { service, fields }: Service, t: ServicesText): string {
  return fields.reduce(
    (text, { name }) =>
      text
        .replace(`«${name}»`, `«${fieldLabel(t, service, name)}»`)
        .replace(`“${name}”`, `“${fieldLabel(t, service, name)}”`),
    message,
  )
}
