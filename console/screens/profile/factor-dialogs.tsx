import { consoleAudit } from '#contract/console/audit.ts'
import { consoleOwn } from '#contract/console/own.ts'
import { consoleStaff } from '#contract/console/staff.ts'
import { useIdentityText } from '#console/identity/identity-text.ts'
import { RecoveryCodes } from '#console/identity/recovery-codes.tsx'
import { SetUpPasskey } from '#console/identity/set-up-passkey.tsx'
import { SetUpTotp } from '#console/identity/set-up-totp.tsx'
import { isCancelled } from '#console/session/call-error.ts'
import { useAct } from '#console/session/queries.ts'
import { Dialog, Question } from '#console/ui/dialog.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useProfileText } from './profile-text.ts'

export type FactorDialog =
  | { readonly kind: 'totp' | 'passkey' | 'newCodes' }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

const changes = [consoleOwn.factors, consoleStaff.list, consoleAudit.list]

interface FactorDialogsProps {
  readonly dialog: FactorDialog | undefined
  readonly onChange: (dialog: FactorDialog | undefined) => void
}

/** Setting up a second factor, and new recovery codes. */
export function FactorDialogs({ dialog, onChange }: FactorDialogsProps) {
  const t = useProfileText()
  const identity = useIdentityText()
  const close = () => onChange(undefined)
  const makeCodes = useAct(consoleOwn.newRecoveryCodes, {
    changes,
    onDone: ({ recovery_codes: codes }) => onChange({ kind: 'codes', codes }),
    onFailed: (error) => {
      close()
      if (!isCancelled(error)) showToast(error.message, { isProblem: true })
    },
  })
  const added = (text: string) => (codes: readonly string[]) => {
    showToast(text)
    onChange(codes.length === 0 ? undefined : { kind: 'codes', codes })
  }
  return (
    <>
      {dialog?.kind === 'totp' ? (
        <Dialog title={identity('totp.title')} isOpen onClose={close}>
          <SetUpTotp isGuarded changes={changes} onAdded={added(t('totpAdded'))} onCancelled={close} />
        </Dialog>
      ) : null}
      {dialog?.kind === 'passkey' ? (
        <Dialog title={identity('passkey.title')} isOpen onClose={close}>
          <SetUpPasskey isGuarded changes={changes} onAdded={added(t('passkeyAdded'))} onCancelled={close} />
        </Dialog>
      ) : null}
      <Question
        title={t('codesNew')}
        text={t('codesQuestion')}
        confirm={t('codesNew')}
        isOpen={dialog?.kind === 'newCodes'}
        isBusy={makeCodes.isPending}
        onConfirm={() => makeCodes.mutate({})}
        onClose={close}
      />
      {dialog?.kind === 'codes' ? (
        <Dialog title={identity('codes.title')} isOpen>
          <RecoveryCodes codes={dialog.codes} onSaved={close} />
        </Dialog>
      ) : null}
    </>
  )
}
