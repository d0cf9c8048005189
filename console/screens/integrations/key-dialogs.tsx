/** What is done with keys of the API. */
import { useState } from 'react'
import { consoleApiKeys } from '#contract/console/api-keys.ts'
import { apiRates, apiScopes, type ApiScope } from '#contract/form/api-scopes.ts'
import { secOfMoment } from '#console/i18n/moments.ts'
import { useAct } from '#console/session/queries.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons, Question } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { TextArea } from '#console/ui/text-area.tsx'
import { showFailure, showToast } from '#console/ui/toast.tsx'
import { CheckList } from '#console/ui/check-list.tsx'
import { useIntegrationsText } from './integrations-text.ts'
import type { ApiKey } from './integrations-data.ts'

interface MakingProps {
  /** With the key, which is shown once. */
  readonly onMade: (key: string) => void
  readonly onClose: () => void
}

const changes = [consoleApiKeys.list]

/** A new key. */
export function KeyDialog({ onMade, onClose }: MakingProps) {
  const t = useIntegrationsText()
  const common = useText()
  const [scopes, setScopes] = useState<readonly ApiScope[]>(['accounts:read'])
  const [rate, setRate] = useState('300')
  const form = useForm(
    consoleApiKeys.make,
    { name: '', networks: '', expires_at: '' },
    {
      changes,
      toInput: ({ name, networks, expires_at: expires }) => ({
        ...{ name, scopes: [...scopes] },
        networks: networks.split(/[\s,]+/).filter((one) => one !== ''),
        per_minute: apiRates.find((one) => String(one) === rate) ?? 300,
        expires_at: secOfMoment(expires),
      }),
      failureFields: { network_wrong: 'networks', expiry_past: 'expires_at' },
      onDone: ({ key }) => onMade(key),
    },
  )
  return (
    <Dialog title={t('newKey')} isOpen onClose={onClose} isWide>
      <form onSubmit={form.submit} noValidate>
        <FormBody problem={form.problem}>
          <TextField
            field={form.field('name')}
            label={t('name')}
            hint={t('keyNameHint')}
            autoComplete="off"
            isFocused
          />
          <CheckList
            label={t('scopes')}
            choices={apiScopes.map((value) => ({ value, text: t(`scope.${value}`) }))}
            chosen={scopes}
            onChange={setScopes}
          />
          <TextArea field={form.field('networks')} label={t('networks')} hint={t('networksHint')} />
          <Picker<string>
            label={t('rate')}
            value={rate}
            choices={apiRates.map((value) => ({ value: String(value), label: String(value) }))}
            onChange={setRate}
          />
          <TextField
            field={form.field('expires_at')}
            label={t('expires')}
            hint={t('expiresHint')}
            type="datetime-local"
          />
        </FormBody>
        <DialogButtons>
          <Button onPress={onClose}>{common('common.cancel')}</Button>
          <Button type="submit" look="primary" isPending={form.isBusy} isDisabled={scopes.length === 0}>
            {t('make')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

/** Replaces a key. */
export function RotateDialog({ apiKey, onMade, onClose }: MakingProps & { readonly apiKey: ApiKey }) {
  const t = useIntegrationsText()
  const common = useText()
  const form = useForm(
    consoleApiKeys.rotate,
    { former_hours: '24' },
    {
      changes,
      toInput: ({ former_hours: hours }) => ({ key_id: apiKey.key_id, former_hours: hours }),
      onDone: ({ key }) => onMade(key),
    },
  )
  return (
    <Dialog title={t('rotateOf', { name: apiKey.name })} isOpen onClose={onClose}>
      <form onSubmit={form.submit} noValidate>
        <FormBody problem={form.problem}>
          <TextField
            field={form.field('former_hours')}
            label={t('formerHours')}
            hint={t('formerHoursHint')}
            inputMode="numeric"
            isFocused
          />
        </FormBody>
        <DialogButtons>
          <Button onPress={onClose}>{common('common.cancel')}</Button>
          <Button type="submit" look="primary" isPending={form.isBusy}>
            {t('rotate')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

interface RevokeProps {
  readonly apiKey: ApiKey
  readonly onClose: () => void
}

/** Revokes a key. */
export function RevokeDialog({ apiKey, onClose }: RevokeProps) {
  const t = useIntegrationsText()
  const revoke = useAct(consoleApiKeys.revoke, {
    changes,
    onDone: ({ name }) => {
      showToast(t('revoked', { name }))
      onClose()
    },
    onFailed: (error) => {
      onClose()
      showFailure(error)
    },
  })
  return (
    <Question
      title={t('revokeOf', { name: apiKey.name })}
      text={t('revokeText')}
      confirm={t('revoke')}
      isOpen
      isBusy={revoke.isPending}
      isDangerous
      onConfirm={() => revoke.mutate({ key_id: apiKey.key_id })}
      onClose={onClose}
    />
  )
}

/** Revokes a key that was seen somewhere, by the key itself. */
export function LeakedDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useIntegrationsText()
  const common = useText()
  const form = useForm(
    consoleApiKeys.leaked,
    { key: '' },
    {
      changes,
      onDone: ({ is_valid: isValid, name }) => {
        showToast(isValid ? t('revoked', { name }) : t('reportUnknown'), { isProblem: !isValid })
        if (isValid) onClose()
      },
    },
  )
  return (
    <Dialog title={t('report')} isOpen onClose={onClose}>
      <form onSubmit={form.submit} noValidate>
        <FormBody problem={form.problem}>
          <TextField
            field={form.field('key')}
            label={t('key')}
            hint={t('reportText')}
            autoComplete="off"
            isFocused
          />
        </FormBody>
        <DialogButtons>
          <Button onPress={onClose}>{common('common.cancel')}</Button>
          <Button type="submit" look="danger" isPending={form.isBusy}>
            {t('reportDo')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
