/** Sends commands to a television, one after the other and each once. */
import type { CallResult } from '#contract/client.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { remoteControl, type RemoteCommand } from '#contract/playback/remote-control.ts'
import { onLogout } from '#web/session/on-logout.ts'
import { call } from '#web/session/requests/api.ts'
import { nowMs } from '#web/session/server/server-clock.ts'

export type SendResult = CallResult<ResponseOf<typeof remoteControl.send>>

/** What was sent before the television allowed it. */
interface Postponed {
  readonly tv: number
  readonly command: RemoteCommand
  readonly untilMs: number
}

/** The question on the television expires after this time. */
const askingMs = 60_000

let sequence = 0
let postponed: Postponed | null = null
let queue: Promise<unknown> = Promise.resolve()

onLogout(() => {
  postponed = null
})

/** Greater than any before, also than those of this page before a reload, or before its clock was set back. */
function nextSequence(): number {
  sequence = Math.max(sequence + 1, nowMs())
  return sequence
}

/** The next command waits for the response to this one, so that they arrive in order. */
export function sendCommand(tv: number, command: RemoteCommand): Promise<SendResult> {
  const sent = queue.then(() => sendOnce(tv, command))
  queue = sent
  return sent
}

/** Only requests control: nothing is sent again once the television has allowed it. */
export async function requestControl(tv: number): Promise<SendResult> {
  const result = await sendCommand(tv, { kind: 'play' })
  postponed = null
  return result
}

async function sendOnce(tv: number, command: RemoteCommand): Promise<SendResult> {
  const input = { tv, command, sequence: nextSequence() }
  const first = await call(remoteControl.send, input)
  // Under the same sequence number it is executed once, also when only the response was lost.
  const result = first.kind === 'unreachable' ? await call(remoteControl.send, input) : first
  const isAsking = result.kind === 'ok' && result.data.state === 'asking'
  if (isAsking) postponed = { tv, command, untilMs: performance.now() + askingMs }
  return result
}

/** The television has allowed it: what was sent before, and has not been executed, is sent now. */
export function sendPostponed(tv: number): void {
  if (postponed?.tv !== tv) return
  const { command, untilMs } = postponed
  postponed = null
  if (performance.now() < untilMs) void sendCommand(tv, command)
}
