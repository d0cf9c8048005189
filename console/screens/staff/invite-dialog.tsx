import { useState } from 'react'
import { consoleAudit } from '#contract/console/audit.ts'
import { consoleStaff } from '#contract/console/staff.ts'
import { type StaffLanguage, staffLanguages } from '#contract/console/staff-fields.ts'
import type { Role } from '#contract/form/permissions.ts'
import { languageNames, useLanguage } from '#console/session/preferences.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { LinkDialog } from './link-dialog.tsx'
import type { MadeLink } from './member-acts.tsx'
import { RolePicker } from './member-dialogs.tsx'
import { useStaffText } from './staff-text.ts'

interface InviteDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Invites somebody, and then shows the link once. */
export function InviteDialog({ isOpen, onClose }: InviteDialogProps) {
  const [made, setMade] = useState<MadeLink>()
  return (
    <>
      {isOpen ? (
        <InviteForm
          onClose={onClose}
          onMade={(link) => {
            setMade(link)
            onClose()
          }}
        />
      ) : null}
      <LinkDialog made={made} onClose={() => setMade(undefined)} />
    </>
  )
}

interface InviteFormProps {
  readonly onClose: () => void
  readonly onMade: (link: MadeLink) => void
}

function InviteForm({ onClose, onMade }: InviteFormProps) {
  const t = useStaffText()
  const base = useText()
  const [role, setRole] = useState<Role>('support')
  const [language, setLanguage] = useState<StaffLanguage>(useLanguage())
  const form = useForm(
    consoleStaff.invite,
    { name: '', login: '' },
    {
      changes: [consoleStaff.invitations, consoleAudit.list],
      toInput: (values) => ({ ...values, role, language }),
      failureFields: { login_taken: 'login' },
      onDone: onMade,
    },
  )
  return (
    <Dialog title={t('inviteTitle')} isOpen onClose={onClose}>
      <form onSubmit={form.submit} noValidate>
        <FormBody problem={form.problem}>
          <TextField field={form.field('name')} label={t('inviteName')} autoComplete="off" isFocused />
          <TextField
            field={form.field('login')}
            label={t('inviteLogin')}
            hint={t('inviteLoginHint')}
            autoComplete="off"
            inputMode="email"
          />
          <RolePicker label={t('inviteRole')} role={role} onChange={setRole} />
          <Picker
            label={t('inviteLanguage')}
            value={language}
            onChange={setLanguage}
            choices={staffLanguages.map((value) => ({ value, label: languageNames[value] }))}
          />
          <DialogButtons>
            <Button onPress={onClose}>{base('common.cancel')}</Button>
            <Button type="submit" look="primary" isPending={form.isBusy}>
              {t('inviteSubmit')}
            </Button>
          </DialogButtons>
        </FormBody>
      </form>
    </Dialog>
  )
}
