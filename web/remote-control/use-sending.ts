import type { RemoteCommand } from '#contract/playback/remote-control.ts'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { useRemoteText } from './remote-text.ts'
import { sendCommand } from './send-command.ts'

/**
 * Sends commands to a television and shows why one was not accepted. Returns whether it was sent or consent was
 * requested.
 */
export function useSending(tv: number): (command: RemoteCommand) => Promise<boolean> {
  const t = useRemoteText()
  return async (command) => {
    const result = await sendCommand(tv, command)
    if (result.kind === 'refused') showToast(result.message)
    else if (result.kind === 'unreachable') showToast(t('noConnection'))
    return result.kind === 'ok'
  }
}
