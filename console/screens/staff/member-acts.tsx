/** What can be done to another member's access: each act with its question, its result and its undo. */
import { useState } from 'react'
import { consoleAudit } from '#contract/console/audit.ts'
import { consoleStaff } from '#contract/console/staff.ts'
import type { Role } from '#contract/form/permissions.ts'
import { isCancelled } from '#console/session/call-error.ts'
import { useAct } from '#console/session/queries.ts'
import { useLoggedIn, useMay } from '#console/session/session.ts'
import { useRoleText, useText } from '#console/session/text.ts'
import { showToast } from '#console/ui/toast.tsx'
import type { Member } from './staff-filter.ts'
import { useStaffText } from './staff-text.ts'

export type MemberAct = 'role' | 'block' | 'newPassword' | 'resetFactor' | 'endSessions'

export interface MadeLink {
  readonly link: string
  readonly expires_at: number
}

const changes = [consoleStaff.list, consoleStaff.invitations, consoleAudit.list]

/** Why nothing can be changed here; undefined when it can. */
export function useClosedReason(member: Member): 'ownAccess' | 'ownerAccess' | 'noRight' | undefined {
  const { staff } = useLoggedIn()
  const may = useMay()
  if (!may('staff', 'act')) return 'noRight'
  if (staff.staff_id === member.staff_id) return 'ownAccess'
  return member.role === 'owner' && staff.role !== 'owner' ? 'ownerAccess' : undefined
}

/** The acts on one member. `open` is the act whose dialog is open. */
export function useMemberActs(member: Member) {
  const t = useStaffText()
  const base = useText()
  const roleText = useRoleText()
  const [open, setOpen] = useState<MemberAct>()
  const [link, setLink] = useState<MadeLink>()
  const { staff_id: staffId, name } = member
  const about = { staff_id: staffId }
  const close = () => setOpen(undefined)
  const onFailed = (error: Error) => {
    close()
    if (!isCancelled(error)) showToast(error.message, { isProblem: true })
  }
  const undone = { changes, onFailed, onDone: () => showToast(base('common.undone')) }
  const undoRole = useAct(consoleStaff.changeRole, undone)
  const undoBlock = useAct(consoleStaff.unblock, undone)
  const undoUnblock = useAct(consoleStaff.block, undone)
  const done = (text: string, onUndo?: () => void) => () => {
    close()
    showToast(text, onUndo === undefined ? {} : { onUndo })
  }
  const changeRole = useAct(consoleStaff.changeRole, {
    changes,
    onFailed,
    onDone: (_, { role }) =>
      done(t('roleChanged', { name, role: roleText(`role.${role}`) }), () =>
        undoRole.mutate({ ...about, role: member.role }),
      )(),
  })
  const block = useAct(consoleStaff.block, {
    changes,
    onFailed,
    onDone: done(t('blocked', { name }), () => undoBlock.mutate(about)),
  })
  const unblock = useAct(consoleStaff.unblock, {
    changes,
    onFailed,
    onDone: done(t('unblocked', { name }), () => undoUnblock.mutate(about)),
  })
  const resetPassword = useAct(consoleStaff.resetPassword, {
    changes,
    onFailed,
    onDone: (made) => {
      close()
      setLink(made)
    },
  })
  const resetFactor = useAct(consoleStaff.resetFactor, {
    changes,
    onFailed,
    onDone: done(t('factorReset', { name })),
  })
  const endSessions = useAct(consoleStaff.endSessions, {
    changes,
    onFailed,
    onDone: done(t('sessionsEnded', { name })),
  })
  const confirmable = { block, newPassword: resetPassword, resetFactor, endSessions }
  return {
    open,
    setOpen,
    close,
    link,
    closeLink: () => setLink(undefined),
    isBusy: [changeRole, ...Object.values(confirmable)].some(({ isPending }) => isPending),
    changeRole: (role: Role) => changeRole.mutate({ ...about, role }),
    unblock: () => unblock.mutate(about),
    confirm: (act: keyof typeof confirmable) => confirmable[act].mutate(about),
  }
}

export type MemberActs = ReturnType<typeof useMemberActs>
