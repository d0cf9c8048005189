/** The television's long poll: the commands of phones, and which phones request control. */
import type { Call, CallResult } from '#contract/client.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { remoteControl, type Controller, type RemoteCommand } from '#contract/playback/remote-control.ts'
import { pauseAfter } from '#web/notifications/follow-bell.ts'

type Polled = CallResult<ResponseOf<typeof remoteControl.commands>>

interface FollowingCommands {
  readonly call: Call
  readonly run: (command: RemoteCommand) => void
  /** The devices that wait for a decision. */
  readonly ask: (controllers: readonly Controller[]) => void
  /** Resolves after this time, or earlier when the connection is back. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Typed text is shown at once: after commands the next request follows immediately. */
const afterCommandsMs = 20
/** More commands than can be pending. */
const maxRemembered = 100

/** Polls until `signal` is aborted. A command that arrives twice, because a response was lost, is executed once. */
export async function followCommands(following: FollowingCommands, signal: AbortSignal): Promise<void> {
  let failures = 0
  let isStart = true
  let done: readonly number[] = []
  let asking: readonly Controller[] = []
  let carriedOut: readonly number[] = []
  while (!signal.aborted) {
    const result: Polled = await following.call(
      remoteControl.commands,
      {
        is_start: isStart ? 1 : 0,
        done: done.join(),
        asking: asking.map((one) => one.device_id).join(),
        requested_at: asking.map((one) => one.requested_at).join(),
      },
      signal,
    )
    if (signal.aborted) return
    failures = result.kind === 'ok' ? 0 : failures + 1
    if (result.kind === 'ok') {
      isStart = false
      const { commands } = result.data
      for (const { id, command } of commands) if (!carriedOut.includes(id)) following.run(command)
      done = commands.map(({ id }) => id)
      carriedOut = [...carriedOut, ...done].slice(-maxRemembered)
      ;({ asking } = result.data)
      following.ask(asking)
    }
    const isBusy = result.kind === 'ok' && result.data.commands.length > 0
    await following.pause(isBusy ? afterCommandsMs : pauseAfter(result, failures), signal)
  }
}
