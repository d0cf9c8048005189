/** What the staff makes this device do: taken from the server once per device, whatever tabs it has. */
import { commands, type ClientCommand } from '#contract/site/commands.ts'
import { call } from '#web/session/requests/api.ts'
import { session } from '#web/session/session.ts'

const doneKey = 'commandsDone'
const maxRemembered = 40
const retryMs = [2000, 5000, 15_000]

/** This page, for the server: of two tabs one gets a command. */
const page = Array.from({ length: 4 }, () => Math.random().toString(36).slice(2, 8).padEnd(6, '0')).join('')

/** The pending commands, the oldest first; none when another page has them. A device that was signed out goes to the login. */
export async function takeCommands(signal: AbortSignal): Promise<readonly ClientCommand[]> {
  for (const pauseMs of [...retryMs, null]) {
    const { token } = session.get()
    const result = await call(commands.take, { page }, signal)
    if (signal.aborted || token === null) return []
    if (result.kind === 'ok') return result.data.commands.filter(isNew)
    if (result.kind === 'refused') {
      if (result.failure === 'not_authorized') session.refused(token, { reason: 'ended', toLogin: true })
      return []
    }
    if (pauseMs === null) return []
    await pause(pauseMs)
  }
  return []
}

/** One that was carried out here is only confirmed again: its confirmation was lost. */
function isNew({ id }: ClientCommand): boolean {
  if (!doneHere().includes(id)) return true
  void call(commands.done, { id })
  return false
}

/** Stores and confirms that a command was carried out. Resolves when the server has it, or after the attempts. */
export async function confirmCommand(id: number): Promise<void> {
  try {
    localStorage.setItem(doneKey, JSON.stringify([...doneHere(), id].slice(-maxRemembered)))
  } catch {
    // Without storage only the server remembers it.
  }
  for (const pauseMs of [...retryMs, null]) {
    const result = await call(commands.done, { id })
    if (result.kind !== 'unreachable' || pauseMs === null) return
    await pause(pauseMs)
  }
}

function doneHere(): readonly number[] {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(doneKey) ?? '[]')
    return Array.isArray(parsed) ? parsed.filter((one): one is number => typeof one === 'number') : []
  } catch {
    return []
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
