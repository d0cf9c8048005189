/** Taking a set of changes back, from wherever it was made. */
import { useQueryClient } from '@tanstack/react-query'
import { consoleChanges } from '#contract/console/changes.ts'
import { consoleChannels } from '#contract/console/channels.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { call } from '#console/session/call.ts'
import { keyOf } from '#console/session/queries.ts'
import { showToast } from '#console/ui/toast.tsx'
import { isNamed, useChangeText } from './change-text.ts'

type Undone = ResponseOf<typeof consoleChanges.undo>

/** What is different after content was changed. */
const changed = [consoleChannels.list, consoleChannels.one, consoleChannels.duplicates, consoleChanges.list]

/** How many conflicts a message names. */
const maxNamed = 3

/** Reads again whatever a change of content may have made different. */
export function useContentRefresh(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all(changed.map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })))
  }
}

/** Takes a set back and says so; undefined when it was refused. What stays as it is, is in the result. */
export function useUndo(): (changeId: number) => Promise<Undone | undefined> {
  const t = useChangeText()
  const refresh = useContentRefresh()
  return async (changeId) => {
    try {
      const undone = await call(consoleChanges.undo, { change_id: changeId })
      const { conflicts } = undone
      const text = t(undone.change_id === null ? 'undoneNothing' : 'undone')
      const left = conflicts.slice(0, maxNamed).map(({ label, field }) => {
        const key = `field.${field}`
        return isNamed(key) ? `${label} (${t(key as 'field.number')})` : label
      })
      if (conflicts.length > maxNamed) left.push(t('more', { count: conflicts.length - maxNamed }))
      showToast(left.length === 0 ? text : `${text}. ${t('conflicts')}: ${left.join(', ')}`)
      return undone
    } catch (error) {
      if (error instanceof Error) showToast(error.message, { isProblem: true })
      return undefined
    } finally {
      await refresh()
    }
  }
}
