/** Sending a change of content: what was refused is said, what was stored is confirmed with its undo. */
import type { ConsoleEndpoint } from '#contract/console/console-endpoint.ts'
import type { InputOf, ResponseOf } from '#contract/form/endpoint.ts'
import { isCancelled } from '#console/session/call-error.ts'
import { type CallOptions, call } from '#console/session/call.ts'
import { showToast } from '#console/ui/toast.tsx'
import { useChangeText } from './change-text.ts'
import { type ChangedSection, useContentRefresh, useUndo } from './use-undo.ts'

/** The set of changes that Ctrl+Z takes back. */
let lastChangeId = 0
let lastSection: ChangedSection = 'channels'

export function lastChange(): number {
  return lastChangeId
}

export interface Sending {
  readonly undo: (changeId: number) => Promise<unknown>
  /** Confirms a set of changes, with its undo. */
  readonly confirm: (changeId: number, text: string) => void
  /**
   * Sends an act; says what was refused, that nothing differed (`change_id` and `changed` 0), or confirms it with `textOf`, with an
   * undo when it became a set of changes. Returns whether it was taken.
   */
  readonly send: <E extends ConsoleEndpoint>(
    endpoint: E,
    input: InputOf<E>,
    textOf: (result: ResponseOf<E>) => string,
    options?: CallOptions,
  ) => Promise<boolean>
  /** Reads again what the change may have made different. */
  readonly refresh: () => Promise<void>
}

/** `section`: whose content is changed; an undo needs the permission of that section. */
export function useSending(section: ChangedSection = 'channels'): Sending {
  const t = useChangeText()
  const refresh = useContentRefresh()
  const undoSet = useUndo()
  const undo = async (changeId: number) => {
    const itsSection = changeId === lastChangeId ? lastSection : section
    if (changeId === lastChangeId) lastChangeId = 0
    return undoSet(changeId, itsSection)
  }
  const confirm = (changeId: number, text: string) => {
    lastChangeId = changeId
    lastSection = section
    showToast(text, { onUndo: () => void undo(changeId) })
  }
  const send = async <E extends ConsoleEndpoint>(
    endpoint: E,
    input: InputOf<E>,
    textOf: (result: ResponseOf<E>) => string,
    options: CallOptions = {},
  ): Promise<boolean> => {
    try {
      const result = await call(endpoint, input, options)
      const { change_id: changeId, changed = 0 } = result as {
        readonly change_id?: number
        readonly changed?: number
      }
      // Something may have changed that is no set of changes, such as decisions about guides.
      if (changeId === undefined || (changeId === 0 && changed > 0)) showToast(textOf(result))
      else if (changeId === 0) showToast(t('nothingChanged'))
      else confirm(changeId, textOf(result))
      return true
    } catch (error) {
      if (error instanceof Error && !isCancelled(error)) showToast(error.message, { isProblem: true })
      return false
    } finally {
      await refresh()
    }
  }
  return { undo, confirm, send, refresh }
}
