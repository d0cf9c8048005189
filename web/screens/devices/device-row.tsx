import { useEffect, useRef, useState } from 'react'
import type { DeviceOf } from '#contract/accounts/devices.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DeviceFacts } from '#web/features/devices/device-facts.tsx'
import { deviceName } from '#web/features/devices/device-rules.ts'
import { useDeviceText } from '#web/features/devices/device-text.ts'
import styles from './devices-screen.module.css'
import { Form } from '#web/features/forms/form.tsx'

const nameLength = 60

interface DeviceRowProps {
  readonly device: DeviceOf
  readonly onRename: (name: string) => Promise<boolean>
  readonly onRemove: () => void
}

export function DeviceRow({ device, onRename, onRemove }: DeviceRowProps) {
  const t = useDeviceText()
  const [editing, setEditing] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const name = deviceName(device, t)
  const wasEditing = useRef(false)
  const stop = () => setEditing(false)
  useEffect(() => {
    // The field that had the focus is gone: the focus returns to the button that opened it.
    if (wasEditing.current && !editing) row.current?.querySelector<HTMLElement>('[data-rename]')?.focus()
    wasEditing.current = editing
  }, [editing])
  const form = (
    <NameForm
      device={device}
      onCancel={stop}
      onSave={async (next) => {
        if (next === device.name || (await onRename(next))) stop()
      }}
    />
  )
  return (
    <li className={styles.row} ref={row} data-device={device.device_id}>
      <DeviceFacts device={device} {...(editing ? { instead: form } : {})} />
      {!editing && (
        <div className={styles.rowActions}>
          <Button
            variant="quiet"
            data-rename=""
            aria-label={t('renameNamed', { name })}
            onClick={() => setEditing(true)}
          >
            {t('rename')}
          </Button>
          <Button
            data-remove=""
            aria-label={device.is_current === 1 ? undefined : t('removeNamed', { name })}
            onClick={onRemove}
          >
            {t(device.is_current === 1 ? 'removeThis' : 'remove')}
          </Button>
        </div>
      )}
    </li>
  )
}

interface NameFormProps {
  readonly device: DeviceOf
  readonly onSave: (name: string) => Promise<void>
  readonly onCancel: () => void
}

/** The name, edited in place: Enter saves it, Escape cancels, an empty name restores the model's name. */
function NameForm({ device, onSave, onCancel }: NameFormProps) {
  const t = useDeviceText()
  const [name, setName] = useState(device.name)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const save = async () => {
    setBusy(true)
    await onSave(name.trim())
    setBusy(false)
  }
  return (
    <Form
      className={styles.nameForm}
      isBusy={busy}
      onSubmit={() => void save()}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      <input
        ref={field}
        className={styles.nameField}
        aria-label={t('nameLabel')}
        placeholder={t('namePlace')}
        value={name}
        maxLength={nameLength}
        autoFocus
        onChange={(event) => setName(event.target.value)}
      />
      <div className={styles.nameActions}>
        <Button type="submit" disabled={busy}>
          {t('save')}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </Form>
  )
}
