import type { CommandKind } from './tables.ts'

/** What a device does. Texts and seconds are of a message, the channel of a change of channel. */
export interface Command {
  readonly kind: CommandKind
  readonly text: { readonly ru: string; readonly uz: string }
  /** How long a message stays; it can be closed earlier. */
  readonly staysSec: number
  readonly channelId: number | null
  /** How long a client that is off or offline can still get it. */
  readonly expiresMin: number
}

export type CommandState = 'sent' | 'delivered' | 'done' | 'expired'

/** What is wrong with a command: a message needs both texts, a change of channel an existing channel. */
export function commandProblem(
  { kind, text, channelId }: Command,
  channelIds: ReadonlySet<number>,
): 'no_text' | 'no_channel' | undefined {
  if (kind === 'message' && (text.ru === '' || text.uz === '')) return 'no_text'
  if (kind === 'channel' && (channelId === null || !channelIds.has(channelId))) return 'no_channel'
  return undefined
}

/** Delivered: a client has it. Done: the client has confirmed that the viewer saw it, or that it was carried out. */
export function commandStateOf(
  command: {
    readonly delivered_at: Date | null
    readonly done_at: Date | null
    readonly expires_at: Date
  },
  nowMs: number,
): CommandState {
  if (command.done_at !== null) return 'done'
  if (command.expires_at.getTime() <= nowMs) return 'expired'
  return command.delivered_at === null ? 'sent' : 'delivered'
}
