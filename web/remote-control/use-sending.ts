import type { RemoteCommand } from '#contract/playback/remote-control.ts'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { useRemoteText } from './remote-text.ts'
import { requestControl, sendCommand, type SendResult } from './send-command.ts'

/**
 * Sends commands to a television and shows why one was not accepted. Returns whether it was sent or consent was
 * requested.
 */
export function useSending(tv: number): (command: RemoteCommand) => Promise<boolean> {
  const report = useReport()
  return async (command) => report(await sendCommand(tv, command))
}

/** Requests control of a television, as `useSending` does. */
export function useControlRequest(tv: number): () => Promise<boolean> {
  const report = useReport()
  return async () => report(await requestControl(tv))
}

function useReport(): (result: SendResult) => boolean {
  const t = useRemoteText()
  return (result) => {
    if (result.kind === 'refused') showToast(result.message)
    else if (result.kind === 'unreachable') showToast(t('noConnection'))
    return result.kind === 'ok'
  }
}
