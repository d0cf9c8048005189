/** Carries out commands of the staff on this device (MSG-02). Its code is loaded when the first one arrives. */
import { useState } from 'react'
import type { ClientCommand } from '#contract/site/commands.ts'
import { matchPage, pathOf } from '#contract/form/pages.ts'
import { useLocation, useNavigate } from '#web/router/router.ts'
import { useLatest } from '#web/state/use-latest.ts'
import { useOnChange } from '#web/state/use-on-change.ts'
import { useVisible } from '#web/state/use-visible.ts'
import { StaffMessage } from './staff-message.tsx'
import { confirmCommand, takeCommands } from './take-commands.ts'

/** A page that loads again does not wait longer for its confirmation. */
const confirmLimitMs = 3000

interface CommandRunnerProps {
  /** The newest command to a device of the account; 0 when none is pending. */
  readonly last: number
}

/** Only a visible page takes commands: a message in a hidden tab would be seen by nobody. */
export function CommandRunner({ last }: CommandRunnerProps) {
  const isVisible = useVisible()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const place = useLatest(pathname)
  const [messages, setMessages] = useState<readonly ClientCommand[]>([])
  const run = useLatest((command: ClientCommand) => {
    if (command.kind === 'reload') return void reload(command.id)
    void confirmCommand(command.id)
    if (command.kind === 'message') return setMessages((queue) => [...queue, command])
    const prefix = matchPage(place.current)?.language ?? null
    void navigate(pathOf('channel', { id: command.channel_id }, prefix))
  })
  useOnChange([last, isVisible], () => {
    if (last === 0 || !isVisible) return
    const stop = new AbortController()
    void takeCommands(stop.signal).then((taken) => {
      for (const command of taken) run.current(command)
    })
    return () => stop.abort()
  })
  const [message] = messages
  return message === undefined ? null : (
    <StaffMessage
      key={message.id}
      message={message}
      onClose={() => setMessages((queue) => queue.filter(({ id }) => id !== message.id))}
    />
  )
}

async function reload(id: number): Promise<void> {
  await Promise.race([
    confirmCommand(id),
    new Promise((resolve) => {
      setTimeout(resolve, confirmLimitMs)
    }),
  ])
  location.reload()
}
