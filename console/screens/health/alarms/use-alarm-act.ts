/** Acts about alarms: what was refused is said, what was done is confirmed, and everything that shows it is renewed. */
import { useQueryClient } from '@tanstack/react-query'
import { consoleAlarms } from '#contract/console/alarms.ts'
import type { ConsoleEndpoint } from '#contract/console/console-endpoint.ts'
import { consoleHealth } from '#contract/console/health.ts'
import type { InputOf } from '#contract/form/endpoint.ts'
import { call } from '#console/session/call.ts'
import { isCancelled } from '#console/session/call-error.ts'
import { keyOf } from '#console/session/queries.ts'
import { showToast } from '#console/ui/toast.tsx'

const shows: readonly ConsoleEndpoint[] = [
  consoleAlarms.list,
  consoleAlarms.one,
  consoleAlarms.rules,
  consoleHealth.board,
  consoleHealth.channel,
]

export function useAlarmRefresh(): () => Promise<unknown> {
  const client = useQueryClient()
  return () => Promise.all(shows.map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })))
}

/** Returns whether it was done. */
export function useAlarmAct(): <E extends ConsoleEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  text: string,
) => Promise<boolean> {
  const refresh = useAlarmRefresh()
  return async (endpoint, input, text) => {
    try {
      await call(endpoint, input)
      showToast(text)
      return true
    } catch (error) {
      if (error instanceof Error && !isCancelled(error)) showToast(error.message, { isProblem: true })
      return false
    } finally {
      await refresh()
    }
  }
}
