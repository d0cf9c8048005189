import { useState } from 'react'
import { type Role, roles } from '#contract/form/permissions.ts'
import { useLoggedIn } from '#console/session/session.ts'
import { useRoleText, useText } from '#console/session/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons, Question } from '#console/ui/dialog.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { LinkDialog } from './link-dialog.tsx'
import type { MemberActs } from './member-acts.tsx'
import type { Member } from './staff-filter.ts'
import { useStaffText } from './staff-text.ts'

interface MemberDialogsProps {
  readonly member: Member
  readonly acts: MemberActs
}

/** The dialogs of the acts on a member. */
export function MemberDialogs({ member, acts }: MemberDialogsProps) {
  const t = useStaffText()
  const questions = [
    { act: 'block', text: 'blockQuestion', isDangerous: true },
    { act: 'newPassword', text: 'newPasswordQuestion', isDangerous: false },
    { act: 'resetFactor', text: 'resetFactorQuestion', isDangerous: true },
    { act: 'endSessions', text: 'endSessionsQuestion', isDangerous: true },
  ] as const
  return (
    <>
      {acts.open === 'role' ? <RoleDialog member={member} acts={acts} /> : null}
      {questions.map(({ act, text, isDangerous }) => (
        <Question
          key={act}
          title={member.name}
          text={t(text)}
          confirm={t(act)}
          isOpen={acts.open === act}
          isBusy={acts.isBusy}
          isDangerous={isDangerous}
          onConfirm={() => acts.confirm(act)}
          onClose={acts.close}
        />
      ))}
      <LinkDialog made={acts.link} onClose={acts.closeLink} />
    </>
  )
}

function RoleDialog({ member, acts }: MemberDialogsProps) {
  const t = useStaffText()
  const base = useText()
  const [role, setRole] = useState(member.role)
  return (
    <Dialog title={`${t('changeRole')}: ${member.name}`} isOpen onClose={acts.close}>
      <RolePicker label={t('columnRole')} role={role} onChange={setRole} />
      <DialogButtons>
        <Button onPress={acts.close}>{base('common.cancel')}</Button>
        <Button
          look="primary"
          isDisabled={role === member.role}
          isPending={acts.isBusy}
          onPress={() => acts.changeRole(role)}
        >
          {base('common.save')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

interface RolePickerProps {
  readonly label: string
  readonly role: Role
  readonly onChange: (role: Role) => void
}

/** The roles that the person at the console may give: owners are appointed by owners only. */
export function RolePicker({ label, role, onChange }: RolePickerProps) {
  const roleText = useRoleText()
  const { staff } = useLoggedIn()
  return (
    <Picker
      label={label}
      value={role}
      onChange={onChange}
      choices={roles
        .filter((name) => name !== 'owner' || staff.role === 'owner')
        .map((name) => ({
          value: name,
          label: roleText(`role.${name}`),
          about: roleText(`about.${name}`),
        }))}
    />
  )
}
