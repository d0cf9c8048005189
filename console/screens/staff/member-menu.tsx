import { useText } from '#console/session/text.ts'
import { IconButton } from '#console/ui/button.tsx'
import { Menu, type MenuEntry } from '#console/ui/menu.tsx'
import { useClosedReason, useMemberActs, type MemberActs } from './member-acts.tsx'
import { MemberDialogs } from './member-dialogs.tsx'
import type { Member } from './staff-filter.ts'
import { useStaffText } from './staff-text.ts'

/** The acts on a member as a menu; nothing where nothing is allowed. */
export function MemberMenu({ member }: { readonly member: Member }) {
  const base = useText()
  const acts = useMemberActs(member)
  const entries = useActEntries(member, acts)
  const isClosed = useClosedReason(member) !== undefined
  if (isClosed) return null
  const label = base('common.more', { name: member.name })
  return (
    <>
      <Menu label={label} trigger={<IconButton icon="more" label={label} />} entries={entries} />
      <MemberDialogs member={member} acts={acts} />
    </>
  )
}

/** The acts on a member, for the menu and for the page. */
export function useActEntries(member: Member, { setOpen, unblock }: MemberActs): readonly MenuEntry[] {
  const t = useStaffText()
  const open = (id: 'role' | 'newPassword' | 'endSessions' | 'resetFactor' | 'block') => () => setOpen(id)
  const access: MenuEntry = member.is_blocked
    ? { id: 'unblock', label: t('unblock'), icon: 'check', onAct: unblock }
    : { id: 'block', label: t('block'), icon: 'close', isDangerous: true, onAct: open('block') }
  return [
    { id: 'role', label: t('changeRole'), icon: 'shield', onAct: open('role') },
    { id: 'newPassword', label: t('newPassword'), icon: 'key', onAct: open('newPassword') },
    ...(member.sessions === 0
      ? []
      : [{ id: 'endSessions', label: t('endSessions'), icon: 'out', onAct: open('endSessions') } as const]),
    ...(member.has_totp || member.passkeys > 0
      ? [{ id: 'resetFactor', label: t('resetFactor'), icon: 'phone', onAct: open('resetFactor') } as const]
      : []),
    access,
  ]
}
