import { decide, listConsents, revoke, type Answer, type Decision, type Revocation } from './consents.ts'
import type { RemoteControlDeps } from './deps.ts'
import { changeOf } from './changes.ts'
import { listTelevisions, type Listed } from './list-televisions.ts'
import { pollCommands, takeReport, type Poll, type Polled, type Report } from './poll-commands.ts'
import { sendCommand, type Sent, type SentCommand } from './send-command.ts'
import { createWaiting, type WaitingLimits } from './waiting.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'

interface RemoteControlOptions extends Omit<RemoteControlDeps, 'waiting'> {
  readonly limits?: Partial<WaitingLimits>
}

/** The module, created. Only waiting requests are in memory, so any process may serve any request. */
export interface RemoteControl {
  /** Long polling of a television for commands and questions. */
  poll(poll: Poll): Promise<Polled>
  /** A television reports its state. */
  report(report: Report): Promise<void>
  /** An answer on the television to a device that requests control. */
  decide(decision: Decision): Promise<'done' | 'device_not_found'>
  /** The televisions of the account that are on, for the requesting device. */
  televisions(
    viewer: Viewer,
    seen: string | undefined,
    signal: AbortSignal,
  ): Promise<Listed | { readonly kind: 'full' }>
  send(command: SentCommand): Promise<Sent>
  consents(accountId: number): Promise<readonly Answer[]>
  revoke(revocation: Revocation): Promise<'done' | 'device_not_found'>
  /** Another process, or this one, has changed data: the payload of a notification on `remoteChangedChannel`. */
  changed(payload: string): void
  /** Sessions of an account have changed; undefined: notifications may have been missed. */
  sessionsChanged(accountId: number | undefined): void
  /** How many requests are waiting. */
  waiting(): number
}

export function openRemoteControl({ limits, ...options }: RemoteControlOptions): RemoteControl {
  const waiting = createWaiting(limits)
  const deps: RemoteControlDeps = { ...options, waiting }
  return {
    poll: (poll) => pollCommands(deps, poll),
    report: (report) => takeReport(deps, report),
    decide: (decision) => decide(deps, decision),
    televisions: (viewer, seen, signal) => listTelevisions(deps, viewer, seen, signal),
    send: (command) => sendCommand(deps, command),
    consents: (accountId) => listConsents(deps, accountId),
    revoke: (revocation) => revoke(deps, revocation),
    changed: (payload) => {
      const change = changeOf(payload)
      if (change !== undefined) waiting.changed(`${change.kind}:${change.accountId}`)
    },
    sessionsChanged: (accountId) => {
      if (accountId === undefined) return waiting.changed(undefined)
      for (const kind of ['commands', 'state']) waiting.changed(`${kind}:${accountId}`)
    },
    waiting: () => waiting.count(),
  }
}
